import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { readCatalog, writeCatalog } from './catalog-file.ts'
import { withLock } from './lock.ts'
import type { ImportPlace } from '../../delivery/place.ts'
import { DELIVERIES, removeUnused } from './tidy.ts'
import { DeliveryFiles } from '../common/write-files.ts'
import { folderTarget } from './folder-target.ts'

/**
 * The embedded store under a data directory: immutable Parquet files beside a catalog that is replaced. It has one lock for all apps, which an
 * import takes on opening it.
 */
export function folderPlace(dataDir: string): ImportPlace {
  return {
    opened: (print, work) =>
      withLock(dataDir, print, async () => {
        const scratch = join(dataDir, 'staging', 'scratch')
        const file = (name: string): Sql => readPath(join(dataDir, name))
        await rm(scratch, { recursive: true, force: true })
        try {
          return await work({
            scratch,
            directories: [join(dataDir, DELIVERIES)],
            async lock(_scope, now) {
              const catalog = await readCatalog(dataDir)
              await removeUnused(dataDir, catalog, now)
              return catalog
            },
            identities: async (_workspace, _appId, stored) => sql`FROM read_parquet(${file(stored.file)})`,
            async takenIds(_workspace, catalog, table) {
              const [id, segments] =
                table === 'recommendations'
                  ? ['recommendation_id', catalog.runs.flatMap(run => run.recommendations ?? [])]
                  : ['alert_id', Object.values(catalog.files).flatMap(files => files.alerts)]
              if (segments.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
              return sql`SELECT ${plain(id)} AS id FROM read_parquet([${joined(segments.map(segment => file(segment.file)))}])`
            },
            writer: (workspace, version, print) => new DeliveryFiles(workspace, folderTarget(dataDir, version), print),
            async publish(next) {
              await writeCatalog(dataDir, next)
              return next.version
            },
            abandoned: async () => removeUnused(dataDir, await readCatalog(dataDir), new Date()),
            refused: async () => undefined,
          })
        } finally {
          await rm(scratch, { recursive: true, force: true })
        }
      }),
  }
}
