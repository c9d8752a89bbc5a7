import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readCatalog, writeCatalog } from '../store/catalog-file.ts'
import { readPath } from './engine.ts'
import { withLock } from './lock.ts'
import type { ImportPlace } from './place.ts'
import { removeUnused } from './tidy.ts'
import { DeliveryFiles } from './write-files.ts'

/** The embedded store under a data directory: immutable Parquet files beside a catalog that is replaced. */
export const folderPlace = (dataDir: string): ImportPlace => ({
  locked: (print, work) => withLock(dataDir, print, async () => {
    const scratch = join(dataDir, 'staging', 'scratch')
    const file = (name: string): string => readPath(join(dataDir, name))
    await rm(scratch, { recursive: true, force: true })
    try {
      return await work({
        scratch,
        catalog: () => readCatalog(dataDir),
        removeUnused: (catalog, now) => removeUnused(dataDir, catalog, now),
        identities: async (_engine, _appId, stored) => `FROM read_parquet(${file(stored.file)})`,
        async takenIds(_engine, catalog, table) {
          const [id, segments] = table === 'recommendations'
            ? ['recommendation_id', catalog.runs.flatMap((run) => run.recommendations ?? [])]
            : ['alert_id', Object.values(catalog.files).flatMap((files) => files.alerts)]
          if (segments.length === 0) return 'SELECT CAST(NULL AS BIGINT) AS id WHERE false'
          return `SELECT ${id} AS id FROM read_parquet([${segments.map((segment) => file(segment.file)).join(', ')}])`
        },
        writer: (engine, version, print) => new DeliveryFiles(engine, dataDir, version, print),
        publish: (next) => writeCatalog(dataDir, next),
      })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }),
})
