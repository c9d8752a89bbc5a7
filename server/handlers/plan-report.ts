import type { Requests } from '../../generated/operations.ts'
import { reportRange } from '../model/date-range.ts'
import { utcDate } from '../model/dates.ts'
import { fileName } from '../analytics/file-name.ts'
import { matchingIds } from '../model/identities.ts'
import { METRICS, readsRevenue } from '../analytics/metrics/index.ts'
import { revenueColumns, type ReportPlan, writeReport } from '../analytics/report.ts'
import type { FileAnswer } from '../http/contract/answers.ts'
import { REVENUE_TYPES, ROAS_TYPES, type App, type Catalog, type Run } from '../model/catalog.ts'
import { contentTag, contextHeaders } from './answer-context.ts'
import { AppFaults } from '../analytics/app-faults.ts'
import { stableJson, withSortedFilters } from '../analytics/canonical.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { allRead } from '../checks/all-read.ts'

export type ReportQuery = Requests['getReport']['query']

/** A report's parameters with every default filled in; the same file for the same values, whatever order lists were written in. */
export type ResolvedReport = Omit<ReportQuery, 'installGrouping' | 'dsiValues' | 'startDate' | 'endDate'> &
  Required<Pick<ReportQuery, 'installGrouping' | 'dsiValues' | 'startDate' | 'endDate'>>

/** Fills in what depends on the app. @throws `invalid_parameter` naming everything that does not suit it. */
export const resolveReport = (app: App, run: Run | undefined, query: ReportQuery, now: Date): ResolvedReport => {
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

const defaultDsiValues = (app: App): number[] => {
  const usual = [7, 365].filter(dsi => app.dsi_values.includes(dsi))
  return usual.length > 0 ? usual : [app.target_dsi]
}

/** The report of `run` as a file for download. */
export const reportFile = (
  { store }: HandlerDeps, catalog: Catalog, app: App, run: Run | undefined, report: ResolvedReport,
): FileAnswer => {
  const {
    // The app is the one it names.
    appId: _appId, granularity, installGrouping, metrics, roasTypes, revenueTypes, dsiValues, startDate, endDate, countries, platforms,
    networks, campaigns, format, csvSafe, maturity, limit, order, ...left
  } = report
  allRead(left)
  const range = { start: startDate, end: endDate }
  const headers = contextHeaders(app, run, range)
  const tag = contentTag('getReport', `${app.version}-${run?.run_id ?? 'none'}`, report)
  return {
    kind: 'file',
    tag,
    headers,
    format,
    fileName: fileName([
      app.name, 'report', granularity, installGrouping, range.start, range.end, run?.created_at.slice(0, 10) ?? 'none', tag.slice(-8),
    ], format),
    build: async (path, work) => {
      const identities = await store.identities(work, catalog, app.app_id)
      const plan: ReportPlan = {
        app, run, range,
        grouping: installGrouping,
        granularity, metrics, roasTypes, revenueTypes, dsiValues, maturity, order, limit,
        revenue: revenueColumns(report),
        identityIds: matchingIds(identities, { countries, platforms, networks, campaigns }),
      }
      const encoding = { format, csvSafe, metadata: { ...headers, Parameters: stableJson(report) } }
      const totalRows = await store.withReportGroups(work, catalog, plan, (session, groups) =>
        writeReport(session, plan, groups, path, encoding))
      return { totalRows }
    },
  }
}
