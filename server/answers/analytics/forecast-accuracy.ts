import type { components } from '../../../generated/types.ts'
import type { InstallGrouping } from '../../core/model/dates.ts'
import type { IdentityName } from '../../core/model/identities.ts'
import { joined, plain, type Session, sql, type Sql } from '../../core/model/sql.ts'
import type { SnapshotGroups, SnapshotGroupsQuery } from '../../core/model/store.ts'
import { cohortsByAge } from './roas-history.ts'
import { HIGH_SHARE, LOW_SHARE } from '../../core/formulas/interval.ts'

type AccuracyAtAge = components['schemas']['ForecastAccuracy']

/** Age in days from which a cohort has all its installs. */
const WHOLE_AGE: Record<InstallGrouping, Sql> = {
  daily: sql`0`,
  weekly: sql`6`,
  monthly: sql`day(last_day(install_cohort)) - 1`,
}

export interface AccuracyPlan extends SnapshotGroupsQuery {
  /** Names to group by, in the order of identities; empty at granularity `app`. */
  groupBy: readonly IdentityName[]
}

/**
 * Forecast accuracy as one query, by group and age. Sums are exact; ratios are ratios of sums. A quantile is the smallest error whose
 * cumulative share of spend reaches it.
 */
export async function accuracyQuery(plan: AccuracyPlan, relations: SnapshotGroups): Promise<Sql> {
  const names = plan.groupBy.map(plain)
  const key = joined([...names, sql`age`])
  const named =
    names.length === 0 ? sql`` : sql`JOIN (${await relations.names()}) n ON n.id = f.identity`
  return sql`
WITH ${await saidAndActual(plan, relations)}, compared AS MATERIALIZED (
  SELECT ${joined([...names.map(name => sql`n.${name}`), sql`f.age`])}, a.spend, a.revenue, f.revenue - a.revenue AS difference
  FROM said f JOIN actual a USING (install_cohort, identity) ${named} WHERE f.age >= f.whole_age AND f.age < ${plan.dsi}
), by_age AS (
  SELECT ${key}, count(*) AS cohorts, sum(spend)::DOUBLE AS spend, sum(difference)::DOUBLE / nullif(sum(revenue), 0)::DOUBLE AS bias,
    sum(abs(difference))::DOUBLE / nullif(sum(revenue), 0)::DOUBLE AS wape
  FROM compared GROUP BY ${key}
), errors AS (
  SELECT ${key}, spend, abs(difference)::DOUBLE / revenue::DOUBLE AS error FROM compared WHERE revenue > 0 AND spend > 0
), reached AS (
  SELECT ${key}, error, sum(spend) OVER (PARTITION BY ${key} ORDER BY error) AS spend, sum(spend) OVER (PARTITION BY ${key}) AS total FROM errors
), quantiles AS (
  SELECT ${key}, min(error) FILTER (spend * 2 >= total) AS p50, min(error) FILTER (spend * 10 >= total * 9) AS p90 FROM reached GROUP BY ${key}
)
SELECT ${key}, cohorts, spend, bias, wape, p50, p90 FROM by_age LEFT JOIN quantiles USING (${key}) ORDER BY ${key}`
}

async function saidAndActual(plan: SnapshotGroupsQuery, relations: SnapshotGroups): Promise<Sql> {
  return sql`said AS MATERIALIZED (
  SELECT install_cohort, identity, spend, revenue, age, ${WHOLE_AGE[plan.grouping]} AS whole_age FROM (${await cohortsByAge(plan, relations)})
), actual AS (
  SELECT install_cohort, identity, arg_min(spend, age) AS spend, arg_min(revenue, age) AS revenue FROM said
  WHERE age >= ${plan.dsi} + whole_age GROUP BY ALL
)`
}

export interface ForecastRatios {
  cases: number
  /** 10th and 90th percentile of actual / forecast; null without cases. */
  low: number | null
  high: number | null
}

/** Actual / forecast of cohorts, for forecasts from the day of their installs. */
export async function firstDayRatios(
  session: Session,
  plan: SnapshotGroupsQuery,
  relations: SnapshotGroups,
): Promise<ForecastRatios> {
  if (plan.runs.length === 0 || plan.dsi === 0) return { cases: 0, low: null, high: null }
  const [ratios] = await session.rows<ForecastRatios & Record<string, unknown>>(sql`
WITH ${await saidAndActual(plan, relations)}, ratios AS (
  SELECT a.revenue::DOUBLE / f.revenue::DOUBLE AS ratio FROM said f JOIN actual a USING (install_cohort, identity) WHERE f.age = 0 AND f.revenue > 0
)
SELECT count(*)::INTEGER AS cases, quantile_cont(ratio, ${LOW_SHARE}) AS low, quantile_cont(ratio, ${HIGH_SHARE}) AS high FROM ratios`)
  return ratios!
}

/** Error of forecasts of whole cohorts younger than the DSI against the first complete actuals, by age. */
export async function forecastAccuracy(
  session: Session,
  plan: AccuracyPlan,
  relations: SnapshotGroups,
): Promise<AccuracyAtAge[]> {
  if (plan.runs.length === 0) return []
  return session.rows<AccuracyAtAge>(await accuracyQuery(plan, relations))
}
