import type { Requests } from '../../../generated/operations.ts'
import type { components } from '../../../generated/types.ts'
import {
  contentTag,
  contextHeaders,
  targetHeaders,
  type HandlerDeps,
  readableApp,
  unmatchedIn,
} from './answer-context.ts'
import { type Goal, type PlannedRow, planSteps } from '../../core/formulas/budget-plan.ts'
import { movesBy } from '../../core/formulas/moves.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import { matcher } from '../../core/model/identities.ts'
import { identitiesName, servedRun } from '../../core/model/runs.ts'
import {
  filterInSlices,
  mapInSlices,
  runInSlices,
  sortInSlices,
} from '../../core/runtime/slices.ts'
import { readSteps, type Stepped, stepsContent } from './steps.ts'

type Query = Requests['getBudgetPlan']['query']
type GoalName = components['schemas']['BudgetPlan']['goal']

/** `GET /v1/budget-plan`: the best distribution of a budget, from the recommendations of the latest run. */
export function getBudgetPlan({ store }: HandlerDeps): Handlers['getBudgetPlan'] {
  return async ({ companyId, query, path }) => {
    const {
      appId,
      granularity,
      countries,
      platforms,
      networks,
      campaigns,
      maxStep,
      horizonDays,
      followSteps,
      ...goals
    } = query
    const {
      dailyBudget: _dailyBudget,
      budgetChange: _budgetChange,
      targetRoas: _targetRoas,
      ...unread
    } = goals
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    const { 'Action-Threshold': _, ...deciding } = targetHeaders(app)
    const unmatched = unmatchedIn(
      'getBudgetPlan',
      query,
      work => store.identities(work, catalog, app.app_id),
      async work => (run ? await store.recommendations(work, [run], granularity) : []),
    )
    const content = [
      ...Object.values(deciding),
      ...(await stepsContent(catalog, app, run)),
      unmatched && identitiesName(catalog, app.app_id),
    ]
    return {
      kind: 'object',
      tag: contentTag('getBudgetPlan', content, withSortedFilters(query)),
      headers: { ...contextHeaders(app, run), ...deciding },
      unmatched,
      body: async work => {
        const stepped = run
          ? [...(await readSteps(store, work, { catalog, app, run, granularity })).values()]
          : []
        const matches = matcher({ countries, platforms, networks, campaigns })
        const rows = await planRows(
          await filterInSlices(stepped, ({ row }) => matches(row)),
          followSteps,
        )
        const { goal, value } = goalOf(goals)
        const { rows: planned, ...plan } = await runInSlices(
          planSteps(rows, value, { maxStep, horizonDays }),
        )
        return {
          goal,
          followSteps,
          ...plan,
          horizonDays,
          campaigns: await mapInSlices(planned, ({ row, planned }) =>
            toPlannedCampaign(row, planned),
          ),
        }
      },
    }
  }
}

/** Exactly one goal is given, as checked before. */
function goalOf(query: Pick<Query, GoalName>): { goal: GoalName; value: Goal } {
  const { dailyBudget, budgetChange, targetRoas } = query
  if (dailyBudget !== undefined) return { goal: 'dailyBudget', value: { dailyBudget } }
  if (budgetChange !== undefined) return { goal: 'budgetChange', value: { budgetChange } }
  return { goal: 'targetRoas', value: { targetRoas: targetRoas! } }
}

type Row = Awaited<ReturnType<typeof planRows>>[number]

/** Rows with recent spend. */
async function planRows(stepped: readonly Stepped[], followSteps: boolean) {
  const some = await filterInSlices(
    stepped,
    ({ step }) => step.kind !== 'stopped' && step.kind !== 'check_data',
  )
  const rows = await mapInSlices(some, ({ row, step }) => ({
    ...row,
    step,
    moves: movesBy(row.action, step, followSteps),
    dailySpend: row.currentDailySpend,
    steppedDailySpend: step.spendChange === null ? null : row.currentDailySpend + step.spendChange,
  }))
  return await sortInSlices(rows, (a, b) => b.dailySpend - a.dailySpend || a.id - b.id)
}

function toPlannedCampaign(
  row: Row,
  planned: PlannedRow,
): components['schemas']['PlannedCampaign'] {
  const {
    id,
    platform,
    network,
    campaign,
    country,
    dailySpend,
    suggestedDailySpend,
    predictedRoas,
    marginalRoas,
  } = row
  const { responseElasticity, responseLow, responseHigh, step } = row
  return {
    id,
    platform: platform as components['schemas']['Platform'],
    network,
    campaign,
    country,
    currentDailySpend: dailySpend,
    ...planned,
    suggestedDailySpend,
    predictedRoas,
    marginalRoas,
    responseElasticity,
    responseLow,
    responseHigh,
    stepReason: step.reason,
  }
}
