import type { Requests } from '../../generated/operations.ts'
import { AppFaults } from '../analytics/app-faults.ts'
import { withSortedFilters } from '../analytics/canonical.ts'
import { METRICS, readsRevenue } from '../analytics/metrics/index.ts'
import { REVENUE_TYPES, ROAS_TYPES, type App, type Run } from '../model/catalog.ts'
import { reportRange } from '../model/date-range.ts'
import { utcDate } from '../model/dates.ts'

export type ReportQuery = Requests['getReport']['query']

/** A report's parameters with every default filled in; the same file for the same values, whatever order lists were written in. */
export type ResolvedReport = Omit<ReportQuery, 'installGrouping' | 'dsiValues' | 'startDate' | 'endDate'> &
  Required<Pick<ReportQuery, 'installGrouping' | 'dsiValues' | 'startDate' | 'endDate'>>

/** Fills in what depends on the app. @throws `invalid_parameter` naming everything that does not suit it. */
export function resolveReport(app: App, run: Run | undefined, query: ReportQuery, now: Date): ResolvedReport {
  const faults = new AppFaults()
  const installGrouping = faults.grouping(app, query.installGrouping)
  const dsiValues = readsRevenue(query.metrics) ? (query.dsiValues ?? defaultDsiValues(app)) : []
  faults.dsiValues(app, 'dsiValues', dsiValues)
  const range = faults.range(reportRange(query, run, utcDate(now)))
  faults.throwAny()
  return {
    ...withSortedFilters(query),
    installGrouping,
    metrics: METRICS.filter(metric => query.metrics.includes(metric)),
    roasTypes: ROAS_TYPES.filter(type => query.roasTypes.includes(type)),
    revenueTypes: REVENUE_TYPES.filter(type => query.revenueTypes.includes(type)),
    dsiValues: dsiValues.toSorted((a, b) => a - b),
    startDate: range.start,
    endDate: range.end,
  }
}

function defaultDsiValues(app: App): number[] {
  const usual = [7, 365].filter(dsi => app.dsi_values.includes(dsi))
  return usual.length > 0 ? usual : [app.target_dsi]
}
