import type { Requests } from '../../../generated/operations.ts'
import { responses } from '../../../generated/responses.ts'
import type { Call, FileAnswer, ListAnswer } from '../contract/answers.ts'
import { parseTarget } from '../contract/query.ts'
import { READY, serialized } from '../contract/reply-json.ts'
import type { Catalog } from '../../core/model/catalog.ts'
import type { Work } from '../../core/runtime/work.ts'
import type { HandlerDeps } from './answer-context.ts'
import { getAlerts } from './get-alerts.ts'
import { readOverview, seeApp } from './get-overview.ts'
import { getRecommendations } from './get-recommendations.ts'
import { getReport } from './get-report.ts'
import { readSteps } from './steps.ts'

/**
 * Computes the results that an app's first requests read, for a store that caches them: replies, the overview, and rows for lists with other
 * parameters.
 */
export async function prepareApp(
  deps: Pick<HandlerDeps, 'store' | 'clock'>,
  work: Work,
  appId: number,
): Promise<void> {
  const { store } = deps
  const catalog = await store.catalog(appId)
  const app = catalog.apps.find(({ app_id: id }) => id === appId)
  const companyId = companyOf(catalog, appId)
  if (app === undefined || companyId === undefined) return
  const ready = async <Op extends keyof typeof READY>(
    operationId: Op,
    handler: (call: Call<Op>) => Promise<ListAnswer>,
  ): Promise<void> => {
    const target = `${READY[operationId]}?appId=${appId}`
    const { value } = parseTarget(operationId, target, {}) as { value: Requests[Op] }
    const answer = await handler({ companyId, query: value.query, path: value.path })
    await serialized(answer, responses[operationId], { target, work, keptRows: store.keptRows })
  }
  await ready('getRecommendations', getRecommendations(deps))
  await ready('getAlerts', getAlerts(deps))
  await store.identities(work, catalog, appId)
  const seenApp = await seeApp(catalog, app)
  await readOverview(store, work, seenApp)
  const { run } = seenApp
  if (run !== undefined)
    await readSteps(store, work, { catalog, app, run, granularity: 'campaign_geo' })
}

/** The default report of campaigns, which page and tools ask for, too. */
export function defaultReport(appId: number): string {
  return `/v1/report?appId=${appId}&granularity=campaign`
}

/** The default report, and what `svc_get_report` asks for by default: its first rows, and its totals. */
function firstReports(appId: number): string[] {
  const ofTool = `${defaultReport(appId)}&metrics=spend,installs,cpi&maturity=true`
  return [
    defaultReport(appId),
    `${ofTool}&order=newest&limit=100`,
    `${ofTool}&partial=true&groupBy=none&installGrouping=total`,
  ]
}

export async function* openFirstReports(
  deps: Pick<HandlerDeps, 'store' | 'clock'>,
  appId: number,
): AsyncIterable<FileAnswer> {
  const companyId = companyOf(await deps.store.catalog(appId), appId)
  if (companyId === undefined) return
  for (const target of firstReports(appId)) {
    const { value } = parseTarget('getReport', target, {}) as { value: Requests['getReport'] }
    yield await getReport(deps)({ companyId, query: value.query, path: value.path })
  }
}

/** One that can read the app, if any: an app that is not live has none. */
function companyOf({ apps, app_access: access }: Catalog, appId: number): number | undefined {
  const isLive = apps.some(({ app_id: id, live }) => id === appId && live)
  return isLive ? access.find(({ app_id: id }) => id === appId)?.company_id : undefined
}
