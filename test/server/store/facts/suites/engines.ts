import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SteadyClock } from '../../../../../server/core/runtime/shared-work.ts'
import { readConfig } from '../../../../../server/core/runtime/config.ts'
import { openStorage } from '../../../../../server/store/facts/open-storage.ts'
import { clickhouseLake } from '../../../../support/clickhouse.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { memoryEngine } from '../memory/engine.ts'
import type { Engine, EngineStorage, EngineStore } from './engine.ts'

/** Every engine that the suites test. */
export const ENGINES = {
  embedded: {
    without: {
      appsAtOnce: 'a data directory has one lock for all apps',
      lostLock: 'the lock is a file that the process holds open until it ends',
    },
    keepsDays: 7,
    async empty(_t, folder) {
      const dataDir = join(folder, 'data')
      return {
        open: steady => openAt(dataDir, {}, steady),
        content: () => parquetIn(join(dataDir, 'deliveries')),
      }
    },
  },
  tables: {
    without: {},
    async empty(t, folder) {
      const url = await emptyDatabase(t)
      if (url === undefined) return undefined
      return {
        open: nodesIn(folder, { DATABASE_URL: url }),
        content: () => rowsIn(url),
        expireLocks: () => expireLocks(url),
      }
    },
  },
  lake: {
    without: {},
    async empty(t, folder) {
      const lake = await lakeOf(t, 'file')
      if (lake === undefined) return undefined
      return {
        open: nodesIn(folder, lake.environment),
        content: async () => [
          ...(await parquetIn(lake.folder)),
          ...(await notesIn(lake.databaseUrl)),
        ],
        expireLocks: () => expireLocks(lake.databaseUrl),
      }
    },
  },
  /** Only its store differs from the lake's. */
  clickhouse: {
    without: {},
    async empty(t, folder) {
      const lake = await clickhouseLake(t, 's3')
      return (
        lake && { open: nodesIn(folder, lake.environment), content: () => parquetIn(lake.folder) }
      )
    },
  },
  memory: memoryEngine,
} satisfies Record<string, Engine>

async function openAt(
  dataDir: string,
  environment: Record<string, string>,
  steady: SteadyClock,
): Promise<EngineStorage> {
  const config = readConfig({
    EXPORT_SECRET: 'a secret of these tests',
    ...environment,
    DATA_DIR: dataDir,
  })
  return await openStorage(config, () => undefined, steady)
}

/** Each node has a data directory of its own. */
function nodesIn(folder: string, environment: Record<string, string>): EngineStore['open'] {
  let nodes = 0
  return steady => openAt(join(folder, `node-${++nodes}`), environment, steady)
}

async function parquetIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.map(name => name.split('/').at(-1)!).filter(name => name.endsWith('.parquet'))
  return files.map(withoutImport).sort()
}

/** Without the id of the import that made it. */
function withoutImport(name: string): string {
  return name.replace(/[_-]?[0-9a-f]{16}/, '')
}

const COUNTED = {
  identities: 'app_id',
  recommendations: 'run_id',
  alerts: 'run_id',
  roas_snapshots: 'run_id',
}

async function rowsIn(url: string): Promise<string[]> {
  const tables = (await administer(url, "SHOW TABLES LIKE 'facts%'")).map(row =>
    withoutImport(String(Object.values(row)[0])),
  )
  const counts = await Promise.all(
    Object.entries(COUNTED).map(([table, id]) =>
      administer(url, `SELECT ${id} AS id, COUNT(*) AS n FROM ${table} GROUP BY 1`).then(rows =>
        rows.map(({ id, n }) => `${table} of ${id}: ${n}`),
      ),
    ),
  )
  return [...tables, ...counts.flat(), ...(await notesIn(url))].sort()
}

/** What imports have noted to write, and not published. */
async function notesIn(url: string): Promise<string[]> {
  return (await administer(url, 'SELECT run_id FROM import_runs')).map(
    row => `noted: run ${row['run_id']}`,
  )
}

async function expireLocks(url: string): Promise<void> {
  await administer(url, 'UPDATE import_locks SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND')
}
