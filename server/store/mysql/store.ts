import { LRUCache } from 'lru-cache'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '../../analytics/identities.ts'
import type { Relation, Session } from '../../analytics/session.ts'
import type { Catalog } from '../catalog.ts'
import { Engine } from '../duckdb/engine.ts'
import type { Store, StoredAlert, StoredRecommendation } from '../store.ts'
import { CatalogRow } from './catalog-row.ts'
import type { Database } from './database.ts'
import { factsTables } from './facts-tables.ts'
import { GroupFetcher } from './fetch-groups.ts'
import { reportGroups, snapshotGroups } from './relations.ts'
import { deliveredColumns } from './schema.ts'
import { plainRow } from './values.ts'

const HOUR = 3_600_000

/**
 * The store on a MariaDB or MySQL server, which adds up; ratios, order and encoding are done by a DuckDB in this process, as for
 * the embedded store. Needs a database whose schema is up to date.
 */
export const openMysqlStore = async (database: Database, dataDir: string, timeLimit?: number): Promise<Store> => {
  const engine = await Engine.start({ dataDir, ...(timeLimit === undefined ? {} : { timeLimit }) })
  const folder = await openFolder(join(dataDir, 'fetched'))
  const catalog = new CatalogRow(database)
  // By app and number: ids are only ever added.
  const identities = new LRUCache<string, readonly Identity[]>({ max: 200 })

  const identitiesOf = async (catalog: Catalog, appId: number): Promise<readonly Identity[]> => {
    const rows = catalog.files[appId]?.identities?.rows ?? 0
    if (rows === 0) return []
    const key = `${appId} ${rows}`
    const known = identities.get(key)
    if (known) return known
    const read = await database.read(`SELECT id, campaign_id, platform, network, campaign, country FROM identities
      WHERE app_id = ${appId} AND id < ${rows} ORDER BY id`)
    const made = read.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) =>
      [name, Buffer.isBuffer(value) ? value.toString() : value])) as unknown as Identity)
    identities.set(key, made)
    return made
  }

  const withGroups = <Groups, Result>(
    groupsOf: (fetcher: GroupFetcher, session: Session) => Groups, use: (session: Session, groups: Groups) => Promise<Result>,
    stop: AbortSignal | undefined,
  ): Promise<Result> => engine.session(async session => {
    const fetcher = new GroupFetcher(database, folder, session)
    try {
      return await use(session, groupsOf(fetcher, session))
    } finally {
      await fetcher.clear()
    }
  }, stop)

  const namesIn = (session: Session, catalog: Catalog, appId: number, granularity: string) => async (): Promise<Relation> => {
    const all = await identitiesOf(catalog, appId)
    // At campaign granularity a campaign goes by one of its identities.
    const rows = granularity === 'campaign' ? all.filter(({ id, campaign_id }) => id === campaign_id) : all
    const columns = 'id INTEGER, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR'
    await session.run(`CREATE TEMP TABLE identity_names (${columns})`)
    await session.append('identity_names', rows.map(row => [row.id, row.platform, row.network, row.campaign, row.country]))
    return 'FROM identity_names'
  }

  return {
    catalog: () => catalog.current(),

    identities: identitiesOf,

    async recommendations(run) {
      if (!run.recommendations) return []
      const columns = deliveredColumns('recommendations').filter(({ name }) => name !== 'run_id')
      const names = columns.map(({ name }) => name).join(', ')
      const rows = await database.readExact(`SELECT ${names} FROM recommendations WHERE run_id = ?`, [run.run_id])
      return rows.map(row => plainRow<StoredRecommendation>(row, columns))
    },

    async alerts(_catalog, _appId, runs, range) {
      if (runs.length === 0) return []
      const columns = deliveredColumns('alerts')
      const created = range ? ` AND created_at BETWEEN '${range.start} 00:00:00' AND '${range.end} 23:59:59.999999'` : ''
      const rows = await database.read(`SELECT ${columns.map(({ name }) => name).join(', ')} FROM alerts
        WHERE run_id IN (${runs.map(run => run.run_id).join(', ')})${created}`)
      return rows.map(row => plainRow<StoredAlert>(row, columns))
    },

    withReportGroups: (catalog, query, use, stop) => withGroups((fetcher, session) =>
      reportGroups(fetcher, query, namesIn(session, catalog, query.app.app_id, query.granularity)), use, stop),

    withSnapshotGroups: (catalog, query, use, stop) => withGroups((fetcher, session) => {
      const stored = (catalog.files[query.app.app_id]?.snapshots.length ?? 0) > 0
      return snapshotGroups(fetcher, query, stored, namesIn(session, catalog, query.app.app_id, query.granularity))
    }, use, stop),

    async size(catalog, appId) {
      const runs = catalog.runs.filter(run => run.app_id === appId)
      const facts = runs.flatMap(run => run.facts ? factsTables(run.facts).map(({ name }) => name) : [])
      const tables = await database.read(`SELECT table_name AS name, data_length + index_length AS bytes,
        avg_row_length AS per_row FROM information_schema.tables WHERE table_schema = DATABASE()`)
      const files = catalog.files[appId]
      const shared: Record<string, number> = {
        identities: files?.identities?.rows ?? 0,
        roas_snapshots: files?.snapshots[0]?.rows ?? 0,
        alerts: files?.alerts[0]?.rows ?? 0,
        recommendations: runs.reduce((sum, run) => sum + (run.recommendations?.rows ?? 0), 0),
      }
      return tables.reduce((sum, { name, bytes, per_row: perRow }) =>
        sum + (facts.includes(String(name)) ? Number(bytes) : Number(perRow) * (shared[String(name)] ?? 0)), 0)
    },

    async ready() {
      await database.read('SELECT 1')
      await catalog.current()
      await engine.session(session => session.rows('SELECT 1'))
    },

    async close() {
      engine.close()
    },
  }
}

/** Makes the folder, and removes what a killed process has left in it. */
const openFolder = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const left = await stat(join(folder, name)).catch(() => undefined)
    if (left && Date.now() - left.mtimeMs > HOUR) await rm(join(folder, name), { force: true })
  }
  return folder
}
