import { stableJson } from '../analytics/canonical.ts'
import { fileName } from '../analytics/file-name.ts'
import { namesBy, revenueColumns, type ReportPlan } from '../analytics/report-plan.ts'
import { writeReport } from '../analytics/report.ts'
import { parseSort } from '../analytics/sorting.ts'
import { allRead } from '../checks/all-read.ts'
import type { FileAnswer } from '../http/contract/answers.ts'
import type { App, Catalog, Run } from '../model/catalog.ts'
import { identitiesName, runName } from '../model/content-names.ts'
import { matchingIds } from '../model/identities.ts'
import { contentTag, contextHeaders } from './answer-context.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { unmatchedIn } from './unmatched-filters.ts'
import type { ResolvedReport } from './resolve-report.ts'

/** The report of `run` as a file for download. */
export function reportFile({ store }: HandlerDeps, catalog: Catalog, app: App, run: Run | undefined, report: ResolvedReport): FileAnswer {
  const {
    // The app is the one it names.
    appId: _appId,
    granularity,
    groupBy,
    installGrouping,
    metrics,
    roasTypes,
    revenueTypes,
    dsiValues,
    startDate,
    endDate,
    countries,
    platforms,
    networks,
    campaigns,
    format,
    csvSafe,
    csvBom,
    maturity,
    partial,
    limit,
    offset = 0,
    sort,
    order,
    ...left
  } = report
  allRead(left)
  const range = { start: startDate, end: endDate }
  const headers = contextHeaders(app, run, range)
  const unmatched = unmatchedIn('getReport', report, work => store.identities(work, catalog, app.app_id))
  const content = [app.name, app.currency, runName(run), unmatched && identitiesName(catalog, app.app_id)]
  const tag = contentTag('getReport', content, report)
  return {
    kind: 'file',
    tag,
    headers,
    format,
    fileName: fileName(
      [app.name, 'report', granularity, installGrouping, range.start, range.end, run?.created_at.slice(0, 10) ?? 'none', tag.slice(-8)],
      format,
    ),
    unmatched,
    build: async (path, work) => {
      const identities = await store.identities(work, catalog, app.app_id)
      const plan: ReportPlan = {
        app,
        run,
        range,
        grouping: installGrouping,
        groupBy: namesBy(granularity, groupBy),
        metrics,
        roasTypes,
        revenueTypes,
        dsiValues,
        maturity,
        partial,
        order,
        sort: sort === undefined ? undefined : parseSort(sort),
        limit,
        offset,
        revenue: revenueColumns(report),
        identityIds: matchingIds(identities, { countries, platforms, networks, campaigns }),
      }
      const encoding = { format, csvSafe, csvBom, metadata: { ...headers, Parameters: stableJson(report) } }
      const totalRows = await store.withReportGroups(work, catalog, plan, (session, groups) =>
        writeReport(session, plan, groups, path, encoding),
      )
      return { totalRows }
    },
  }
}
