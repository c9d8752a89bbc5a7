import type { reportColumns } from '../../../generated/client/columns.ts'
import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'
import type { RatioMetric } from '../../core/formulas/sums.ts'
import { joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import {
  type CohortSum,
  coveredName,
  type RevenueColumn,
  revenueName,
} from '../../core/model/store.ts'

/** Columns of the contract, except those that a comparison adds. */
export type ReportColumn = Exclude<keyof typeof reportColumns, `{column}${string}`>

type ColumnsOf<Name extends Metric> = Extract<ReportColumn, Name | `${Name}_${string}`>

/** Properties of the report on which formulas depend. */
export interface Basis {
  partial: boolean
  /** The app's available DSIs, ascending. */
  dsis: readonly number[]
}

/** A ratio by its exact sums. */
export interface Ratio {
  numerator: Sql
  denominator: Sql
  /** The group's revenue, if the numerator is revenue: with `partial`, the numerator is known even if this is null. */
  revenue?: Sql
}

/** The formula of a column over a row of `ReportGroups.groups`, `g`. With `partial` the row has the covered sums. */
type Formula<Name extends Metric = Metric> = (
  of: RevenueColumn,
  basis: Basis,
) => Name extends RatioMetric ? Ratio : Sql

/** One IEEE division of two exact sums; null if the denominator is 0. */
export function ratio({ numerator, denominator }: Ratio): Sql {
  return sql`${numerator}::DOUBLE / nullif(${denominator}, 0)::DOUBLE`
}

/** A sum over the whole group. */
export function integerSum(sum: CohortSum): Sql {
  return sql`g.${plain(sum)}`
}

/** Denominator for revenue at a DSI: a sum over the group, with `partial` only over cohorts with known revenue. */
export function covered(
  sum: CohortSum,
  { dsi }: Pick<RevenueColumn, 'dsi'>,
  partial: boolean,
): Sql {
  return partial ? sql`g.${plain(coveredName(sum, dsi))}` : integerSum(sum)
}

/** Known revenue; without `partial`, null unless known for every cohort. For ratios, which are null without a denominator. */
function knownRevenue(of: RevenueColumn): Sql {
  return sql`g.${plain(revenueName(of))}`
}

/** Revenue, null unless known for every cohort with spend or installs or, with `partial`, for one of them. */
function revenueSum(of: RevenueColumn, partial: boolean): Sql {
  const sum = knownRevenue(of)
  if (!partial) return sum
  const counting = ['spend', 'full_blended_installs'] as const
  const some = joined(
    counting.map(name => sql`${covered(name, of, true)} > 0`),
    sql` OR `,
  )
  const none = joined(
    counting.map(name => sql`${integerSum(name)} = 0`),
    sql` AND `,
  )
  return sql`(CASE WHEN ${some} OR (${none}) THEN ${sum} END)`
}

/** Ten-thousandths of the currency unit: integers, so that a day half way between two decimals rounds up. */
function scaled(money: Sql): Sql {
  return sql`round(${money}::DOUBLE * 10000)`
}

/** For payback: revenue and spend at a DSI; no revenue if unknown or without spend. */
function pointAt(of: RevenueColumn, partial: boolean): Sql {
  const spend = covered('spend', of, partial)
  const revenue = sql`CASE WHEN ${spend} > 0 THEN ${scaled(revenueSum(of, partial))} END`
  return sql`{'dsi': ${of.dsi}::DOUBLE, 'revenue': ${revenue}, 'spend': ${scaled(spend)}, 'day': NULL::DOUBLE}`
}

const BEFORE_ALL = sql`{'dsi': NULL::DOUBLE, 'revenue': NULL::DOUBLE, 'spend': NULL::DOUBLE, 'day': NULL::DOUBLE}`

// Linear in revenue / spend: with `partial`, DSIs have different spend.
const TENTHS = sql`round(10 * (p.dsi - a.dsi) * (a.spend - a.revenue) / (p.revenue * (a.spend / p.spend) - a.revenue))`

/** One pass over the points: `a` is the last known point, or the result. */
const STEP = sql`CASE WHEN a.day IS NOT NULL OR p.revenue IS NULL THEN a WHEN p.revenue < p.spend THEN p
  ELSE {'dsi': p.dsi, 'revenue': p.revenue, 'spend': p.spend, 'day': coalesce((10 * a.dsi + ${TENTHS}) / 10, p.dsi)} END`

/** The formulas of each metric's columns; the contract has their types and units. A column without a formula does not compile. */
const definitions: { [Name in Metric]: Record<ColumnsOf<Name>, Formula<Name>> } = {
  /** Spend on the cohorts in the app's currency, identical for every ROAS type. */
  spend: { spend: () => integerSum('spend') },

  /** Number of installs by ROAS type, an integer. */
  installs: { 'installs_{roasType}': ({ roasType }) => integerSum(`${roasType}_installs`) },

  /** Cost per install of the type, in the app's currency: spend / installs. Null without installs. */
  cpi: {
    'cpi_{roasType}': ({ roasType }) => ({
      numerator: integerSum('spend'),
      denominator: integerSum(`${roasType}_installs`),
    }),
  },

  /** Revenue up to the DSI, in the app's currency. Null if a cohort's revenue is unknown. */
  revenue: {
    'revenue_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => revenueSum(of, partial),
  },

  /**
   * Lifetime value, in the app's currency: revenue up to the DSI / installs of the type. Null without installs, or if a cohort's revenue is
   * unknown.
   */
  ltv: {
    'ltv_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => ({
      numerator: knownRevenue(of),
      denominator: covered(`${of.roasType}_installs`, of, partial),
      revenue: revenueSum(of, partial),
    }),
  },

  /** Return on ad spend (0.5 is 50 %): revenue up to the DSI / spend. Null without spend or if a cohort's revenue is unknown. */
  roas: {
    'roas_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => ({
      numerator: knownRevenue(of),
      denominator: covered('spend', of, partial),
      revenue: revenueSum(of, partial),
    }),
  },

  /** Revenue up to the DSI minus spend, in the app's currency. Null if revenue is; with `partial`, minus the spend of the same cohorts. */
  profit: {
    'profit_{roasType}_{revenueType}_d{dsi}': (of, { partial }) =>
      sql`(${revenueSum(of, partial)} - ${covered('spend', of, partial)})`,
  },

  /** Installs without an ad: full blended minus paid installs. */
  organic_installs: {
    organic_installs: () =>
      sql`(${integerSum('full_blended_installs')} - ${integerSum('paid_installs')})`,
  },

  /**
   * Days since install until the row's cumulative revenue reaches its spend, to one decimal, interpolated between the app's DSIs with known
   * revenue; the first of them if revenue is sufficient there. Null if it never is, or without spend.
   */
  payback: {
    'payback_{roasType}_{revenueType}': (of, { partial, dsis }) => {
      const points = joined([BEFORE_ALL, ...dsis.map(dsi => pointAt({ ...of, dsi }, partial))])
      return sql`list_reduce([${points}], lambda a, p: ${STEP}).day`
    },
    /** The largest DSI with known revenue: tells a payback that is not reached from one that nobody knows. Null without spend. */
    'payback_known_dsi_{roasType}_{revenueType}': (of, { partial, dsis }) =>
      sql`greatest(${joined(dsis.map(dsi => sql`CASE WHEN ${pointAt({ ...of, dsi }, partial)}.revenue IS NOT NULL THEN ${dsi} END`))})`,
  },
}

export type MetricColumn = { [Name in Metric]: ColumnsOf<Name> }[Metric]

export const formulas = Object.assign({}, ...Object.values(definitions)) as Record<
  MetricColumn,
  Formula
>

export function columnsOf(metric: Metric): MetricColumn[] {
  return Object.keys(definitions[metric]) as MetricColumn[]
}

/** Whether a metric has a column per requested DSI. */
export function hasDsis(metrics: readonly Metric[]): boolean {
  return metrics.some(metric => columnsOf(metric).some(column => column.includes('{dsi}')))
}
