import {
  contentTag,
  countEvents,
  fileHeaders,
  type HandlerDeps,
  readableApp,
  readableApps,
  unmatchedIn,
} from './answer-context.ts'
import { fileName, parseSort, stableJson } from '../analytics/file.ts'
import { namesBy, type ReportPlan, revenueColumns } from '../analytics/report-columns.ts'
import { targetRows } from '../analytics/report-targets.ts'
import { writeReport } from '../analytics/report.ts'
import { allRead } from '../../core/checks/parameters.ts'
import { problem } from '../../core/checks/problem.ts'
import type { FileAnswer, Handlers } from '../contract/answers.ts'
import type { App, Catalog, Run } from '../../core/model/catalog.ts'
import { grouped, matchingIds } from '../../core/model/identities.ts'
import { identitiesName, mayServe, runName, servedRun } from '../../core/model/runs.ts'
import { type ResolvedReport, resolveReport } from './app-defaults.ts'

export function getReport(deps: Pick<HandlerDeps, 'store' | 'clock'>): Handlers['getReport'] {
  return async ({ companyId, query, path }) => {
    allRead(path)
    const catalog = await deps.store.catalog(query.appId)
    const app = readableApp(catalog, companyId, query.appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    return await reportFile(deps, catalog, app, run, resolveReport(app, run, query, deps.clock()))
  }
}

const runsOf = grouped<Run, number | null>(run => run.run_id)

/** `GET /v1/exports/{link}`: the report of a signed link, of the same run. */
export function downloadExport(deps: HandlerDeps): Handlers['downloadExport'] {
  return async ({ query, path: { link, ...unread } }) => {
    allRead(query, unread)
    const { companyId, runId, report } = deps.links.open(link)
    const catalog = await deps.store.catalog(report.appId)
    const app = readableApps(catalog, companyId).get(report.appId)
    const run = runsOf(catalog.runs, runId)[0]
    if (run && !mayServe(run))
      throw problem(
        'link_expired',
        'The data of this download link was withdrawn. Request a new link.',
      )
    const hasFacts =
      runId === null || run?.facts || run === servedRun(catalog, report.appId, 'recommendation')
    if (!app || !hasFacts)
      throw problem(
        'link_expired',
        'The data of this download link is no longer stored. Request a new link.',
      )
    return {
      ...(await reportFile(deps, catalog, app, run, report)),
      unmatched: undefined,
      store: false,
    }
  }
}

export async function reportFile(
  { store }: Pick<HandlerDeps, 'store'>,
  catalog: Catalog,
  app: App,
  run: Run | undefined,
  report: ResolvedReport,
): Promise<FileAnswer> {
  const {
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
    compare,
    explain = false,
    targets = false,
    limit,
    offset = 0,
    sort,
    order,
    ...unread
  } = report
  allRead(unread)
  const range = { start: startDate, end: endDate }
  const events = await countEvents(catalog, report)
  const [start, end] = compare?.split('..') ?? []
  const compared = start === undefined || end === undefined ? undefined : { start, end }
  const headers = {
    ...fileHeaders(app, run, range, events),
    'Compare-Start-Date': compared?.start,
    'Compare-End-Date': compared?.end,
  }
  const unmatched = unmatchedIn('getReport', report, work =>
    store.identities(work, catalog, app.app_id),
  )
  const content = [
    app.name,
    app.currency,
    runName(run),
    events,
    unmatched && identitiesName(catalog, app.app_id),
    ...(targets ? [app.target_dsi, app.target_roas_type, app.target_revenue_type] : []),
  ]
  const tag = contentTag('getReport', content, report)
  return {
    kind: 'file',
    tag,
    headers,
    format,
    fileName: fileName(
      [
        app.name,
        'report',
        granularity,
        installGrouping,
        range.start,
        range.end,
        run?.created_at.slice(0, 10) ?? 'none',
        tag.slice(-8),
      ],
      format,
    ),
    unmatched,
    build: async (path, work) => {
      const identities = await store.identities(work, catalog, app.app_id)
      const level = targets ? namesBy(granularity) : undefined
      const names = namesBy(granularity, groupBy)
      const plan: ReportPlan = {
        app,
        run,
        range,
        compared,
        grouping: installGrouping,
        groupBy: names,
        level,
        metrics,
        roasTypes,
        revenueTypes,
        dsiValues,
        maturity,
        partial,
        explain,
        targets,
        targetRows:
          level && run
            ? await targetRows(
                app,
                identities,
                await store.recommendations(work, [run], granularity),
                { level, groupBy: names },
              )
            : [],
        order,
        sort: sort === undefined ? undefined : parseSort(sort),
        limit,
        offset,
        revenue: revenueColumns({ ...report, app }),
        identityIds: matchingIds(identities, { countries, platforms, networks, campaigns }),
      }
      const encoding = {
        format,
        csvSafe,
        csvBom,
        metadata: { ...headers, Parameters: stableJson(report) },
      }
      const totalRows = await store.withReportGroups(work, catalog, plan, (session, groups) =>
        writeReport(session, plan, groups, path, encoding),
      )
      return { totalRows }
    },
  }
}
