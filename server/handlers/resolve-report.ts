import type { Requests } from '../../generated/operations.ts'
import { AppFaults } from '../analytics/app-faults.ts'
import { withSortedFilters } from '../analytics/canonical.ts'
import { METRICS, readsRevenue } from '../analytics/metrics/index.ts'
import { reportColumns } from '../analytics/report-columns.ts'
import { namesBy, revenueColumns } from '../analytics/report-plan.ts'
import { parseSort } from '../analytics/sorting.ts'
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
  const installGrouping = faults.grouping(app, query.installGrouping, ['weekly', 'monthly', 'total'])
  const dsiValues = readsRevenue(query.metrics) ? (query.dsiValues ?? defaultDsiValues(app)) : []
  faults.dsiValues(app, 'dsiValues', dsiValues)
  const range = faults.range(reportRange(query, run, utcDate(now)))
  const content = { ...query, dsiValues, run, range, grouping: installGrouping, groupBy: namesBy(query.granularity, query.groupBy) }
  const columns = (): string[] => reportColumns({ ...content, revenue: revenueColumns(content) }).map(({ name }) => name)
  if (query.sort !== undefined) faults.sort(columns(), parseSort(query.sort))
  faults.throwAny()
  const { groupBy: _groupBy, offset: _offset, ...others } = query
  const asUsual = content.groupBy.join() === namesBy(query.granularity).join()
  return {
    ...withSortedFilters(others),
    ...(!asUsual && { groupBy: content.groupBy.length > 0 ? content.groupBy : ['none'] }),
    ...(query.offset && { offset: query.offset }),
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
