import { Encoder } from '../../files/encoder.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../model/catalog-document.ts'
import type { Catalog, Run } from '../../model/catalog.ts'
import { recentDays } from '../../model/dates.ts'
import type { Identity } from '../../model/identities.ts'
import { identitiesName, runName } from '../../model/runs.ts'
import { Fresh, type SteadyClock } from '../../model/shared-work.ts'
import { mapInSlices } from '../../model/slices.ts'
import { backtickedList, date, joined, numbers, type Relation, type Session, sql } from '../../model/sql.ts'
import {
  decisionColumns,
  type IdentityTotals,
  type LatestDays,
  type ReportGroupsQuery,
  type SnapshotGroupsQuery,
  type Store,
  type StoredAlert,
  StoreDamaged,
  type StoredDecision,
  type StoredRecommendation,
} from '../../model/store.ts'
import { Lanes } from '../../model/turns.ts'
import type { Work } from '../../model/work.ts'
import { alertsCost, decisionsCost, identitiesCost, recommendationsCost, reportCost, snapshotCost, totalsCost } from '../common/cost.ts'
import { openFetchedFolder } from '../common/fetched-folder.ts'
import { latestDaysSql, plainLatestDays, plainTotals, totalsSql } from '../common/parquet-groups.ts'
import { rowCache } from '../common/parquet-store.ts'
import { KeptCatalog } from '../../records/kept-catalog.ts'
import type { Database } from '../../records/mysql/database.ts'
import { isMissingTable } from '../../records/mysql/errors.ts'
import { reportGroups, snapshotGroups } from './relations.ts'
import { deliveredColumns } from '../../records/mysql/facts-schema.ts'
import { factsSource, factsTables, plainRow } from '../database/facts-tables.ts'
import { GroupFetcher } from './fetch-groups.ts'

/** Table sizes are cached, ms: servers may scan for them. */
const TABLES_FRESH_FOR = 10_000

interface MysqlStoreOptions {
  dataDir: string
  spoolDir: string
  /** Seconds. */
  timeLimit?: number | undefined
  steady?: SteadyClock | undefined
}

/**
 * MariaDB or MySQL adds up; ratios, order and encoding happen in this process's DuckDB. Needs an upgraded schema. Sessions write to
 * `spoolDir`.
 */
export async function openMysqlStore(database: Database, { dataDir, spoolDir, timeLimit, steady }: MysqlStoreOptions): Promise<Store> {
  const folder = await openFetchedFolder(dataDir)
  const lanes = new Lanes()
  const encoder = await Encoder.start({
    dataDir,
    directories: [folder, spoolDir],
    lanes,
    ...(timeLimit === undefined ? {} : { timeLimit }),
  })
  const kept = new KeptCatalog(database, rowFaults(FILES_OF_DATABASE), steady)
  const identities = rowCache<Identity>('identities')
  const recommendations = rowCache<StoredRecommendation>('recommendations')
  const totals = rowCache<IdentityTotals>('totals')
  const latest = rowCache<LatestDays>('latest')

  const still = (catalog: Pick<Catalog, 'version'>, appId: number, runs: readonly Run[]): Reading => ({ kept, catalog, appId, runs })

  const readIdentities = async (signal: AbortSignal, appId: number, rows: number): Promise<readonly Identity[]> => {
    const read = await database.read(
      sql`SELECT id, campaign_id, platform, network, campaign, country FROM identities
      WHERE app_id = ${appId} AND id < ${rows} ORDER BY id`,
      { signal },
    )
    return await mapInSlices(
      read,
      row =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString() : value]),
        ) as unknown as Identity,
    )
  }

  const identitiesOf = async (work: Work, catalog: Catalog, appId: number): Promise<readonly Identity[]> => {
    const files = catalog.files[appId]
    const rows = files?.identities?.rows ?? 0
    if (rows === 0) return []
    return identities.read(identitiesName(catalog, appId), work, work =>
      lanes.during(work, identitiesCost(files), () =>
        whileNamed(still(catalog, appId, []), () => readIdentities(work.signal, appId, rows)),
      ),
    )
  }

  const withGroups = <Groups, Result>(
    reading: Reading,
    work: Work,
    cost: number,
    groupsOf: (fetcher: GroupFetcher, session: Session, signal: AbortSignal) => Groups,
    use: (session: Session, groups: Groups) => Promise<Result>,
  ): Promise<Result> =>
    encoder.session(work, cost, async (session, signal) => {
      const fetcher = new GroupFetcher(database, folder, session, signal)
      try {
        return await whileNamed(reading, () => use(session, groupsOf(fetcher, session, signal)))
      } finally {
        await fetcher.clear()
      }
    })

  const namesIn =
    (
      session: Session,
      signal: AbortSignal,
      catalog: Catalog,
      { app: { app_id: appId } }: ReportGroupsQuery | SnapshotGroupsQuery,
      ofCampaigns: boolean,
    ) =>
    async (): Promise<Relation> => {
      const count = catalog.files[appId]?.identities?.rows ?? 0
      // Already within a turn: waiting for another could deadlock.
      const all = identities.get(identitiesName(catalog, appId)) ?? (await readIdentities(signal, appId, count))
      // A campaign is represented by one identity.
      const rows = ofCampaigns ? all.filter(({ id, campaign_id }) => id === campaign_id) : all
      const columns = sql`id INTEGER, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR`
      await session.run(sql`CREATE TEMP TABLE identity_names (${columns})`)
      await session.append(
        'identity_names',
        rows.map(row => [row.id, row.platform, row.network, row.campaign, row.country]),
      )
      return sql`FROM identity_names`
    }

  const tables = new Fresh(
    () =>
      database.read(sql`SELECT table_name AS name, data_length + index_length AS bytes,
        avg_row_length AS per_row FROM information_schema.tables WHERE table_schema = DATABASE()`),
    steady,
  )

  return {
    catalog: appId => kept.current(appId),

    identities: identitiesOf,

    async recommendations(work, run, granularity) {
      if (!run.recommendations) return []
      const columns = deliveredColumns('recommendations').filter(({ name }) => name !== 'run_id')
      const names = backtickedList(columns.map(({ name }) => name))
      return recommendations.read(`${granularity} ${runName(run)}`, work, work =>
        lanes.during(work, recommendationsCost(run), async () => {
          const rows = await whileNamed(still(ANY_VERSION, run.app_id, [run]), () =>
            database.readExact(
              sql`SELECT ${names} FROM recommendations WHERE run_id = ? AND granularity = ?`,
              [run.run_id, granularity],
              work,
            ),
          )
          return await mapInSlices(rows, row => plainRow<StoredRecommendation>(row, columns))
        }),
      )
    },

    async decisions(work, catalog, { app, runs, granularity, knownBy }) {
      const some = runs.filter(run => run.recommendations)
      if (some.length === 0) return []
      const names = decisionColumns(app)
      const columns = deliveredColumns('recommendations').filter(({ name }) => names.includes(name))
      const rows = await lanes.during(work, decisionsCost(some), () =>
        whileNamed(still(catalog, app.app_id, some), () =>
          database.readExact(
            sql`SELECT ${backtickedList(columns.map(({ name }) => name))} FROM recommendations
            WHERE run_id IN (${numbers(some.map(run => run.run_id))}) AND granularity = ?
              AND (lookback_end_date IS NULL OR lookback_end_date + INTERVAL target_dsi DAY <= ${date(knownBy)})`,
            [granularity],
            work,
          ),
        ),
      )
      return await mapInSlices(rows, row => plainRow<StoredDecision>(row, columns))
    },

    async alerts(work, catalog, appId, runs, range) {
      if (runs.length === 0) return []
      const columns = deliveredColumns('alerts')
      const created = range ? sql` AND created_at >= ${date(range.start)} AND created_at < ${date(range.end)} + INTERVAL 1 DAY` : sql``
      const rows = await lanes.during(work, alertsCost(catalog.files[appId]?.alerts ?? []), () =>
        whileNamed(still(catalog, appId, runs), () =>
          database.read(
            sql`SELECT ${backtickedList(columns.map(({ name }) => name))} FROM alerts
            WHERE run_id IN (${numbers(runs.map(run => run.run_id))})${created}`,
            work,
          ),
        ),
      )
      return await mapInSlices(rows, row => plainRow<StoredAlert>(row, columns))
    },

    async identityTotals(work, catalog, run) {
      const { facts } = run
      if (!facts) return []
      return totals.read(runName(run), work, work =>
        lanes.during(work, totalsCost(run, catalog.files[run.app_id]), async () => {
          const rows = await whileNamed(still(catalog, run.app_id, [run]), () =>
            database.read(
              totalsSql(recentDays(run), factsSource(facts, []), value => value),
              work,
            ),
          )
          return await mapInSlices(rows, plainTotals)
        }),
      )
    },

    async latestDays(work, catalog, run, through) {
      const { facts } = run
      if (!facts) return []
      return latest.read(`${runName(run)} ${through}`, work, work =>
        lanes.during(work, totalsCost(run, catalog.files[run.app_id]), async () => {
          const rows = await whileNamed(still(catalog, run.app_id, [run]), () =>
            database.read(
              latestDaysSql(through, factsSource(facts, []), value => value),
              work,
            ),
          )
          return await mapInSlices(rows, plainLatestDays)
        }),
      )
    },

    async snapshotDsis(work, catalog, app, runs) {
      if (!catalog.files[app.app_id]?.snapshots.length || runs.length === 0) return []
      // One index lookup per DSI; DISTINCT would scan all snapshots.
      const dsis = joined(
        app.dsi_values.map(dsi => sql`SELECT ${dsi} AS dsi`),
        sql` UNION ALL `,
      )
      const captured = sql`SELECT 1 FROM roas_snapshots s WHERE s.app_id = ${app.app_id} AND s.dsi = d.dsi
        AND s.run_id IN (${numbers(runs.map(run => run.run_id))}) LIMIT 1`
      const rows = await lanes.during(work, app.dsi_values.length, () =>
        whileNamed(still(catalog, app.app_id, runs), () =>
          database.read(sql`SELECT d.dsi, (${captured}) AS captured FROM (${dsis}) d ORDER BY d.dsi`, work),
        ),
      )
      return rows.filter(row => row['captured'] !== null).map(row => Number(row['dsi']))
    },

    withReportGroups: (work, catalog, query, use) =>
      withGroups(
        still(catalog, query.app.app_id, query.run ? [query.run] : []),
        work,
        reportCost(query, catalog.files[query.app.app_id]),
        (fetcher, session, signal) =>
          reportGroups(fetcher, query, namesIn(session, signal, catalog, query, !query.groupBy.includes('country'))),
        use,
      ),

    withSnapshotGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      return withGroups(
        still(catalog, query.app.app_id, query.runs),
        work,
        snapshotCost(query, files?.snapshots ?? [], files),
        (fetcher, session, signal) =>
          snapshotGroups(
            fetcher,
            query,
            (files?.snapshots.length ?? 0) > 0,
            namesIn(session, signal, catalog, query, query.granularity === 'campaign'),
          ),
        use,
      )
    },

    async size(catalog, appId) {
      const runs = catalog.runs.filter(run => run.app_id === appId)
      const facts = runs.flatMap(run => (run.facts ? factsTables(run.facts).map(({ name }) => name) : []))
      const files = catalog.files[appId]
      const shared: Record<string, number> = {
        identities: files?.identities?.rows ?? 0,
        roas_snapshots: files?.snapshots[0]?.rows ?? 0,
        alerts: files?.alerts[0]?.rows ?? 0,
        recommendations: runs.reduce((sum, run) => sum + (run.recommendations?.rows ?? 0), 0),
      }
      return (await tables.within(TABLES_FRESH_FOR)).reduce(
        (sum, { name, bytes, per_row: perRow }) =>
          sum + (facts.includes(String(name)) ? Number(bytes) : Number(perRow) * (shared[String(name)] ?? 0)),
        0,
      )
    },

    async ready() {
      await database.small.read(sql`SELECT 1`)
      await kept.current()
      await encoder.ready()
    },

    metrics: () => encoder.metrics(),

    async close() {
      encoder.close()
    },
  }
}

/** For data identified by a run alone. */
const ANY_VERSION = { version: Infinity }

interface Reading {
  kept: KeptCatalog
  catalog: Pick<Catalog, 'version'>
  appId: number
  runs: readonly Run[]
}

/**
 * Reads data that a concurrent import may remove.
 * @throws StoreUnavailable if it did, since a retry reads the newer catalog; StoreDamaged if a named table is missing
 */
async function whileNamed<Result>({ kept, catalog, appId, runs }: Reading, read: () => Promise<Result>): Promise<Result> {
  const result = await read().catch(async (error: unknown) => {
    if (!isMissingTable(error)) throw error
    await kept.requireStill(catalog, appId, runs)
    throw new StoreDamaged(runs[0]?.facts?.file ?? 'facts', `A table of the data of app ${appId} is missing from the database`, {
      cause: error,
    })
  })
  await kept.requireStill(catalog, appId, runs)
  return result
}
