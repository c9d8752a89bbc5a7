import type { App, Catalog, Run } from '../../core/model/catalog.ts'
import { addDays, daysBetween, type DateRange, earlier, later } from '../../core/model/dates.ts'
import { date, joined, plain, type Relation, sql, type Sql } from '../../core/model/sql.ts'
import { type RevenueColumn, revenueName, type Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'

export interface PeriodSum {
  spend: number
  /** At the app's target DSI, in its target types; null without spend, or if a cohort's revenue is unknown. */
  roas: number | null
}

/** Spend and ROAS of the whole app in each period, in order. Periods may overlap: the run's days are summed once. */
export async function sumPeriods(
  store: Store,
  work: Work,
  { catalog, app, run }: { catalog: Catalog; app: App; run: Run },
  periods: readonly DateRange[],
): Promise<PeriodSum[]> {
  const column = {
    roasType: app.target_roas_type,
    revenueType: app.target_revenue_type,
    dsi: app.target_dsi,
  }
  const plan = {
    app,
    run,
    range: periods.reduce((all, period) => ({
      start: earlier(all.start, period.start),
      end: later(all.end, period.end),
    })),
    grouping: 'daily' as const,
    groupBy: [],
    revenue: [column],
    partial: false,
    identityIds: undefined,
    limit: undefined,
  }
  return await store.withReportGroups(work, catalog, plan, async (session, groups) =>
    session.rows<PeriodSum & Record<string, unknown>>(
      periodsSql(await groups.groups(), periods, column),
    ),
  )
}

function periodsSql(days: Relation, periods: readonly DateRange[], column: RevenueColumn): Sql {
  const listed = periods.map(
    ({ start, end }, position) => sql`(${position}, ${date(start)}, ${date(end)})`,
  )
  const revenue = plain(revenueName(column))
  return sql`
WITH periods(position, first_day, last_day) AS (VALUES ${joined(listed)}), days AS (${days})
SELECT
  coalesce(sum(spend), 0)::DOUBLE AS spend,
  CASE WHEN count(${revenue}) = count(install_cohort) THEN sum(${revenue})::DOUBLE / nullif(sum(spend), 0)::DOUBLE END AS roas
FROM periods LEFT JOIN days ON install_cohort BETWEEN first_day AND last_day
GROUP BY position ORDER BY position`
}

/** The share, 0 to 1, of a period's days whose revenue at a DSI is actual in a run with installs up to `through`. */
export function actualShare({ start, end }: DateRange, dsi: number, through: string): number {
  const days = daysBetween(start, end) + 1
  return Math.max(0, Math.min(days, daysBetween(start, addDays(through, -dsi)) + 1)) / days
}
