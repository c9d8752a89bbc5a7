import type { Test } from 'tap'
import type { RecommendationRun, Run } from '../../../../../server/core/model/catalog.ts'
import type { Identity } from '../../../../../server/core/model/identities.ts'
import { succeededRuns } from '../../../../../server/core/model/runs.ts'
import { type Relation, type Session, sql } from '../../../../../server/core/model/sql.ts'
import type {
  ReportGroups,
  ReportGroupsQuery,
  SnapshotGroups,
  SnapshotGroupsQuery,
} from '../../../../../server/core/model/store.ts'
import type { Identity as Names } from '../../../../reference/delivery.ts'
import { work } from '../../../../support/work.ts'
import type { Engine } from './engine.ts'
import { ANDROID, DE, IDLE, storeDelivery, US } from './store-delivery.ts'
import { emptyStore } from './stores.ts'

/** What a report's query is unless a test says otherwise: all of run 3, by day and identity, with paid gross revenue at DSI 7. */
export const REPORT = {
  range: { start: '2026-01-01', end: '2026-03-30' },
  grouping: 'daily',
  groupBy: ['platform', 'network', 'campaign', 'country'],
  revenue: [{ roasType: 'paid', revenueType: 'gross', dsi: 7 }],
  partial: false,
  identityIds: undefined,
  limit: undefined,
} satisfies Partial<ReportGroupsQuery>

const SNAPSHOTS = {
  dsi: 7,
  roasType: 'paid',
  revenueType: 'gross',
  range: { start: '2026-03-15', end: '2026-03-30' },
  grouping: 'weekly',
  granularity: 'app',
  identityIds: undefined,
} satisfies Partial<SnapshotGroupsQuery>

export type Rows = Record<string, string | null>[]

/** The delivery in a store, and ways to ask for its groups. */
export type LoadedStore = NonNullable<Awaited<ReturnType<typeof loadedStore>>>

/** Loads `storeDelivery` into an empty store; undefined where there is none. */
export async function loadedStore(t: Test, engine: Engine) {
  const empty = await emptyStore(t, engine)
  if (empty === undefined) return
  const node = await empty.open()
  const { store } = node
  await node.load(storeDelivery())
  const catalog = await node.catalog(1)
  const app = catalog.apps.find(({ app_id: id }) => id === 1)!
  const run = (id: number, of = catalog): Run => of.runs.find(({ run_id }) => run_id === id)!
  const recommendationRun = (id: number): RecommendationRun =>
    succeededRuns(catalog, 1, 'recommendation').find(({ run_id }) => run_id === id)!
  const identities = await store.identities(work, catalog, 1)
  const idOf = (names: Names, of = identities): number =>
    of.find(identity => isNamed(identity, names))!.id
  const ids = { us: idOf(US), de: idOf(DE), android: idOf(ANDROID), idle: idOf(IDLE) }

  const report = (
    changes: Partial<ReportGroupsQuery>,
    relationOf: (groups: ReportGroups) => Promise<Relation>,
    of = catalog,
  ): Promise<Rows> =>
    store.withReportGroups(
      work,
      of,
      { ...REPORT, app, run: run(3), ...changes },
      async (session, groups) => textsOf(session, await relationOf(groups)),
    )
  const groups = (changes: Partial<ReportGroupsQuery> = {}): Promise<Rows> =>
    report(changes, groups => groups.groups())
  const snapshots = (
    changes: Partial<SnapshotGroupsQuery>,
    relationOf: (groups: SnapshotGroups) => Promise<Relation> = groups => groups.groups(),
  ): Promise<Rows> =>
    store.withSnapshotGroups(
      work,
      catalog,
      { ...SNAPSHOTS, app, runs: [recommendationRun(1), recommendationRun(3)], ...changes },
      async (session, groups) => textsOf(session, await relationOf(groups)),
    )

  return {
    empty,
    node,
    store,
    catalog,
    app,
    run,
    recommendationRun,
    identities,
    ids,
    report,
    groups,
    snapshots,
  }
}

export function isNamed(identity: Identity, names: Names): boolean {
  return (['platform', 'network', 'campaign', 'country'] as const).every(
    name => identity[name] === names[name],
  )
}

/** All rows of a relation, every cell as DuckDB writes it. */
async function textsOf(session: Session, relation: Relation): Promise<Rows> {
  return await session.rows(sql`SELECT COLUMNS(*)::VARCHAR FROM (${relation}) ORDER BY ALL`)
}
