import t from 'tap'
import type { components } from '../../../../generated/types.ts'
import {
  appRow,
  minimalDelivery,
  recommendationRow,
  runRow,
  steadyCohorts,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { twoCompanies } from '../../../support/two-companies.ts'

type Plan = components['schemas']['BudgetPlan']

const RESPONSE = {
  response_elasticity: 0.8,
  response_low: 0.7,
  response_high: 0.9,
  predicted_paid_gross_roas: 0.5,
  marginal_roas: 0.4,
}

/** 600 and 1,200 a day, the second with twice the ROAS; a third without a response. */
function delivery() {
  const recommendations = [
    recommendationRow({
      recommendation_id: 1,
      spend: '3600',
      lookback_days: 6,
      ...RESPONSE,
      suggested_daily_spend: '500',
    }),
    recommendationRow({
      recommendation_id: 2,
      campaign: 'Beta',
      spend: '7200',
      lookback_days: 6,
      ...RESPONSE,
      predicted_paid_gross_roas: 1,
      marginal_roas: 0.6,
    }),
    recommendationRow({
      recommendation_id: 3,
      campaign: 'Gamma',
      network: 'Google',
      spend: '60',
      lookback_days: 6,
      predicted_paid_gross_roas: 0.7,
    }),
    recommendationRow({
      recommendation_id: 4,
      granularity: 'campaign_geo',
      campaign: 'Delta',
      country: 'DE',
      spend: '600',
      lookback_days: 6,
      ...RESPONSE,
    }),
  ]
  return minimalDelivery({ recommendations, cohorts: steadyCohorts(recommendations) })
}

async function planOf({ get }: TestService, query: string): Promise<Plan> {
  const answer = await get(`/v1/budget-plan?appId=1&followSteps=false&${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Plan
}

t.test('every field matches hand-computed values', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  const answer = await service.get(
    '/v1/budget-plan?appId=1&budgetChange=0.2&horizonDays=30&followSteps=false',
  )
  t.match(answer.headers, {
    'run-id': '1',
    'data-through': '2026-03-30',
    currency: 'USD',
    'target-dsi': '7',
    'target-roas-type': 'paid',
    'target-revenue-type': 'gross',
    etag: /^W\//,
  })
  t.equal(answer.headers['total-rows'], undefined)
  const { campaigns, before, after, suggested, ...plan } = answer.json() as Plan
  // 1,810 a day, of which 10 stay: the rest may grow to 2,160, which is less than wanted.
  t.strictSame(plan, {
    goal: 'budgetChange',
    followSteps: false,
    dailyBudget: 2172,
    targetRoas: null,
    reached: false,
    onlyCuts: false,
    optimal: true,
    neededMaxStep: plan.neededMaxStep,
    marginalRoas: 0.4 * 1.2 ** -0.2,
    lowestDailySpend: 1450,
    highestDailySpend: 2170,
    coveredShare: 1,
    movableShare: 1800 / 1810,
    horizonDays: 30,
  })
  t.ok(Math.abs(plan.neededMaxStep! - 362 / 1800) < 1e-9)
  const revenue = 300 + 1200 + 7
  t.strictSame(before, {
    dailySpend: 1810,
    revenue,
    revenueLow: revenue,
    revenueHigh: revenue,
    revenueChange: 0,
    revenueChangeLow: 0,
    revenueChangeHigh: 0,
    roas: revenue / 1810,
    horizonSpend: 54_300,
    horizonRevenue: 30 * revenue,
  })
  const planned = [300 * 1.2 ** 0.8, 1200 * 1.2 ** 0.6, 7] as const
  t.equal(after.dailySpend, 2170)
  t.ok(Math.abs(after.revenue - planned[0] - planned[1] - planned[2]) < 1e-9)
  // Both are of one network: their errors add up. The second one's elasticity of revenue, 0.6, is known as well as that of installs, 0.8.
  const half = (Math.log(1.2) * (planned[0] + planned[1]) * 0.2) / 2
  t.ok(Math.abs(after.revenueHigh - after.revenue - half) < 1e-9)
  t.ok(Math.abs(after.revenue - after.revenueLow - half) < 1e-9)
  t.match(suggested, { dailySpend: 1810 - 600 * (1 - 500 / 600) })
  t.strictSame(
    campaigns.map(({ id }) => id),
    [2, 1, 3],
    'by spend',
  )
  t.strictSame(campaigns[1], {
    id: 1,
    platform: 'IOS',
    network: 'Meta',
    campaign: 'Alpha',
    country: 'US',
    currentDailySpend: 600,
    plannedDailySpend: 720,
    change: 720 / 600 - 1,
    lowestDailySpend: 480,
    highestDailySpend: 720,
    plannedRoas: planned[0] / 720,
    revenue: 300,
    plannedRevenue: planned[0],
    plannedMarginalRoas: 0.4 * 1.2 ** -0.19999999999999996,
    limitedBy: 'step',
    suggestedDailySpend: 500,
    predictedRoas: 0.5,
    marginalRoas: 0.4,
    responseElasticity: 0.8,
    responseLow: 0.7,
    responseHigh: 0.9,
    stepReason: null,
  })
  t.match(campaigns[2], {
    id: 3,
    plannedDailySpend: 10,
    change: 0,
    limitedBy: 'evidence',
    plannedRoas: 0.7,
    plannedMarginalRoas: null,
  })
})

t.test('goals, steps, granularity and filters apply', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  const same = await planOf(service, 'budgetChange=0')
  t.ok(Math.abs(same.after.dailySpend - 1810) < 1e-6)
  t.ok(same.after.revenue > same.before.revenue, 'the same total, better spent')
  t.match(await planOf(service, 'dailyBudget=1700.5'), {
    goal: 'dailyBudget',
    dailyBudget: 1700.5,
    reached: true,
  })
  t.match(await planOf(service, 'budgetChange=-0.1'), {
    goal: 'budgetChange',
    reached: true,
    after: { dailySpend: /1629/ },
  })
  t.match(await planOf(service, 'dailyBudget=3000&maxStep=1'), {
    reached: true,
    highestDailySpend: 3610,
  })
  const { after, targetRoas, dailyBudget } = await planOf(service, 'targetRoas=0.82')
  t.match({ targetRoas, dailyBudget }, { targetRoas: 0.82, dailyBudget: null })
  t.ok(Math.abs(after.roas! - 0.82) < 1e-9)
  t.match(await planOf(service, 'targetRoas=5'), { reached: false })
  const ids = async (query: string) =>
    (await planOf(service, `budgetChange=0&${query}`)).campaigns.map(({ id }) => id)
  t.strictSame(await ids('granularity=campaign_geo'), [4])
  t.strictSame(await ids('granularity=campaign_geo&countries=US'), [])
  t.strictSame(await ids('networks=Google'), [3])
  t.strictSame(await ids('campaigns=Beta,Gamma&platforms=ios'), [2, 3])
  const share = await planOf(service, 'budgetChange=0&campaigns=Beta')
  t.match(
    share,
    { dailyBudget: 1200, before: { dailySpend: 1200, revenue: 1200 } },
    'a plan of what matches only',
  )
})

t.test('a plan follows the steps unless told otherwise', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  const plan = async (query: string) =>
    (await service.get(`/v1/budget-plan?appId=1&${query}`)).json() as Plan
  const same = await plan('budgetChange=0')
  // Alpha is below target and may fall, Beta stays without a response that pays, Gamma has none.
  t.match(same, {
    followSteps: true,
    reached: true,
    onlyCuts: true,
    before: { revenueChange: 0 },
    after: { revenueChange: 0 },
  })
  t.ok(
    same.campaigns.every(
      ({ currentDailySpend, plannedDailySpend }) => plannedDailySpend === currentDailySpend,
    ),
  )
  const less = await plan('budgetChange=-0.01')
  const steps = (await service.get('/v1/recommendations?appId=1')).json() as {
    id: number
    action: string
    step: { reason: string | null }
  }[]
  for (const { id, change, stepReason } of less.campaigns) {
    const { action, step } = steps.find(row => row.id === id)!
    t.equal(stepReason, step.reason)
    t.ok(change === 0 || (change! < 0 && action === 'REDUCE'))
  }
  t.match(
    await plan('budgetChange=0.05'),
    { reached: false, neededMaxStep: null },
    'no campaign may rise',
  )
})

t.test('invalid plans are refused', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()] })
  const faults = async (query: string) => {
    const answer = await service.get(`/v1/budget-plan?appId=1&${query}`)
    t.equal(answer.status, 400, query)
    return (answer.json() as { errors: { parameter: string; message: string }[] }).errors
  }
  const one = 'exactly one of dailyBudget, budgetChange and targetRoas'
  t.strictSame(await faults(''), [
    { parameter: 'dailyBudget', message: `${one} is required; none is given` },
  ])
  t.strictSame(await faults('targetRoas=1&dailyBudget=5'), [
    { parameter: 'targetRoas', message: `cannot be used together with dailyBudget; give ${one}` },
  ])
  t.match(await faults('dailyBudget=1&dailyBudget=2'), [
    { parameter: 'dailyBudget', message: 'is given more than once' },
  ])
  for (const [query, parameter] of [
    ['dailyBudget=0', 'dailyBudget'],
    ['dailyBudget=1e3', 'dailyBudget'],
    ['dailyBudget=%2B5', 'dailyBudget'],
    ['dailyBudget=5.', 'dailyBudget'],
    ['dailyBudget=05', 'dailyBudget'],
    ['dailyBudget=NaN', 'dailyBudget'],
    ['dailyBudget=', 'dailyBudget'],
    ['dailyBudget=1000000000001', 'dailyBudget'],
    ['budgetChange=20', 'budgetChange'],
    ['budgetChange=-1.01', 'budgetChange'],
    ['budgetChange=20%25', 'budgetChange'],
    ['targetRoas=0', 'targetRoas'],
    ['targetRoas=-1', 'targetRoas'],
    ['budgetChange=0&maxStep=0', 'maxStep'],
    ['budgetChange=0&maxStep=1.1', 'maxStep'],
    ['budgetChange=0&horizonDays=0', 'horizonDays'],
    ['budgetChange=0&horizonDays=91', 'horizonDays'],
    ['budgetChange=0&horizonDays=1.5', 'horizonDays'],
    ['budgetChange=0&countries=US', 'countries'],
    ['budgetChange=0&granularity=app', 'granularity'],
    ['budgetChange=0&month=2026-03', 'month'],
  ] as const) {
    t.match(await faults(query), [{ parameter }], query)
    t.equal((await faults(query)).length, 1, query)
  }
  for (const app of [4, 3, 5])
    t.equal((await service.get(`/v1/budget-plan?appId=${app}&budgetChange=0`)).status, 403)
  t.equal((await service.get(`/v1/budget-plan?appId=4&budgetChange=0`, 2)).status, 200)
  const { status, headers } = await service.get(
    '/v1/budget-plan?appId=1&budgetChange=0&networks=Nobody',
  )
  t.strictSame([status, headers['unmatched-filters']], [200, 'networks'])
})

t.test(
  'an app without a run has an empty plan, and a run without responses keeps spend',
  async t => {
    const service = await startService(t, {
      deliveries: [
        twoCompanies(),
        { apps: [appRow({ app_id: 6 })], app_access: [{ company_id: 1, app_id: 6 }] },
      ],
    })
    const none = await service.get('/v1/budget-plan?appId=6&budgetChange=0.2')
    t.match(none.json(), {
      campaigns: [],
      dailyBudget: 0,
      coveredShare: null,
      movableShare: null,
      marginalRoas: null,
      suggested: null,
    })
    t.equal(none.headers['run-id'], undefined)
    const silent = await planOf(service, 'budgetChange=0.2')
    t.match(silent, { movableShare: 0, reached: false, suggested: null, marginalRoas: null })
    t.ok(
      silent.campaigns.length > 0 &&
        silent.campaigns.every(({ limitedBy, change }) => limitedBy === 'evidence' && change === 0),
    )
  },
)

t.test('the ETag follows the run, the goal and the target types', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  const path = '/v1/budget-plan?appId=1&budgetChange=0.1'
  const tag = async (url = path) => (await service.get(url)).headers['etag']
  const first = await tag()
  t.equal(await tag(), first)
  t.equal((await service.get(path, 1, { 'if-none-match': String(first) })).status, 304)
  t.not(await tag('/v1/budget-plan?appId=1&budgetChange=0.11'), first)
  t.equal(await tag('/v1/budget-plan?appId=1&budgetChange=0.10'), first, 'the same number')
  const lists = await Promise.all(
    ['Meta,Google', 'Google,Meta'].map(networks => tag(`${path}&networks=${networks}`)),
  )
  t.equal(lists[0], lists[1], 'the same filter')
  await service.import({ networks: [{ network: 'Meta', traditional: false }] })
  service.passSecond()
  t.not(await tag(), first, 'LOW by its network may become HIGH')
  await service.import({ apps: [appRow({ target_roas_type: 'full_blended' })] })
  service.passSecond()
  const other = await tag()
  t.not(other, first)
  await service.import({
    runs: [runRow({ run_id: 9, created_at: '2026-04-01T06:00:00.000Z' })],
    recommendations: [recommendationRow({ recommendation_id: 9, run_id: 9 })],
  })
  service.passSecond()
  t.not(await tag(), other)
})
