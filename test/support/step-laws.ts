import type { Test } from 'tap'
import type { components } from '../../generated/types.ts'
import type { ToolService } from './tool-service.ts'
import { closeTo } from '../reference/compare.ts'
import { decodeParquet } from '../reference/decode-parquet.ts'
import type { CohortRow, Delivery } from '../reference/delivery.ts'
import { addDays } from '../reference/periods.ts'
import { sentenceDifference } from './step-sentences.ts'

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

async function rest<Body>(
  { service, companyId }: Scene,
  path: string,
): Promise<{ body: Body; headers: Record<string, string> }> {
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
  const { weeklyAggregation, earliestReportStartDate } = (
    await rest<components['schemas']['AppSettings']>(scene, path)
  ).body
  const start = addDays(through, weeklyAggregation ? -6 : -2)
  if (start < earliestReportStartDate) return undefined
  const range = `startDate=${start}&endDate=${through}`
  const query = `appId=${scene.appId}&granularity=${scene.granularity}&installGrouping=total&metrics=spend&${range}`
  const answer = await scene.service.get(`/v1/report?${query}`, scene.companyId)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  const { columns, rows } = await decodeParquet(answer.body)
  const at = (name: string) => columns.findIndex(column => column.name === name)
  const names = scene.granularity === 'campaign' ? NAMES : [...NAMES, 'country' as const]
  return new Set(
    rows
      .filter(row => Number(row[at('spend')]) > 0)
      .map(row => JSON.stringify(names.map(name => row[at(name)]))),
  )
}

/** Whether an alert of the days up to this one says that some of a row's spend is missing. */
async function withoutCost(scene: Scene, until: string): Promise<(row: Recommendation) => boolean> {
  const query = `appId=${scene.appId}&alertGroups=analytics&startDate=${addDays(until, -31)}&endDate=${until}&limit=500`
  const alerts = (await rest<components['schemas']['Alert'][]>(scene, `/v1/alerts?${query}`)).body
  const missing = alerts.filter(
    ({ metric, value, reference }) => metric === 'spend' && value === 0 && reference! > 0,
  )
  return row =>
    missing.some(alert =>
      NAMES.every(name => alert[name] === 'Unknown' || alert[name] === row[name]),
    )
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
  const lacksCost = await withoutCost(scene, asOf ?? addDays(through, 1))
  const next = addDays(through, 1)
  const pacing = (
    await rest<Pacing[]>(scene, `/v1/pacing?appId=${appId}&month=${next.slice(0, 7)}`)
  ).body
  for (const row of rows) {
    const { step } = row
    const said = `${step.kind} ${step.reason ?? step.direction}`
    seen.set(said, (seen.get(said) ?? 0) + 1)
    const names = granularity === 'campaign' ? NAMES : [...NAMES, 'country' as const]
    const isSpending = spends?.has(JSON.stringify(names.map(name => row[name])))
    if (isSpending === false && step.kind !== 'stopped' && step.reason !== 'no_cost')
      say('what does not spend has no step', row)
    if (isSpending === true && step.kind === 'stopped') say('what spends has not stopped', row)
    if (isSpending === true && step.reason === 'no_cost' && !lacksCost(row))
      say('what spends has a cost, unless an alert says that it lacks some', row)
    if (step.direction === 'more' && row.action !== 'SCALE') say('more is SCALE', row)
    if (step.direction === 'less' && row.action !== 'REDUCE') say('less is REDUCE', row)
    if (row.action === 'HOLD' && step.kind === 'budget') say('HOLD keeps', row)
    if (
      step.gain !== null &&
      row.currentDailySpend > 0 &&
      !(
        step.gainLow! < step.gain + 1e-12 &&
        step.gain <= step.gainHigh! &&
        step.gainLow! < step.gainHigh!
      )
    )
      say('an interval has a width', row)
    if (
      step.direction === 'none' &&
      [step.from, step.to, step.spendChange, step.gain].some(value => value !== null)
    )
      say('none has no price', row)
    if (row.tested !== step.tested || (step.checkpoint !== null && step.tested))
      say('a step is as tested as its recommendation', row)
    const isSmall =
      step.kind !== 'bid_target' &&
      step.bounds &&
      closeTo(Math.abs(step.spendChange!), step.from! / 10)
    if (!step.tested && step.direction !== 'none' && !isSmall)
      say('before a test a tenth of the spend moves, and no bid', row)
    if (step.bounds && step.direction === 'less' && step.gainLow! < -1e-9 * row.currentDailySpend)
      say('a cut gains whatever the response', row)
    if (
      step.direction === 'more' &&
      row.marginalRoas !== null &&
      isKnown(row) &&
      row.marginalRoas < row[target]!
    )
      say('the next unit returns the target', row)
  }
  // With asOf, spend is expected as it was then.
  if (asOf === undefined)
    for (const budget of pacing.filter(
      ({ expected, daysLeft }) => expected !== null && daysLeft > 0,
    )) {
      const own = rows.filter(row => covers(budget, row))
      const sum = (direction: Step['direction']) =>
        own.reduce(
          (all, { step }) => all + (step.direction === direction ? (step.spendChange ?? 0) : 0),
          0,
        ) * budget.daysLeft
      const raises = own.some(({ step }) => step.direction === 'more')
      const room = budget.amount - budget.expected! - sum('less')
      if (raises && (room <= 0 || sum('more') > room + 1e-6))
        broken.push(`raises fit budget ${budget.budgetId}: ${sum('more')} of ${room}`)
    }
  test.strictSame(broken, [], `${name}: ${rows.length} rows`)
  await toolShows(test, scene, rows)
  if (granularity === 'campaign' && asOf === undefined) {
    await overviewShows(test, scene, rows)
    await planHolds(test, scene, rows)
    await alertsHold(test, scene, rows)
  }
}

/** The field of the deciding target. */
function targetIn(headers: Record<string, string>): 'targetPaidGrossRoas' {
  const words = `${headers['target-roas-type']}_${headers['target-revenue-type']}`.split('_')
  return `target${words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')}Roas` as 'targetPaidGrossRoas'
}

function isKnown({
  responseLow: low,
  responseHigh: high,
  responseElasticity,
}: Recommendation): boolean {
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
  const listed = await result<{
    columns: string[]
    rows: unknown[][]
    totals: { steps: Record<'more' | 'less', { steps: number }> }
  }>('svc_get_recommendations', args, { companyId })
  const byId = new Map(rows.map(row => [row.id, row]))
  const wrong = listed.rows.flatMap(cells => {
    const cell = (name: string) => cells[listed.columns.indexOf(name)]
    return sentenceDifference(String(cell('stepWords')), byId.get(Number(cell('id')))!.step) ?? []
  })
  test.strictSame(wrong, [], 'sentences say what the steps say')
  const differ = listed.rows.filter(cells => {
    const cell = (name: string) => cells[listed.columns.indexOf(name)]
    const { step } = byId.get(Number(cell('id')))!
    const words = String(cell('stepWords'))
    const verb = {
      more: /^(Raise|Lower|Spend)/,
      less: /^(Cut|Raise|Lower|Spend)/,
      none: /^(Keep|Check the data|Stopped)/,
    }[step.direction]
    return (
      !verb.test(words) ||
      /undefined|null|NaN/.test(words) ||
      Object.entries(COLUMNS).some(([column, field]) => {
        const [one, other] = [cell(column), step[field]]
        return typeof other === 'number'
          ? Math.abs(Number(one) - other) > 1e-5 * Math.abs(other) + 1e-9
          : one !== other
      })
    )
  })
  test.strictSame(differ, [], 'the tool shows the same steps')
  for (const direction of ['more', 'less'] as const) {
    test.equal(
      listed.totals.steps[direction].steps,
      rows.filter(({ step }) => step.direction === direction).length,
    )
  }
}

async function overviewShows(
  test: Test,
  scene: Scene,
  rows: readonly Recommendation[],
): Promise<void> {
  const overview = (await rest<Overview[]>(scene, '/v1/overview')).body.find(
    ({ appId }) => appId === scene.appId,
  )!
  const steps = rows.filter(({ step }) => step.direction !== 'none')
  test.equal(
    overview.actions.length + overview.otherSteps,
    steps.length,
    'the overview counts all steps',
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const action of overview.actions)
    test.strictSame(action.step, byId.get(action.id)!.step, 'an action is its step')
  const worth = ({ gain, gainLow }: Step) => gain ?? gainLow ?? Infinity
  const least = Math.min(...overview.actions.map(({ step }) => worth(step)))
  const first = new Set(overview.actions.map(({ id }) => id))
  const priced = steps.filter(({ id, step }) => !first.has(id) && step.gainLow !== null)
  if (overview.actions.every(({ step }) => step.gainLow !== null))
    test.ok(
      priced.every(({ step }) => worth(step) <= least + 1e-9),
      'actions gain most',
    )
  for (const name of ['more', 'less', 'all'] as const) {
    const some = steps.filter(({ step }) => name === 'all' || step.direction === name)
    const total = overview.stepTotals[name]
    const sum = (value: (step: Step) => number | null) =>
      some.reduce((all, { step }) => all + (step.gain === null ? 0 : value(step)!), 0)
    const spend = some.reduce((all, { step }) => all + (step.spendChange ?? 0), 0)
    test.ok(closeTo(total.spendChange, spend) || Math.abs(spend) < 1e-9, `${name}: spend`)
    const priced = some.filter(({ step }) => step.gain !== null)
    test.equal(total.unpriced, some.length - priced.length, `${name}: steps without a price`)
    if (priced.length === 0) {
      test.strictSame([total.gain, total.gainLow, total.gainHigh], [null, null, null])
      continue
    }
    const [low, middle, high] = [
      sum(step => step.gainLow),
      sum(step => step.gain),
      sum(step => step.gainHigh),
    ]
    test.ok(closeTo(total.gain!, middle) || Math.abs(middle) < 1e-6, `${name}: gain`)
    const networks = new Set(priced.map(({ network }) => network)).size
    const slack = 1e-9 * (high - low)
    const isInside = total.gainLow! >= low - slack && total.gainHigh! <= high + slack
    test.ok(
      isInside && (networks === 1 || total.gainHigh! - total.gainLow! < high - low),
      `${name}: ends are no sum of ends`,
    )
  }
  const kinds = ['no_cost', 'no_installs', 'attribution', 'outage']
  const hidden = rows.filter(row => {
    if (row.step.kind !== 'check_data' || !kinds.includes(row.step.reason!)) return false
    const names = [...NAMES, 'country'] as const
    return !overview.data.some(
      problem =>
        problem.kind === row.step.reason &&
        names.every(name => problem[name] === null || problem[name] === row[name]),
    )
  })
  test.ok(
    hidden.length === 0 || overview.otherProblems > 0,
    'the overview lists what makes steps check data',
  )
}

/** An alert says of its campaign what its recommendation says. */
async function alertsHold(
  test: Test,
  scene: Scene,
  rows: readonly Recommendation[],
): Promise<void> {
  const alerts = (
    await rest<components['schemas']['Alert'][]>(scene, `/v1/alerts?appId=${scene.appId}`)
  ).body
  const others = alerts.filter(alert => {
    const row = rows.find(row => NAMES.every(name => row[name] === alert[name]))
    const isOfCampaign =
      row !== undefined && (row.country !== 'GLOBAL' || alert.country === 'GLOBAL')
    const isUnknown = NAMES.some(name => alert[name] === 'Unknown')
    if (isUnknown || row === undefined) return alert.step !== null
    return isOfCampaign && JSON.stringify(alert.step) !== JSON.stringify(row.step)
  })
  test.strictSame(others, [], 'alerts carry the steps of their campaigns')
}

async function planHolds(test: Test, scene: Scene, rows: readonly Recommendation[]): Promise<void> {
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const goal of ['budgetChange=0.3&maxStep=0.5', 'budgetChange=0', 'targetRoas=0.5']) {
    const plan = (await rest<Plan>(scene, `/v1/budget-plan?appId=${scene.appId}&${goal}`)).body
    const wrong = plan.campaigns.filter(
      ({ id, currentDailySpend: today, plannedDailySpend: planned, limitedBy, stepReason }) => {
        const { step, action, currentDailySpend } = byId.get(id)!
        const isFixed = step.kind === 'keep' && step.reason !== 'budget_spent'
        const slack = 1e-9 * today
        return (
          step.kind === 'stopped' ||
          step.kind === 'check_data' ||
          today !== currentDailySpend ||
          stepReason !== step.reason ||
          ((limitedBy === 'evidence' || isFixed) && planned !== today) ||
          (isFixed && limitedBy !== 'call') ||
          (planned > today + slack && action !== 'SCALE') ||
          (planned < today - slack && action !== 'REDUCE')
        )
      },
    )
    test.strictSame(
      wrong,
      [],
      `the plan of ${goal} starts from what spends today, and follows the steps`,
    )
    const { after, before } = plan
    test.ok(
      after.revenueLow <= after.revenue &&
        after.revenueChangeLow <= after.revenueChange + 1e-9 &&
        before.revenueChange === 0,
    )
    if (goal === 'budgetChange=0') exchanges(test, plan)
  }
}

/** With the same total, a plan brings at least what is there, and more where money may move to where it earns more. */
function exchanges(
  test: Test,
  { reached, onlyCuts, optimal, before, after, campaigns }: Plan,
): void {
  test.ok(reached && after.revenue >= before.revenue - 1e-9 * Math.abs(before.revenue))
  if (onlyCuts)
    test.ok(
      campaigns.every(
        ({ currentDailySpend, plannedDailySpend }) => currentDailySpend === plannedDailySpend,
      ),
    )
  const rising = campaigns.filter(one => one.highestDailySpend > one.currentDailySpend * (1 + 1e-6))
  const falling = campaigns.filter(one => one.lowestDailySpend < one.currentDailySpend * (1 - 1e-6))
  const pays = rising.some(up =>
    falling.some(
      down => up.marginalRoas! > 1.05 * down.marginalRoas! && up.network === down.network,
    ),
  )
  // Within a network no budget of networks forbids the exchange; one of campaigns or platforms may.
  if (pays && optimal && campaigns.every(({ limitedBy }) => limitedBy !== 'budget'))
    test.ok(after.revenue > before.revenue, 'an exchange pays')
}

/** The campaigns of an app's latest run that spend today, as they were judged: with luck, less, more, or nothing. */
export function spendToday(delivery: Required<Delivery>): void {
  const known = new Set(
    delivery.cohorts.map(row =>
      JSON.stringify([
        row.run_id,
        row.install_date,
        row.platform,
        row.network,
        row.campaign,
        row.country,
      ]),
    ),
  )
  for (const { app_id } of delivery.apps) {
    const run = delivery.runs
      .filter(
        one => one.app_id === app_id && one.kind === 'recommendation' && one.status === 'succeeded',
      )
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
        const key = JSON.stringify([
          cohort.run_id,
          cohort.install_date,
          cohort.platform,
          cohort.network,
          cohort.campaign,
          cohort.country,
        ])
        if (!known.has(key)) delivery.cohorts.push(cohort)
        known.add(key)
      }
    }
  }
}
