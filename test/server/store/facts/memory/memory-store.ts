import { factsColumns } from '../../../../../server/store/facts/common/group-sql.ts'
import {
  foldLatestDays,
  latestDaysSql,
  plainLatestDay,
  plainTotals,
  reportGroups,
  snapshotGroups,
  totalsSql,
} from '../../../../../server/store/facts/common/parquet-groups.ts'
import { columnsOf, REVENUES } from '../../../../../server/imports/tables.ts'
import { Encoder } from '../../../../../server/store/files/encoder.ts'
import {
  type Catalog,
  dataFiles,
  type Run,
  type Segment,
} from '../../../../../server/core/model/catalog.ts'
import { recentDays } from '../../../../../server/core/model/dates.ts'
import type { Identity } from '../../../../../server/core/model/identities.ts'
import { sql, type Sql } from '../../../../../server/core/model/sql.ts'
import {
  decisionColumns,
  type Store,
  type StoredAlert,
  type StoredDecision,
  type StoredRecommendation,
} from '../../../../../server/core/model/store.ts'
import { Lanes } from '../../../../../server/core/runtime/turns.ts'
import type { Work } from '../../../../../server/core/runtime/work.ts'
import { displayedRow, IDENTITY_TYPES, relation, type Row } from './memory-rows.ts'

/** All that is kept: a catalog, and the rows of the segments that it names. */
export interface Memory {
  catalog: Catalog
  segments: Map<string, readonly Row[]>
  retired: { file: string; app: number; since: Date }[]
}

/** A cost that has the small lane and DuckDB. */
const COST = 1

/** A store of rows in memory. It filters lists in JavaScript, and adds up by the SQL of the other engines. */
export async function openMemoryStore(memory: Memory, dataDir: string): Promise<Store> {
  const lanes = new Lanes()
  const encoder = await Encoder.start({ dataDir, directories: [dataDir], lanes })
  const rowsOf = (segments: readonly (Pick<Segment, 'file'> | undefined)[]): readonly Row[] =>
    segments.flatMap(segment => (segment ? memory.segments.get(segment.file)! : []))
  const inTurn = <Result>(work: Work, read: () => Result): Promise<Result> =>
    lanes.during(work, COST, async () => read())
  const identitiesOf = (catalog: Catalog, appId: number): Sql =>
    sql`(${relation(rowsOf([catalog.files[appId]?.identities]), IDENTITY_TYPES)})`
  const factsOf = ({ facts }: Run): Sql | undefined => {
    if (facts === undefined) return undefined
    const types = Object.fromEntries(factsColumns(facts).map(name => [name, TYPES[name] ?? MONEY]))
    return sql`(${relation(rowsOf([facts]), types)})`
  }

  return {
    catalog: async () => memory.catalog,
    identities: (work, catalog, appId) =>
      inTurn(work, () => rowsOf([catalog.files[appId]?.identities]) as unknown as Identity[]),
    recommendations: (work, runs, granularity) =>
      inTurn(work, () =>
        rowsOf(runs.map(run => run.recommendations))
          .filter(row => row['granularity'] === granularity)
          .map(row => displayedRow('recommendations', row) as StoredRecommendation),
      ),
    decisions: (work, _catalog, { app, runs, granularity }) =>
      inTurn(work, () => {
        const wanted = decisionColumns(app)
        const others = columnsOf('recommendations').flatMap(([name]) =>
          wanted.includes(name) ? [] : [name],
        )
        return rowsOf(runs.map(run => run.recommendations))
          .filter(row => row['granularity'] === granularity)
          .map(row => displayedRow('recommendations', row, others) as StoredDecision)
      }),
    alerts: (work, catalog, appId, runs, range) =>
      inTurn(work, () =>
        ofRuns(rowsOf(catalog.files[appId]?.alerts ?? []), runs)
          .map(row => displayedRow('alerts', row) as StoredAlert)
          .filter(
            ({ created_at: at }) =>
              !range || (range.start <= at.slice(0, 10) && at.slice(0, 10) <= range.end),
          ),
      ),
    async identityTotals(work, _catalog, run) {
      const facts = factsOf(run)
      if (facts === undefined) return []
      const query = totalsSql(recentDays(run), facts, value => sql`CAST(${value} AS VARCHAR)`)
      return (await encoder.session(work, COST, session => session.rows(query))).map(plainTotals)
    },
    async latestDays(work, _catalog, run, through) {
      const facts = factsOf(run)
      if (facts === undefined) return []
      const query = latestDaysSql(through, facts, value => sql`CAST(${value} AS VARCHAR)`)
      return await foldLatestDays(
        through,
        (await encoder.session(work, COST, session => session.rows(query))).map(plainLatestDay),
      )
    },
    snapshotDsis: (work, catalog, app, runs) =>
      inTurn(work, () => {
        const captured = ofRuns(rowsOf(catalog.files[app.app_id]?.snapshots ?? []), runs)
        return app.dsi_values.filter(dsi => captured.some(row => row['dsi'] === dsi))
      }),
    withReportGroups: (work, catalog, query, use) => {
      const groups = reportGroups(query, {
        facts: query.run && factsOf(query.run),
        identities: identitiesOf(catalog, query.app.app_id),
      })
      return encoder.session(work, COST, session => use(session, groups))
    },
    withSnapshotGroups: (work, catalog, query, use) => {
      const { app_id: app } = query.app
      const snapshots = sql`(${relation(rowsOf(catalog.files[app]?.snapshots ?? []), SNAPSHOT_TYPES)})`
      const sources = { snapshots, earlier: snapshots, identities: identitiesOf(catalog, app) }
      return encoder.session(work, COST, session =>
        use(session, snapshotGroups(query, sources, [])),
      )
    },
    async size(catalog, appId) {
      const rows = rowsOf([...dataFiles(catalog, appId)].map(file => ({ file })))
      return rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0)
    },
    metrics: () => encoder.metrics(),
    ready: () => encoder.ready(),
    close: () => encoder.close(),
  }
}

const MONEY = 'DECIMAL(18,4)'
const TYPES: Record<string, string> = {
  install_date: 'DATE',
  identity: 'INTEGER',
  campaign_id: 'INTEGER',
  run_id: 'BIGINT',
  dsi: 'INTEGER',
  paid_installs: 'BIGINT',
  incremental_blended_installs: 'BIGINT',
  full_blended_installs: 'BIGINT',
}
const SNAPSHOT_TYPES = Object.fromEntries(
  ['run_id', 'install_date', 'identity', 'campaign_id', 'dsi', 'spend', ...REVENUES].map(name => [
    name,
    TYPES[name] ?? MONEY,
  ]),
)

function ofRuns(rows: readonly Row[], runs: readonly Run[]): Row[] {
  return rows.filter(row => runs.some(run => run.run_id === Number(row['run_id'])))
}
