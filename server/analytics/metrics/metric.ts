import type { reportColumns } from '../../../generated/client/columns.ts'
import type { components } from '../../../generated/types.ts'
import { plain, sql, type Sql } from '../../model/sql.ts'
import type { RevenueColumn } from '../../model/store.ts'

/** A metric of the contract. */
export type Metric = components['schemas']['Metric']

/** A column of the report as the contract names it, what it varies by in braces. */
export type ReportColumn = keyof typeof reportColumns

/** The columns of a metric: those that begin with its name. */
type ColumnsOf<Name extends Metric> = Extract<ReportColumn, Name | `${Name}_${string}`>

/**
 * A metric: the formula of each of its columns over a row of `ReportGroups.groups`, `g`. What a column varies by, and the type and unit of its
 * cells, the contract says; a column of a metric without a formula does not compile.
 */
export type MetricDefinition<Name extends Metric> = Record<ColumnsOf<Name>, (of: RevenueColumn) => Sql>

/** Sums are exact decimals; a ratio is one IEEE division of the two sums. A denominator of 0 gives null. */
export function ratio(numerator: string, denominator: string): Sql {
  return sql`g.${plain(numerator)}::DOUBLE / nullif(g.${plain(denominator)}, 0)::DOUBLE`
}
