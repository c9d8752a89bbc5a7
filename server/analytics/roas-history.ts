import { roasHistoryColumns as declared } from '../../generated/client/columns.ts'
import { betLookback } from '../model/bet-lookback.ts'
import { PLATFORMS, type BetLookback, type Platform, type Run } from '../model/catalog.ts'
import type { SnapshotGroups, SnapshotGroupsQuery, StoredRecommendation } from '../model/store.ts'
import { date, joined, literal, numbers, quoted, sql, type Sql, timestamp } from '../model/sql.ts'
import { forEachInSlices } from '../sharing/slices.ts'
import { type FileColumn, type Encoding, selectList, writeFile } from './file.ts'
import type { Identity } from '../model/identities.ts'
import type { Session } from '../model/session.ts'

export interface RoasHistoryPlan extends SnapshotGroupsQuery {
  /** The latest succeeded run; undefined when the app has none. */
  served: Run | undefined
  /** Smallest cohort age that has a column. */
  firstAge: number
  recommended: readonly RecommendedIdentity[]
  limit: number | undefined
}

/** A campaign (or campaign-geo) of the latest run, by the identity that snapshots carry. */
interface RecommendedIdentity {
  identity: number
  recommendation_id: number
  /** Average daily spend over the bet lookback range, app currency. */
  daily_spend: number
}

/** Of several runs that saw the same newest install date the newest speaks for it: one run per age of a cohort. `runs` oldest first. */
export function runsByAge(runs: readonly Run[]): Run[] {
  return [...new Map(runs.map(run => [run.max_install_date, run])).values()]
}

/** The first age: the smallest bet-lookback start over the platforms asked for (all three by default), in days. */
export function firstAge(lookbacks: readonly BetLookback[], appId: number, platforms: readonly Platform[] = PLATFORMS): number {
  return Math.min(...platforms.map(platform => betLookback(lookbacks, appId, platform).start_day))
}

/** Recommendations, all of one granularity, found among the app's identities. One that no snapshot can name is left out. */
export async function recommendedIdentities(
  recommendations: readonly StoredRecommendation[],
  identities: readonly Identity[],
  granularity: 'campaign' | 'campaign_geo',
): Promise<RecommendedIdentity[]> {
  const geo = granularity === 'campaign_geo'
  const key = (row: Omit<Identity, 'id' | 'campaign_id'>): string =>
    JSON.stringify([row.platform, row.network, row.campaign, ...(geo ? [row.country] : [])])
  const ids = new Map<string, number>()
  await forEachInSlices(identities, identity => ids.set(key(identity), geo ? identity.id : identity.campaign_id))
  const found = new Map<number, RecommendedIdentity>()
  await forEachInSlices(recommendations, row => {
    const identity = ids.get(key(row))
    if (identity === undefined) return
    const next = { identity, recommendation_id: row.recommendation_id, daily_spend: row.spend / row.lookback_days }
    const known = found.get(identity)
    if (!known || next.daily_spend > known.daily_spend) found.set(identity, next)
  })
  return [...found.values()]
}

function runsTable(runs: readonly Run[]): Sql {
  return joined(runs.map(run => sql`(${run.run_id}::BIGINT, ${date(run.max_install_date!)}, ${timestamp(new Date(run.created_at))})`))
}

function recommendedTable(rows: readonly RecommendedIdentity[]): Sql {
  return joined(rows.map(row => sql`(${row.identity}, ${row.recommendation_id}::BIGINT, ${row.daily_spend}::DOUBLE)`))
}

// One row per cohort and age. Rounding is half away from zero on the double, in DuckDB for every engine.
function valuesQuery(plan: RoasHistoryPlan, groups: Sql): Sql {
  return sql`
SELECT * FROM (
  SELECT g.install_cohort, g.identity, r.created_at, r.max_install_date, (r.max_install_date - g.install_cohort)::INTEGER AS age,
    round(g.revenue::DOUBLE / nullif(g.spend, 0)::DOUBLE, 4) AS roas
  FROM (FROM ${groups}) g JOIN (VALUES ${runsTable(plan.runs)}) r(run_id, max_install_date, created_at) USING (run_id)
) WHERE roas IS NOT NULL AND age >= ${plan.firstAge}`
}

// A run may have seen later install dates than the latest one, and then ages that are no column. The oldest cohort with a column has a
// value within the latest run's sight: what no other cohort's columns can change.
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

/** The file's columns in the contract's order, ages ascending: one of the contract without an entry does not compile. */
function roasHistoryColumns(plan: RoasHistoryPlan, lastAge: number): FileColumn[] {
  const perCampaign = (column: FileColumn): FileColumn[] => (plan.granularity === 'app' ? [] : [column])
  const columns: Record<keyof typeof declared, FileColumn[]> = {
    created_at: [{ name: 'created_at', sql: sql`h.created_at`, timestamp: true }],
    recommendation_id: perCampaign({ name: 'recommendation_id', sql: sql`h.recommendation_id` }),
    platform: perCampaign({ name: 'platform', sql: sql`h.platform` }),
    network: perCampaign({ name: 'network', sql: sql`h.network`, text: true }),
    campaign: perCampaign({ name: 'campaign', sql: sql`h.campaign`, text: true }),
    country: plan.granularity === 'campaign_geo' ? [{ name: 'country', sql: sql`h.country`, text: true }] : [],
    daily_spend: perCampaign({ name: 'daily_spend', sql: sql`h.daily_spend` }),
    install_cohort: [{ name: 'install_cohort', sql: sql`h.install_cohort` }],
    dsi: [{ name: 'dsi', sql: sql`${plan.dsi}::BIGINT` }],
    roas_type: [{ name: 'roas_type', sql: literal(plan.roasType) }],
    revenue_type: [{ name: 'revenue_type', sql: literal(plan.revenueType) }],
    'roas_age_{age}': ages(plan, lastAge).map(age => ({ name: `roas_age_${age}`, sql: sql`p.${quoted(String(age))}` })),
  }
  return (Object.keys(declared) as (keyof typeof declared)[]).flatMap(name => columns[name])
}

function ages({ firstAge }: RoasHistoryPlan, lastAge: number): number[] {
  return Array.from({ length: Math.max(0, lastAge - firstAge + 1) }, (_, index) => firstAge + index)
}

const EMPTY_ROWS = sql`SELECT NULL::TIMESTAMP AS created_at, NULL::BIGINT AS recommendation_id, NULL::VARCHAR AS platform, NULL::VARCHAR AS network,
  NULL::VARCHAR AS campaign, NULL::VARCHAR AS country, NULL::DOUBLE AS daily_spend, NULL::DATE AS install_cohort WHERE false`

/** Writes ROAS history to `path`. Answers the rows that matched, before `limit`. */
export async function writeRoasHistory(
  session: Session,
  plan: RoasHistoryPlan,
  relations: SnapshotGroups,
  path: string,
  encoding: Encoding,
): Promise<number> {
  const write = (source: Sql, lastAge: number, total: number): Promise<number> =>
    writeFile(session, sql`SELECT\n  ${selectList(roasHistoryColumns(plan, lastAge), encoding)}\nFROM ${source}`, path, encoding, total)
  const perCampaign = plan.granularity !== 'app'
  if (!plan.served?.max_install_date || plan.runs.length === 0 || (perCampaign && plan.recommended.length === 0)) {
    return write(sql`(${EMPTY_ROWS}) h`, -1, 0)
  }

  if (perCampaign) {
    await session.run(sql`CREATE TEMP TABLE campaigns AS SELECT d.*, n.platform, n.network, n.campaign, n.country
      FROM (VALUES ${recommendedTable(plan.recommended)}) d(identity, recommendation_id, daily_spend) JOIN (${await relations.names()}) n ON n.id = d.identity`)
  }
  const groups = sql`(${await relations.groups()}) ${perCampaign ? sql`SEMI JOIN campaigns USING (identity)` : sql``}`
  await session.run(sql`CREATE TEMP TABLE captured AS ${withinColumns(valuesQuery(plan, groups), plan.served.max_install_date)}`)
  const { source, order } = ROWS_BY[perCampaign ? 'campaign' : 'app']
  await session.run(sql`CREATE TEMP TABLE history AS
    WITH cohorts AS (SELECT install_cohort, identity, max(created_at) AS created_at FROM captured GROUP BY ALL)
    SELECT *, row_number() OVER (ORDER BY ${order}) AS position, count(*) OVER () AS total FROM ${source}
    ${plan.limit === undefined ? sql`` : sql`QUALIFY position <= ${plan.limit}`}`)
  const [found] = await session.rows<{ total: number | null; last_age: number | null }>(
    sql`SELECT max(total) AS total, ${date(plan.served.max_install_date)} - min(install_cohort) AS last_age FROM history`,
  )
  if (!found?.total || found.last_age === null) return write(sql`(${EMPTY_ROWS}) h`, -1, 0)

  const pivot = sql`PIVOT (SELECT install_cohort, identity, age, roas FROM captured SEMI JOIN history USING (install_cohort, identity))
    ON age IN (${numbers(ages(plan, found.last_age))}) USING first(roas) GROUP BY install_cohort, identity`
  return write(sql`history h JOIN (${pivot}) p USING (install_cohort, identity) ORDER BY h.position`, found.last_age, found.total)
}
