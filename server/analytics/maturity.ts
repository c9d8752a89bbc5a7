import type { DateRange } from './date-range.ts'
import { addDays, type InstallGrouping } from './dates.ts'
import type { Run } from '../store/catalog.ts'

interface Matured {
  range: DateRange
  grouping: InstallGrouping
  run: Run | undefined
}

const LENGTH: Record<InstallGrouping, string> = { daily: 'INTERVAL 1 DAY', weekly: 'INTERVAL 7 DAY', monthly: 'INTERVAL 1 MONTH' }

// First and last install date of the period of row `g` that lie in the range.
const first = ({ range }: Matured): string => `greatest(g.install_cohort, DATE '${range.start}')`
const last = ({ range, grouping }: Matured): string =>
  `least((g.install_cohort + ${LENGTH[grouping]})::DATE - 1, DATE '${range.end}')`

/** SQL for `period_days`: how many install dates of the row's period lie in the range. */
export const periodDaysSql = (plan: Matured): string => `(${last(plan)} - ${first(plan)} + 1)`

/**
 * SQL for `actual_share_d<n>`: the share, 0 to 1, of those days whose install date + n is not after the run's latest install date,
 * that is, how much of the cell is actual and not forecast.
 */
export const actualShareSql = (plan: Matured, dsi: number): string => {
  const lastActual = addDays(plan.run?.max_install_date ?? plan.range.end, -dsi)
  const days = periodDaysSql(plan)
  return `greatest(0, least(${days}, DATE '${lastActual}' - ${first(plan)} + 1))::DOUBLE / ${days}`
}
