import type { Requests } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { readableApp } from '../access/callers.ts'
import { type Goal, type PlannedRow, planSteps } from '../analytics/budget-plan.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../checks/parameters.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { App, Catalog } from '../model/catalog.ts'
import { matcher } from '../model/identities.ts'
import { identitiesName, runName, servedRun } from '../model/runs.ts'
import { filterInSlices, mapInSlices, runInSlices, sortInSlices } from '../model/slices.ts'
import type { StoredRecommendation } from '../model/store.ts'
import { contentTag, contextHeaders, decidingHeaders, type HandlerDeps, unmatchedIn } from './answer-context.ts'
import { judgeBy } from './judge.ts'

type Query = Requests['getBudgetPlan']['query']
type GoalName = components['schemas']['BudgetPlan']['goal']

/** `GET /v1/budget-plan`: how to spend a budget best, from the recommendations of the latest run. */
export function getBudgetPlan({ store }: HandlerDeps): Handlers['getBudgetPlan'] {
  return async ({ companyId, query, path }) => {
    const { appId, granularity, countries, platforms, networks, campaigns, maxStep, horizonDays, ...goals } = query
    const { dailyBudget: _dailyBudget, budgetChange: _budgetChange, targetRoas: _targetRoas, ...left } = goals
    allRead(left, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    const { 'Action-Threshold': _, ...deciding } = decidingHeaders(app)
    const unmatched = unmatchedIn(
      'getBudgetPlan',
      query,
      work => store.identities(work, catalog, app.app_id),
      async work => (run ? await store.recommendations(work, run, granularity) : []),
    )
    const content = [app.currency, ...Object.values(deciding), runName(run), unmatched && identitiesName(catalog, app.app_id)]
    return {
      kind: 'object',
      tag: contentTag('getBudgetPlan', content, withSortedFilters(query)),
      headers: { ...contextHeaders(app, run), ...deciding },
      unmatched,
      body: async work => {
        const stored = run ? await store.recommendations(work, run, granularity) : []
        const rows = await planRows(catalog, app, await filterInSlices(stored, matcher({ countries, platforms, networks, campaigns })))
        const { goal, value } = goalOf(goals)
        const { rows: planned, ...plan } = await runInSlices(planSteps(rows, value, { maxStep, horizonDays }))
        return { goal, ...plan, horizonDays, campaigns: await mapInSlices(planned, ({ row, planned }) => shown(row, planned)) }
      },
    }
  }
}

/** Exactly one is given, as checked. */
function goalOf(query: Pick<Query, GoalName>): { goal: GoalName; value: Goal } {
  const { dailyBudget, budgetChange, targetRoas } = query
  if (dailyBudget !== undefined) return { goal: 'dailyBudget', value: { dailyBudget } }
  if (budgetChange !== undefined) return { goal: 'budgetChange', value: { budgetChange } }
  return { goal: 'targetRoas', value: { targetRoas: targetRoas! } }
}

type Row = Awaited<ReturnType<typeof planRows>>[number]

async function planRows(catalog: Catalog, app: App, stored: readonly StoredRecommendation[]) {
  const judge = judgeBy(catalog, app)
  const rows = await mapInSlices(stored, row => {
    const { dailySpend, predictedRoas } = judge(row)
    return {
      id: row.recommendation_id,
      platform: row.platform as components['schemas']['Platform'],
      network: row.network,
      campaign: row.campaign,
      country: row.country,
      dailySpend,
      suggestedDailySpend: row.suggested_daily_spend,
      predictedRoas,
      marginalRoas: row.marginal_roas,
      responseElasticity: row.response_elasticity,
      responseLow: row.response_low,
      responseHigh: row.response_high,
    }
  })
  return await sortInSlices(rows, (one, other) => other.dailySpend - one.dailySpend || one.id - other.id)
}

function shown(
  { id, platform, network, campaign, country, dailySpend, ...row }: Row,
  planned: PlannedRow,
): components['schemas']['PlannedCampaign'] {
  return { id, platform, network, campaign, country, dailySpend, ...planned, ...row }
}
