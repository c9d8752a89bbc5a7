import type { reportColumns } from '../../../generated/client/columns.ts'
import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { joined, plain, sql, type Sql } from '../../model/sql.ts'
import { type CohortSum, coveredName, type RevenueColumn, revenueName } from '../../model/store.ts'

/** A column of the report as the contract names it, what it varies by in braces. */
export type ReportColumn = keyof typeof reportColumns

/** The columns of a metric: those that begin with its name. */
type ColumnsOf<Name extends Metric> = Extract<ReportColumn, Name | `${Name}_${string}`>

/**
 * A metric: the formula of each of its columns over a row of `ReportGroups.groups`, `g`. What a column varies by, and the type and unit of its
 * cells, the contract says; a column of a metric without a formula does not compile. With `partial` the row has sums of what revenue covers.
 */
export type MetricDefinition<Name extends Metric> = Record<ColumnsOf<Name>, (of: RevenueColumn, partial: boolean) => Sql>

/** Sums are exact decimals; a ratio is one IEEE division of the two sums. A denominator of 0 gives null. */
export function ratio(numerator: Sql, denominator: Sql): Sql {
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

/** Revenue, null unless it is known of every cohort with spend or installs; with `partial`, unless it is of one of them. */
export function revenueSum(of: RevenueColumn, partial: boolean): Sql {
  const sum = sql`g.${plain(revenueName(of))}`
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
