import { joined, sql, type Sql } from '../../model/sql.ts'
import type { RevenueColumn } from '../../model/store.ts'
import { covered, type MetricDefinition, revenueSum } from './metric.ts'

/** Ten-thousandths of the currency unit: whole numbers, so that a day half way between two decimals is rounded up. */
function scaled(money: Sql): Sql {
  return sql`round(${money}::DOUBLE * 10000)`
}

/** Revenue and spend of a DSI; no revenue if it is not known, or nothing was spent. */
function pointAt(of: RevenueColumn, partial: boolean): Sql {
  const spend = covered('spend', of, partial)
  const revenue = sql`CASE WHEN ${spend} > 0 THEN ${scaled(revenueSum(of, partial))} END`
  return sql`{'dsi': ${of.dsi}::DOUBLE, 'revenue': ${revenue}, 'spend': ${scaled(spend)}, 'day': NULL::DOUBLE}`
}

const BEFORE_ALL = sql`{'dsi': NULL::DOUBLE, 'revenue': NULL::DOUBLE, 'spend': NULL::DOUBLE, 'day': NULL::DOUBLE}`

// Linear in revenue / spend: with `partial`, DSIs have different spend.
const TENTHS = sql`round(10 * (p.dsi - a.dsi) * (a.spend - a.revenue) / (p.revenue * (a.spend / p.spend) - a.revenue))`

/** One pass over the points: `a` is the last known one, or the answer. */
const STEP = sql`CASE WHEN a.day IS NOT NULL OR p.revenue IS NULL THEN a WHEN p.revenue < p.spend THEN p
  ELSE {'dsi': p.dsi, 'revenue': p.revenue, 'spend': p.spend, 'day': coalesce((10 * a.dsi + ${TENTHS}) / 10, p.dsi)} END`

/**
 * Days since install until the row's cumulative revenue reaches its spend, to one decimal, between the app's DSIs with known revenue; the
 * first of them if it does there. Null if it does at none, or without spend.
 */
export const payback: MetricDefinition<'payback'> = {
  'payback_{roasType}_{revenueType}': (of, { partial, dsis }) => {
    const points = joined([BEFORE_ALL, ...dsis.map(dsi => pointAt({ ...of, dsi }, partial))])
    return sql`list_reduce([${points}], lambda a, p: ${STEP}).day`
  },
}
