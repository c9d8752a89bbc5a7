import type { DateRange } from '../model/date-range.ts'
import { addDays, type InstallGrouping, type ReportGrouping } from '../model/dates.ts'
import { date, sql, type Sql } from '../model/sql.ts'
import type { Run } from '../model/catalog.ts'

interface Matured {
  range: DateRange
  grouping: ReportGrouping
  run: Run | undefined
}

const LENGTH: Record<InstallGrouping, Sql> = { daily: sql`INTERVAL 1 DAY`, weekly: sql`INTERVAL 7 DAY`, monthly: sql`INTERVAL 1 MONTH` }

// First and last install date of the period of row `g` that lie in the range.
function first({ range }: Matured): Sql {
  return sql`greatest(g.install_cohort, ${date(range.start)})`
}
function last({ range, grouping }: Matured): Sql {
  if (grouping === 'total') return date(range.end)
  return sql`least((g.install_cohort + ${LENGTH[grouping]})::DATE - 1, ${date(range.end)})`
}

/** SQL for `period_days`: how many install dates of the row's period lie in the range. */
export function periodDaysSql(plan: Matured): Sql {
  return sql`(${last(plan)} - ${first(plan)} + 1)`
}

/**
 * SQL for `actual_share_d<n>`: the share, 0 to 1, of those days whose install date + n is not after the run's latest install date,
 * that is, how much of the cell is actual and not forecast.
 */
export function actualShareSql(plan: Matured, dsi: number): Sql {
  const lastActual = addDays(plan.run?.max_install_date ?? plan.range.end, -dsi)
  const days = periodDaysSql(plan)
  return sql`greatest(0, least(${days}, ${date(lastActual)} - ${first(plan)} + 1))::DOUBLE / ${days}`
}
