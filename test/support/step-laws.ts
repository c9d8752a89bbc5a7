import type { Test } from 'tap'
import type { components } from '../../generated/types.ts'
import type { ToolService } from './tool-service.ts'
import { closeTo } from '../reference/compare.ts'
import { decodeParquet } from '../reference/decode-parquet.ts'
import type { CohortRow, Delivery } from '../reference/delivery.ts'
import { addDays } from '../reference/periods.ts'

type Recommendation = components['schemas']['Recommendation']
type Overview = components['schemas']['Overview']
type Pacing = components['schemas']['Pacing']
type Plan = components['schemas']['BudgetPlan']
type Step = Recommendation['step']

const NAMES = ['platform', 'network', 'campaign'] as const

export interface Scene {
  service: ToolService
  companyId: number
  appId: number
  granularity: 'campaign' | 'campaign_geo'
  asOf?: string
}

/** Rows by kind and reason or direction of their steps. */
export const seen = new Map<string, number>()

async function rest<Body>({ service, companyId }: Scene, path: string): Promise<{ body: Body; headers: Record<string, string> }> {
  const answer = await service.get(path, companyId)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body.toString()}`)
  return { body: answer.json() as Body, headers: answer.headers }
}

function covers(budget: Pacing, row: Recommendation): boolean {
  return NAMES.every(name => budget[name] === null || budget[name] === row[name])
}

/** Names of what spent something on the last three days, a weekly-only app's seven, by the report; undefined if it does not reach back to them. */
async function spending(scene: Scene, through: string): Promise<Set<string> | undefined> {
  const path = `/v1/app-settings?appId=${scene.appId}`
  const { weeklyAggregation, earliestReportStartDate } = (await rest<components['schemas']['AppSettings']>(scene, path)).body
  const start = addDays(through, weeklyAggregation ? -6 : -2)
  if (start < earliestReportStartDate) return undefined
  const range = `startDate=${start}&endDate=${through}`
  const query = `appId=${scene.appId}&granularity=${scene.granularity}&installGrouping=total&metrics=spend&${range}`
  const answer = await scene.service.get(`/v1/report?${query}`, scene.companyId)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  const { columns, rows } = await decodeParquet(answer.body)
  const at = (name: string) => columns.findIndex(column => column.name === name)
  const names = scene.granularity === 'campaign' ? NAMES : [...NAMES, 'country' as const]
  return new Set(rows.filter(row => Number(row[at('spend')]) > 0).map(row => JSON.stringify(names.map(name => row[at(name)]))))
}

export async function stepLaws(test: Test, scene: Scene): Promise<void> {
  const { granularity, appId, asOf } = scene
  const name = `app ${appId} ${granularity} ${asOf ?? ''}`
  const past = asOf === undefined ? '' : `&asOf=${asOf}`
  const { body: rows, headers } = await rest<Recommendation[]>(
    scene,
    `/v1/recommendations?appId=${appId}&granularity=${granularity}${past}`,
  )
  const through = headers['data-through']
  if (through === undefined || rows.length === 0) return
  const target = targetIn(headers)
  const broken: string[] = []
  const say = (law: string, row: { id: number }) => broken.push(`${law}: ${JSON.stringify(row)}`)
  const spends = await spending(scene, through)
  const next = addDays(through, 1)
  const pacing = (await rest<Pacing[]>(scene, `/v1/pacing?appId=${appId}&month=${next.slice(0, 7)}`)).body
  for (const row of rows) {
    const { step } = row
    const said = `${step.kind} ${step.reason ?? step.direction}`
    seen.set(said, (seen.get(said) ?? 0) + 1)
    const names = granularity === 'campaign' ? NAMES : [...NAMES, 'country' as const]
    const isSpending = spends?.has(JSON.stringify(names.map(name => row[name])))
    if (isSpending === false && step.kind !== 'stopped' && step.reason !== 'no_cost') say('what does not spend has no step', row)
    if (isSpending === true && (step.kind === 'stopped' || step.reason === 'no_cost')) say('what spends has not stopped', row)
    if (step.direction === 'more' && row.action !== 'SCALE') say('more is SCALE', row)
    if (step.direction === 'less' && row.action !== 'REDUCE') say('less is REDUCE', row)
    if (row.action === 'HOLD' && step.kind === 'budget') say('HOLD keeps', row)
    if (step.direction === 'none' && [step.from, step.to, step.spendChange, step.gain].some(value => value !== null))
      say('none has no price', row)
    if (step.bounds && step.direction === 'less' && step.gainLow! < -1e-9 * row.currentDailySpend)
      say('a cut gains whatever the response', row)
    if (step.direction === 'more' && row.marginalRoas !== null && isKnown(row) && row.marginalRoas < row[target]!)
      say('the next unit returns the target', row)
  }
  // With asOf, spend is expected as it was then.
  if (asOf === undefined)
    for (const budget of pacing.filter(({ expected, daysLeft }) => expected !== null && daysLeft > 0)) {
      const own = rows.filter(row => covers(budget, row))
      const sum = (direction: Step['direction']) =>
        own.reduce((all, { step }) => all + (step.direction === direction ? (step.spendChange ?? 0) : 0), 0) * budget.daysLeft
      const raises = own.some(({ step }) => step.direction === 'more')
      const room = budget.amount - budget.expected! - sum('less')
      if (raises && (room <= 0 || sum('more') > room + 1e-6)) broken.push(`raises fit budget ${budget.budgetId}: ${sum('more')} of ${room}`)
    }
  test.strictSame(broken, [], `${name}: ${rows.length} rows`)
  await toolShows(test, scene, rows)
  if (granularity === 'campaign' && asOf === undefined) {
    await overviewShows(test, scene, rows)
    await planHolds(test, scene, rows)
  }
}

/** The field of the deciding target. */
function targetIn(headers: Record<string, string>): 'targetPaidGrossRoas' {
  const words = `${headers['target-roas-type']}_${headers['target-revenue-type']}`.split('_')
  return `target${words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')}Roas` as 'targetPaidGrossRoas'
}

function isKnown({ responseLow: low, responseHigh: high, responseElasticity }: Recommendation): boolean {
  return responseElasticity !== null && low !== null && high !== null && high - low <= 0.4
}

const COLUMNS = {
  stepKind: 'kind',
  stepDirection: 'direction',
  stepFrom: 'from',
  stepTo: 'to',
  stepReason: 'reason',
  stepSpendChange: 'spendChange',
  stepGain: 'gain',
  stepGainLow: 'gainLow',
  stepGainHigh: 'gainHigh',
} as const

async function toolShows(
  test: Test,
  { service, companyId, appId, granularity, asOf }: Scene,
  rows: readonly Recommendation[],
): Promise<void> {
  const { result } = service
  const args = { appId, granularity, limit: 500, ...(asOf === undefined ? {} : { asOf }) }
  const shown = await result<{ columns: string[]; rows: unknown[][]; totals: { steps: Record<'more' | 'less', { steps: number }> } }>(
    'svc_get_recommendations',
    args,
    { companyId },
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const differ = shown.rows.filter(cells => {
    const cell = (name: string) => cells[shown.columns.indexOf(name)]
    const { step } = byId.get(Number(cell('id')))!
    const words = String(cell('stepWords'))
    const verb = { more: /^(Raise|Lower|Spend)/, less: /^(Cut|Raise|Lower|Spend)/, none: /^(Keep|Check the data|Stopped)/ }[step.direction]
    return (
      !verb.test(words) ||
      /undefined|null|NaN/.test(words) ||
      Object.entries(COLUMNS).some(([column, field]) => {
        const [one, other] = [cell(column), step[field]]
        return typeof other === 'number' ? Math.abs(Number(one) - other) > 1e-5 * Math.abs(other) + 1e-9 : one !== other
      })
    )
  })
  test.strictSame(differ, [], 'the tool shows the same steps')
  for (const direction of ['more', 'less'] as const) {
    test.equal(shown.totals.steps[direction].steps, rows.filter(({ step }) => step.direction === direction).length)
  }
}

async function overviewShows(test: Test, scene: Scene, rows: readonly Recommendation[]): Promise<void> {
  const overview = (await rest<Overview[]>(scene, '/v1/overview')).body.find(({ appId }) => appId === scene.appId)!
  const steps = rows.filter(({ step }) => step.direction !== 'none')
  test.equal(overview.actions.length + overview.otherSteps, steps.length, 'the overview counts all steps')
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const action of overview.actions) test.strictSame(action.step, byId.get(action.id)!.step, 'an action is its step')
  const worth = ({ gain, gainLow }: Step) => gain ?? gainLow ?? Infinity
  const least = Math.min(...overview.actions.map(({ step }) => worth(step)))
  const first = new Set(overview.actions.map(({ id }) => id))
  const priced = steps.filter(({ id, step }) => !first.has(id) && step.gainLow !== null)
  if (overview.actions.every(({ step }) => step.gainLow !== null))
    test.ok(
      priced.every(({ step }) => worth(step) <= least + 1e-9),
      'actions gain most',
    )
  const total = (direction: Step['direction']) =>
    steps.reduce((all, { step }) => all + (step.direction === direction ? (step.spendChange ?? 0) : 0), 0)
  for (const direction of ['more', 'less'] as const)
    test.ok(closeTo(overview.stepTotals[direction].spendChange, total(direction)) || total(direction) === 0)
}

async function planHolds(test: Test, scene: Scene, rows: readonly Recommendation[]): Promise<void> {
  const plan = (await rest<Plan>(scene, `/v1/budget-plan?appId=${scene.appId}&budgetChange=0.3&maxStep=0.5`)).body
  const byId = new Map(rows.map(row => [row.id, row]))
  const wrong = plan.campaigns.filter(({ id, dailySpend, plannedDailySpend, limitedBy }) => {
    const { step, currentDailySpend } = byId.get(id)!
    return (
      step.kind === 'stopped' ||
      step.kind === 'check_data' ||
      dailySpend !== currentDailySpend ||
      (limitedBy === 'evidence' && plannedDailySpend !== dailySpend)
    )
  })
  test.strictSame(wrong, [], 'the plan starts from what spends today')
  const { after, before } = plan
  test.ok(after.revenueLow <= after.revenue && after.revenueChangeLow <= after.revenueChange + 1e-9 && before.revenueChange === 0)
}

/** The campaigns of an app's latest run that spend today, as they were judged: with luck, less, more, or nothing. */
export function spendToday(delivery: Required<Delivery>): void {
  const known = new Set(
    delivery.cohorts.map(row => JSON.stringify([row.run_id, row.install_date, row.platform, row.network, row.campaign, row.country])),
  )
  for (const { app_id } of delivery.apps) {
    const run = delivery.runs
      .filter(one => one.app_id === app_id && one.kind === 'recommendation' && one.status === 'succeeded')
      .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
      .at(-1)
    if (run === undefined) continue
    for (const [index, row] of delivery.recommendations.entries()) {
      if (row.run_id !== run.run_id || index % 5 === 0) continue
      const factor = [1, 1, 0.9, 1.2, 1][index % 5]!
      for (let back = 0; back < 8; back++) {
        const cohort: CohortRow = {
          run_id: run.run_id,
          install_date: addDays(run.max_install_date!, -back),
          platform: row.platform,
          network: row.network,
          campaign: row.campaign,
          country: row.country === 'GLOBAL' ? 'US' : row.country,
          spend: ((Number(row.spend) / row.lookback_days) * (back < 3 ? factor : 1)).toFixed(4),
          paid_installs: 3,
          incremental_blended_installs: 3,
          full_blended_installs: 3,
        }
        const key = JSON.stringify([cohort.run_id, cohort.install_date, cohort.platform, cohort.network, cohort.campaign, cohort.country])
        if (!known.has(key)) delivery.cohorts.push(cohort)
        known.add(key)
      }
    }
  }
}
