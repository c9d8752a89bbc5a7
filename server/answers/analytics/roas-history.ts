import { type Platform, PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import { roasHistoryColumns as declared } from '../../../generated/client/columns.ts'
import type { BetLookback, RecommendationRun } from '../../core/model/catalog.ts'
import { betLookback } from '../../core/model/runs.ts'
import { daysBetween, type InstallGrouping, periodStart } from '../../core/model/dates.ts'
import type { Identity } from '../../core/model/identities.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'
import {
  date,
  joined,
  literal,
  numbers,
  quoted,
  type Session,
  sql,
  type Sql,
  timestamp,
} from '../../core/model/sql.ts'
import type {
  SnapshotGroups,
  SnapshotGroupsQuery,
  StoredRecommendation,
} from '../../core/model/store.ts'
import {
  type Encoding,
  type FileColumn,
  orderBy,
  selectList,
  type Sorting,
  writeFile,
} from './file.ts'

export interface RoasHistoryPlan extends SnapshotGroupsQuery {
  /** Undefined if no run succeeded. */
  served: RecommendationRun | undefined
  /** Smallest cohort age that has a column. */
  firstAge: number
  recommended: readonly RecommendedIdentity[]
  /** Undefined for the usual order. */
  sorting: Sorting | undefined
  limit: number | undefined
  offset: number
}

interface RecommendedIdentity {
  identity: number
  recommendation_id: number
  /** Average daily spend over the bet lookback range, in the app's currency. */
  daily_spend: number
}

export function firstAge(
  lookbacks: readonly BetLookback[],
  appId: number,
  platforms: readonly Platform[] = PLATFORMS,
): number {
  return Math.min(...platforms.map(platform => betLookback(lookbacks, appId, platform).start_day))
}

/** Recommendations among the app's identities, except those that no snapshot can match. */
export async function recommendedIdentities(
  recommendations: readonly StoredRecommendation[],
  identities: readonly Identity[],
  granularity: 'campaign' | 'campaign_geo',
): Promise<RecommendedIdentity[]> {
  const geo = granularity === 'campaign_geo'
  const key = (row: Omit<Identity, 'id' | 'campaign_id'>): string =>
    JSON.stringify([row.platform, row.network, row.campaign, ...(geo ? [row.country] : [])])
  const ids = new Map<string, number>()
  await forEachInSlices(identities, identity =>
    ids.set(key(identity), geo ? identity.id : identity.campaign_id),
  )
  const byIdentity = new Map<number, RecommendedIdentity>()
  await forEachInSlices(recommendations, row => {
    const identity = ids.get(key(row))
    if (identity === undefined) return
    const next = {
      identity,
      recommendation_id: row.recommendation_id,
      daily_spend: row.spend / row.lookback_days,
    }
    const known = byIdentity.get(identity)
    if (!known || next.daily_spend > known.daily_spend) byIdentity.set(identity, next)
  })
  return [...byIdentity.values()]
}

function recommendedTable(rows: readonly RecommendedIdentity[]): Sql {
  return joined(
    rows.map(
      row => sql`(${row.identity}, ${row.recommendation_id}::BIGINT, ${row.daily_spend}::DOUBLE)`,
    ),
  )
}

// Rounds half away from zero on the double, in DuckDB for every engine.
function valuesQuery(plan: RoasHistoryPlan, said: Sql): Sql {
  return sql`
SELECT * FROM (
  SELECT install_cohort, identity, created_at, max_install_date, age, round(revenue::DOUBLE / nullif(spend, 0)::DOUBLE, 4) AS roas FROM ${said}
) WHERE roas IS NOT NULL AND age >= ${plan.firstAge}`
}

// A run may have later install dates than the newest run, and thus ages without a column.
function withinColumns(values: Sql, latest: string): Sql {
  return sql`
WITH found AS (${values})
SELECT * EXCLUDE (max_install_date) FROM found
WHERE age <= ${date(latest)} - (SELECT min(install_cohort) FROM found WHERE max_install_date <= ${date(latest)})`
}

const ROWS_BY = {
  app: { source: sql`cohorts c`, order: sql`c.install_cohort` },
  campaign: {
    source: sql`cohorts c JOIN campaigns d USING (identity)`,
    order: sql`d.daily_spend DESC, d.recommendation_id DESC, c.install_cohort`,
  },
}

const CONSTANT = new Set(['dsi', 'roas_type', 'revenue_type'])

function sortedBy({ sorting }: RoasHistoryPlan): { source: Sql; order: Sql } {
  if (sorting === undefined || CONSTANT.has(sorting.column)) return { source: sql``, order: sql`` }
  const order = sql`${orderBy(sorting)}, `
  const age = ageOf(sorting.column)
  if (age === undefined) return { source: sql``, order }
  const values = sql`SELECT install_cohort, identity, roas AS ${quoted(sorting.column)} FROM captured WHERE age = ${age}`
  return { source: sql` LEFT JOIN (${values}) USING (install_cohort, identity)`, order }
}

function ageColumn(age: number): string {
  return `roas_age_${age}`
}
function ageOf(column: string): number | undefined {
  const digits = /^roas_age_(\d+)$/.exec(column)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Uses the longest month. */
export function fullFromAge(grouping: InstallGrouping): number {
  return { daily: 0, weekly: 6, monthly: 30 }[grouping]
}

type ColumnsPlan = Pick<
  RoasHistoryPlan,
  'granularity' | 'dsi' | 'roasType' | 'revenueType' | 'firstAge'
>

/** Names of a file's columns, including possible ages up to that of the oldest requested cohort. */
export function columnNames(
  plan: ColumnsPlan & Pick<RoasHistoryPlan, 'served' | 'range' | 'grouping'>,
): Record<'always' | 'ages', string[]> {
  const latest = plan.served?.max_install_date
  const lastAge = latest ? daysBetween(periodStart(plan.range.start, plan.grouping), latest) : -1
  return {
    always: roasHistoryColumns(plan, -1).map(({ name }) => name),
    ages: ages(plan, lastAge).map(ageColumn),
  }
}

/** The file's columns in the contract's order, ages ascending. A column of the contract without an entry does not compile. */
function roasHistoryColumns(plan: ColumnsPlan, lastAge: number): FileColumn[] {
  const perCampaign = (column: FileColumn): FileColumn[] =>
    plan.granularity === 'app' ? [] : [column]
  const columns: Record<keyof typeof declared, FileColumn[]> = {
    created_at: [{ name: 'created_at', sql: sql`h.created_at`, timestamp: true }],
    recommendation_id: perCampaign({ name: 'recommendation_id', sql: sql`h.recommendation_id` }),
    platform: perCampaign({ name: 'platform', sql: sql`h.platform` }),
    network: perCampaign({ name: 'network', sql: sql`h.network`, text: true }),
    campaign: perCampaign({ name: 'campaign', sql: sql`h.campaign`, text: true }),
    country:
      plan.granularity === 'campaign_geo'
        ? [{ name: 'country', sql: sql`h.country`, text: true }]
        : [],
    daily_spend: perCampaign({ name: 'daily_spend', sql: sql`h.daily_spend` }),
    install_cohort: [{ name: 'install_cohort', sql: sql`h.install_cohort` }],
    dsi: [{ name: 'dsi', sql: sql`${plan.dsi}::BIGINT` }],
    roas_type: [{ name: 'roas_type', sql: literal(plan.roasType) }],
    revenue_type: [{ name: 'revenue_type', sql: literal(plan.revenueType) }],
    'roas_age_{age}': ages(plan, lastAge).map(age => ({
      name: ageColumn(age),
      sql: sql`p.${quoted(String(age))}`,
    })),
  }
  return (Object.keys(declared) as (keyof typeof declared)[]).flatMap(name => columns[name])
}

function ages({ firstAge }: Pick<RoasHistoryPlan, 'firstAge'>, lastAge: number): number[] {
  return Array.from({ length: Math.max(0, lastAge - firstAge + 1) }, (_, index) => firstAge + index)
}

const EMPTY_ROWS = sql`SELECT NULL::TIMESTAMP AS created_at, NULL::BIGINT AS recommendation_id, NULL::VARCHAR AS platform, NULL::VARCHAR AS network,
  NULL::VARCHAR AS campaign, NULL::VARCHAR AS country, NULL::DOUBLE AS daily_spend, NULL::DATE AS install_cohort WHERE false`

/** Writes ROAS history to `path`. Returns the number of matching rows, before `limit`. */
export async function writeRoasHistory(
  session: Session,
  plan: RoasHistoryPlan,
  relations: SnapshotGroups,
  path: string,
  encoding: Encoding,
): Promise<number> {
  const write = (source: Sql, lastAge: number, total: number): Promise<number> =>
    writeFile(
      session,
      sql`SELECT\n  ${selectList(roasHistoryColumns(plan, lastAge), encoding)}\nFROM ${source}`,
      path,
      encoding,
      total,
    )
  const perCampaign = plan.granularity !== 'app'
  if (
    !plan.served?.max_install_date ||
    plan.runs.length === 0 ||
    (perCampaign && plan.recommended.length === 0)
  ) {
    return write(sql`(${EMPTY_ROWS}) h`, -1, 0)
  }

  if (perCampaign) {
    await session.run(sql`CREATE TEMP TABLE campaigns AS SELECT d.*, n.platform, n.network, n.campaign, n.country
      FROM (VALUES ${recommendedTable(plan.recommended)}) d(identity, recommendation_id, daily_spend) JOIN (${await relations.names()}) n ON n.id = d.identity`)
  }
  const said = sql`(${await cohortsByAge(plan, relations)}) ${perCampaign ? sql`SEMI JOIN campaigns USING (identity)` : sql``}`
  await session.run(
    sql`CREATE TEMP TABLE captured AS ${withinColumns(valuesQuery(plan, said), plan.served.max_install_date)}`,
  )
  const { source, order } = ROWS_BY[perCampaign ? 'campaign' : 'app']
  const sorted = sortedBy(plan)
  await session.run(sql`CREATE TEMP TABLE matched AS
    WITH cohorts AS (SELECT install_cohort, identity, max(created_at) AS created_at FROM captured GROUP BY ALL)
    SELECT *, row_number() OVER (ORDER BY ${sorted.order}${order}) AS position FROM ${source}${sorted.source}`)
  const page =
    plan.limit === undefined
      ? sql``
      : sql`WHERE position > ${plan.offset} AND position <= ${plan.offset + plan.limit}`
  await session.run(sql`CREATE TEMP VIEW history AS FROM matched ${page}`)
  const [totals] = await session.rows<{ total: number; last_age: number | null }>(
    sql`SELECT (SELECT count(*) FROM matched) AS total, ${date(plan.served.max_install_date)} - min(install_cohort) AS last_age FROM history`,
  )
  if (!totals || totals.last_age === null)
    return write(sql`(${EMPTY_ROWS}) h`, -1, totals?.total ?? 0)

  const pivot = sql`PIVOT (SELECT install_cohort, identity, age, roas FROM captured SEMI JOIN history USING (install_cohort, identity))
    ON age IN (${numbers(ages(plan, totals.last_age))}) USING first(roas) GROUP BY install_cohort, identity`
  return write(
    sql`history h JOIN (${pivot}) p USING (install_cohort, identity) ORDER BY h.position`,
    totals.last_age,
    totals.total,
  )
}

/** Of several runs with the same newest install date the newest counts, so that a cohort has one run per age. `runs` oldest first. */
export function runsByAge(runs: readonly RecommendationRun[]): RecommendationRun[] {
  return [...new Map(runs.map(run => [run.max_install_date, run])).values()]
}

function runsTable(runs: readonly RecommendationRun[]): Sql {
  return joined(
    runs.map(
      run =>
        sql`(${run.run_id}::BIGINT, ${date(run.max_install_date)}, ${timestamp(new Date(run.created_at))})`,
    ),
  )
}

/**
 * Snapshots by cohort: `install_cohort`, `identity`, `spend`, `revenue`, `age` (days from the period's start to the run's latest install
 * date), the run's `created_at` and `max_install_date`. Omits runs whose snapshots begin within a period: they captured only a part of that
 * cohort. Requires a run.
 */
export async function cohortsByAge(
  { runs }: SnapshotGroupsQuery,
  relations: SnapshotGroups,
): Promise<Sql> {
  return sql`
SELECT g.install_cohort, g.identity, g.spend, g.revenue, (r.max_install_date - g.install_cohort)::INTEGER AS age, r.created_at, r.max_install_date
FROM (${await relations.groups()}) g JOIN (${await relations.beginnings()}) b USING (run_id)
  JOIN (VALUES ${runsTable(runs)}) r(run_id, max_install_date, created_at) USING (run_id)
WHERE b.first_install_date <= g.install_cohort`
}
