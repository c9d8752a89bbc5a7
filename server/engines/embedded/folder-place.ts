import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { readCatalog, writeCatalog } from './catalog-file.ts'
import { withLock } from './lock.ts'
import type { ImportPlace } from '../../delivery/place.ts'
import { DELIVERIES, removeUnused } from './tidy.ts'
import { DeliveryFiles } from './write-files.ts'

/** The embedded store under a data directory: immutable Parquet files beside a catalog that is replaced. */
export function folderPlace(dataDir: string): ImportPlace {
  return {
    locked: (print, work) =>
      withLock(dataDir, print, async () => {
        const scratch = join(dataDir, 'staging', 'scratch')
        const file = (name: string): Sql => readPath(join(dataDir, name))
        await rm(scratch, { recursive: true, force: true })
        try {
          return await work({
            scratch,
            directories: [join(dataDir, DELIVERIES)],
            catalog: () => readCatalog(dataDir),
            removeUnused: (catalog, now) => removeUnused(dataDir, catalog, now),
            identities: async (_workspace, _appId, stored) => sql`FROM read_parquet(${file(stored.file)})`,
            async takenIds(_workspace, catalog, table) {
              const [id, segments] =
                table === 'recommendations'
                  ? ['recommendation_id', catalog.runs.flatMap(run => run.recommendations ?? [])]
                  : ['alert_id', Object.values(catalog.files).flatMap(files => files.alerts)]
              if (segments.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
              return sql`SELECT ${plain(id)} AS id FROM read_parquet([${joined(segments.map(segment => file(segment.file)))}])`
            },
            writer: (workspace, version, print) => new DeliveryFiles(workspace, dataDir, version, print),
            refused: async () => undefined,
            publish: next => writeCatalog(dataDir, next),
          })
        } finally {
          await rm(scratch, { recursive: true, force: true })
        }
      }),
  }
}
