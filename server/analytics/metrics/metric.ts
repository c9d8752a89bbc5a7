import type { reportColumns } from '../../../generated/client/columns.ts'
import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { joined, plain, sql, type Sql } from '../../model/sql.ts'
import { type CohortSum, coveredName, type RevenueColumn, revenueName } from '../../model/store.ts'

/** Columns of the contract, without those that a comparison adds. */
export type ReportColumn = Exclude<keyof typeof reportColumns, `{column}${string}`>

type ColumnsOf<Name extends Metric> = Extract<ReportColumn, Name | `${Name}_${string}`>

/** Properties of the report that formulas depend on. */
export interface Basis {
  partial: boolean
  /** The app's available DSIs, ascending. */
  dsis: readonly number[]
}

/** A ratio by its exact sums. */
export interface Ratio {
  numerator: Sql
  denominator: Sql
}

/**
 * The formula of each column of a metric over a row of `ReportGroups.groups`, `g`. The contract has types and units; a column without a
 * formula does not compile. With `partial` the row has the covered sums.
 */
export type MetricDefinition<Name extends Metric> = Record<ColumnsOf<Name>, (of: RevenueColumn, basis: Basis) => Sql | Ratio>

/** One IEEE division of two exact sums; null if the denominator is 0. */
export function ratio({ numerator, denominator }: Ratio): Sql {
  return sql`${numerator}::DOUBLE / nullif(${denominator}, 0)::DOUBLE`
}

/** A sum over the whole group. */
export function whole(sum: CohortSum): Sql {
  return sql`g.${plain(sum)}`
}

/** Denominator for revenue at a DSI: a sum over the group, with `partial` only over cohorts with known revenue. */
export function covered(sum: CohortSum, { dsi }: Pick<RevenueColumn, 'dsi'>, partial: boolean): Sql {
  return partial ? sql`g.${plain(coveredName(sum, dsi))}` : whole(sum)
}

/** Revenue as far as known; without `partial`, null unless known for every cohort. For ratios, which are null without a denominator. */
export function knownRevenue(of: RevenueColumn): Sql {
  return sql`g.${plain(revenueName(of))}`
}

/** Revenue; null unless known for every cohort with spend or installs; with `partial`, for one of them. */
export function revenueSum(of: RevenueColumn, partial: boolean): Sql {
  const sum = knownRevenue(of)
  if (!partial) return sum
  const counting = ['spend', 'full_blended_installs'] as const
  const some = joined(
    counting.map(name => sql`${covered(name, of, true)} > 0`),
    sql` OR `,
  )
  const none = joined(
    counting.map(name => sql`${whole(name)} = 0`),
    sql` AND `,
  )
  return sql`(CASE WHEN ${some} OR (${none}) THEN ${sum} END)`
}
