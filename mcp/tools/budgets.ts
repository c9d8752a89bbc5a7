import { plannedCampaignFields } from '../../generated/client/fields.ts'
import type {
  BudgetPlan,
  GetBudgetPlanParameters,
  Pacing,
  PlannedCampaign,
  UascopeClient,
} from '../../client/src/index.ts'
import type { ToolArguments, ToolResults } from '../../generated/tools.ts'
import { type App, roundedAll, significant } from './context.ts'
import { filterInSlices, sortInSlices } from '../../server/core/runtime/slices.ts'
import { type Cell, cellOf } from './rows.ts'

type Context = ToolResults['svc_get_recommendations']['context']

/** Maximum bytes of the plan's rows: a third of a result. Rows of recommendations need the rest. */
const MAX_PLAN_BYTES = 12_000

/** Maximum budgets listed. */
const MAX_BUDGETS = 20

const FIELDS = { ...plannedCampaignFields, revenueChange: 'number' } as const

const COLUMNS = [
  ...([
    'id',
    'platform',
    'network',
    'campaign',
    'country',
    'currentDailySpend',
    'plannedDailySpend',
    'change',
  ] as const),
  ...(['revenueChange', 'plannedRoas', 'plannedMarginalRoas', 'limitedBy', 'stepReason'] as const),
]

type Goal = NonNullable<ToolArguments['svc_get_recommendations']['budgetPlan']>

/** The plan and its run; undefined without the argument. */
export async function askPlan(
  client: UascopeClient,
  filters: Omit<GetBudgetPlanParameters, keyof Goal>,
  { budgetPlan }: { budgetPlan?: Goal },
): Promise<{ plan: BudgetPlan; runId: string | null } | undefined> {
  if (budgetPlan === undefined) return undefined
  // The argument has exactly one goal, as checked.
  const parameters = { ...filters, ...budgetPlan } as GetBudgetPlanParameters
  const { data, response } = await client.getBudgetPlan(parameters).withResponse()
  return { plan: data, runId: response.headers.get('run-id') }
}

/** The plan in words, its totals and its moves, the largest first. */
export async function planContext(
  plan: BudgetPlan,
  { currency, targetDsi }: Pick<App, 'currency' | 'targetDsi'>,
): Promise<NonNullable<Context['budgetPlan']>> {
  const { campaigns, before, after, suggested, ...totals } = plan
  const moves = await filterInSlices(campaigns, campaign => moveOf(campaign) > 0)
  // No more of them could fit the bytes.
  const largest = (await sortInSlices(moves, (a, b) => moveOf(b) - moveOf(a))).slice(
    0,
    MAX_PLAN_BYTES / COLUMNS.length,
  )
  const rows = largest
    .map(campaign => ({
      ...campaign,
      revenueChange:
        campaign.plannedRevenue === null || campaign.revenue === null
          ? null
          : campaign.plannedRevenue - campaign.revenue,
    }))
    .map(campaign => COLUMNS.map(name => cellOf(campaign[name], FIELDS[name])))
  return {
    summary: summaryOf(plan, currency, targetDsi),
    ...roundedAll(totals),
    neededMaxStep: plan.neededMaxStep === null ? null : roundedUp(plan.neededMaxStep),
    before: roundedAll(before),
    after: roundedAll(after),
    suggested: suggested && roundedAll(suggested),
    campaigns: campaigns.length,
    columns: COLUMNS,
    rows: fitting(rows) as (string | number | null)[][],
  }
}

/** Spend and revenue of the plan, its marginal ROAS, and the totals of following every suggestion. */
function summaryOf(plan: BudgetPlan, currency: string, dsi: number): string {
  const {
    before,
    after,
    suggested,
    marginalRoas,
    movableShare,
    reached,
    followSteps,
    onlyCuts,
    optimal,
  } = plan
  const describe = (totals: BudgetPlan['after']) => {
    const [revenue, low, high] = [
      totals.revenueChange,
      totals.revenueChangeLow,
      totals.revenueChangeHigh,
    ].map(signed)
    const interval = low === high ? '' : ` (80 % interval ${low} to ${high})`
    const ratio =
      before.dailySpend === 0 ? '' : `, ${signedShare(totals.dailySpend / before.dailySpend - 1)}`
    const roas =
      before.roas === null || totals.roas === null
        ? ''
        : `; blended ROAS ${percent(before.roas)} to ${percent(totals.roas)}`
    const spend = `${significant(totals.dailySpend)} a day (${signed(totals.dailySpend - before.dailySpend)}${ratio})`
    return `${spend}: D${dsi} revenue ${revenue} a day${interval}${roas}`
  }
  return [
    `${reached ? 'Plan' : 'The goal is not met. The nearest plan'}${followSteps ? '' : ' without regard to the steps'}, in ${currency}: ${describe(after)}.`,
    ...(onlyCuts ? ['The steps only cut: no campaign may rise.'] : []),
    ...(optimal ? [] : ['Budgets overlap, so this is a good split, not the best one.']),
    ...(marginalRoas === null ? [] : [`The last unit spent returns ${percent(marginalRoas)}.`]),
    ...(movableShare === null
      ? []
      : [
          `${percent(movableShare)} of the spend may move${isAll(movableShare) ? '' : '; the rest stays by its call, or its response is not known well enough'}.`,
        ]),
    ...(suggested === null
      ? []
      : [
          `If the steps of campaigns with a known response are followed instead: ${describe(suggested)}.`,
        ]),
    'Revenue counts installs as attributed: where campaigns share an audience, raises bring less.',
  ].join(' ')
}

function isAll(share: number | null): boolean {
  return share === null || share > 0.9995
}

function signed(amount: number): string {
  const rounded = significant(amount)
  return rounded > 0 ? `+${rounded}` : String(rounded)
}

function signedShare(ratio: number): string {
  return `${ratio > 0 ? '+' : ''}${percent(ratio)}`
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`
}

function moveOf({ currentDailySpend, plannedDailySpend }: PlannedCampaign): number {
  return Math.abs(plannedDailySpend - currentDailySpend)
}

function fitting(rows: readonly Cell[][]): Cell[][] {
  let bytesLeft = MAX_PLAN_BYTES
  const end = rows.findIndex(row => (bytesLeft -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0)
  return end === -1 ? [...rows] : rows.slice(0, end)
}

/** Notes of a plan: omitted rows, an unmet goal, and spend that cannot move. */
export function planNotes(plan: BudgetPlan, listed: number): string[] {
  const { campaigns, reached, movableShare } = plan
  const moves = campaigns.filter(campaign => moveOf(campaign) > 0).length
  return [
    ...(listed < moves
      ? [`The plan shows the ${listed} largest moves of ${moves}; its totals cover all.`]
      : []),
    ...(reached ? [] : [unreached(plan)]),
    ...(campaigns.length > 0 && movableShare === 0
      ? [
          'No campaign may move: its call keeps it, or its response to spend is not known well enough.',
        ]
      : []),
  ]
}

function unreached(plan: BudgetPlan): string {
  const {
    dailyBudget,
    targetRoas,
    lowestDailySpend,
    highestDailySpend,
    neededMaxStep,
    after,
    movableShare,
  } = plan
  const limit = isAll(movableShare)
    ? ''
    : `, as only ${percent(movableShare!)} of the spend may move`
  const within = plan.campaigns.some(({ limitedBy }) => limitedBy === 'budget')
    ? 'maxStep and budgets'
    : 'maxStep'
  const reachable =
    dailyBudget === null
      ? `No plan within ${within} has a blended ROAS of ${targetRoas}${limit}; this one has ${after.roas === null ? 'none' : significant(after.roas)}`
      : `Within ${within}, ${significant(lowestDailySpend)} to ${significant(highestDailySpend)} a day can be spent, not ${significant(dailyBudget)}${limit}`
  return neededMaxStep === null
    ? `${reachable}. No maxStep reaches the goal.`
    : `${reachable}. A maxStep of ${roundedUp(neededMaxStep)} reaches the goal.`
}

/** The month's budgets, the largest first; absent if there are none. */
export function pacingContext(budgets: readonly Pacing[]): {
  pacing?: NonNullable<Context['pacing']>
} {
  const largest = budgets.toSorted((a, b) => b.amount - a.amount).slice(0, MAX_BUDGETS)
  return budgets.length === 0
    ? {}
    : {
        pacing: largest.map(({ budgetId: _id, cases: _cases, ...budget }) =>
          roundedAll(budget),
        ) as NonNullable<Context['pacing']>,
      }
}

/** Rounds up to six digits: less would miss the goal. */
function roundedUp(step: number): number {
  const rounded = significant(step)
  return rounded >= step
    ? rounded
    : Math.min(1, significant(rounded + 10 ** (Math.floor(Math.log10(step)) - 5)))
}
