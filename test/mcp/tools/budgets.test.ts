import t from 'tap'
import { interpretArguments } from '../../../mcp/tools/arguments.ts'
import { inputSchemaOf } from '../../../mcp/tools/tool.ts'
import {
  budgetRow,
  minimalDelivery,
  recommendationRow,
  runRow,
  steadyCohorts,
} from '../../reference/minimal-delivery.ts'
import { startToolService } from '../../support/tool-service.ts'

const TOOL = 'svc_get_recommendations'

interface Result {
  note?: string
  rows: unknown[][]
  interpreted?: Record<string, unknown>
  context: Record<string, unknown> & {
    budgetPlan?: Record<string, unknown> & {
      columns: string[]
      rows: unknown[][]
      campaigns: number
    }
  }
}

const RESPONSE = {
  response_elasticity: 0.8,
  response_low: 0.7,
  response_high: 0.9,
  predicted_paid_gross_roas: 0.5,
  marginal_roas: 0.4,
}

function delivery(campaigns = 2) {
  const recommendations = Array.from({ length: campaigns }, (_, index) =>
    recommendationRow({
      recommendation_id: index + 1,
      campaign: `Campaign ${index} ${'x'.repeat(campaigns > 2 ? 200 : 0)}`,
      spend: String(600 * (index + 1)),
      lookback_days: 6,
      ...RESPONSE,
      marginal_roas: 0.5 / (index + 2),
      suggested_daily_spend: index === 0 ? '90' : null,
    }),
  )
  return minimalDelivery({
    recommendations,
    cohorts: steadyCohorts(recommendations),
    cohort_revenue: [],
    budgets: [
      budgetRow({ budget_id: 1, amount: '1000000000' }),
      budgetRow({ budget_id: 2, amount: '3333333333', network: 'Meta' }),
      budgetRow({ budget_id: 3, amount: '50', month: '2026-02' }),
    ],
  })
}

t.test(
  'a plan is in the context, equals that of REST, and lists the largest moves first',
  async t => {
    const { result, get } = await startToolService(t, { deliveries: [delivery()] })
    const { context, rows } = await result<Result>(TOOL, {
      appId: 1,
      budgetPlan: { followSteps: false, budgetChange: 0.1, horizonDays: 30 },
      campaigns: undefined,
    })
    const rest = (
      await get('/v1/budget-plan?appId=1&budgetChange=0.1&horizonDays=30&followSteps=false')
    ).json() as Record<string, Record<string, number>>
    const plan = context.budgetPlan!
    t.match(plan, {
      goal: 'budgetChange',
      dailyBudget: 330,
      reached: true,
      horizonDays: 30,
      campaigns: 2,
      movableShare: 1,
    })
    for (const part of ['before', 'after', 'suggested'] as const) {
      for (const [name, value] of Object.entries(plan[part] as Record<string, number>)) {
        t.equal(value, Number(rest[part]![name]!.toPrecision(6)), `${part} ${name}`)
      }
    }
    const planned = plan.rows.map(row =>
      Object.fromEntries(plan.columns.map((name, index) => [name, row[index]])),
    )
    t.match(planned, [
      {
        id: 1,
        campaign: 'Campaign 0 ',
        currentDailySpend: 100,
        plannedDailySpend: 120,
        change: 0.2,
        limitedBy: 'step',
      },
      { id: 2, currentDailySpend: 200, plannedDailySpend: 210, limitedBy: null },
    ])
    t.equal(rows.length, 2, 'the recommendations stay')
  },
)

t.test('a plan describes its spend and revenue in words', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery()] })
  const { summary, before, after } = (
    await result<Result>(TOOL, { appId: 1, budgetPlan: { followSteps: false, budgetChange: 0.1 } })
  ).context.budgetPlan as unknown as {
    summary: string
    before: Record<string, number>
    after: Record<string, number>
  }
  const gain = Number((after['revenue']! - before['revenue']!).toPrecision(3))
  t.match(
    summary,
    /^Plan without regard to the steps, in USD: 330 a day \(\+30, \+10\.0 %\): D7 revenue \+/,
  )
  t.ok(Math.abs(Number(/revenue \+([\d.]+)/.exec(summary)![1]) - gain) < 0.1, summary)
  t.match(
    summary,
    /80 % interval \+[\d.]+ to \+[\d.]+\); blended ROAS [\d.]+ % to [\d.]+ %\. The last unit spent returns [\d.]+ %\./,
  )
  t.match(
    summary,
    /100\.0 % of the spend may move\. If the steps of campaigns with a known response are followed instead: 290 a day \(-10, -3\.3 %\): D7 revenue -/,
  )
})

t.test('filters and granularity apply to the plan; actions do not', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery()] })
  const campaigns = async (args: object) =>
    (
      await result<Result>(TOOL, {
        appId: 1,
        budgetPlan: { followSteps: false, dailyBudget: 110 },
        ...args,
      })
    ).context.budgetPlan!.campaigns
  t.equal(await campaigns({ campaigns: ['Campaign 1 '] }), 1)
  t.equal(await campaigns({ granularity: 'campaign_geo' }), 0)
  t.equal(await campaigns({ actions: ['SCALE'], minDailySpend: 1_000_000 }), 2)
})

t.test('notes explain the limits of a plan', async t => {
  const {
    result,
    import: load,
    passSecond,
  } = await startToolService(t, { deliveries: [delivery()] })
  const noteOf = async (budgetPlan: object) =>
    (await result<Result>(TOOL, { appId: 1, budgetPlan: { followSteps: false, ...budgetPlan } }))
      .note ?? ''
  t.match(
    await noteOf({ dailyBudget: 1000 }),
    'Within maxStep, 240 to 360 a day can be spent, not 1000. No maxStep reaches the goal.',
  )
  t.match(await noteOf({ dailyBudget: 500 }), 'not 500. A maxStep of 0.666667 reaches the goal.')
  const { summary } = (
    await result<Result>(TOOL, { appId: 1, budgetPlan: { followSteps: false, dailyBudget: 500 } })
  ).context.budgetPlan!
  t.match(
    summary,
    /^The goal is not met\. The nearest plan without regard to the steps, in USD: 360 a day/,
  )
  t.match(
    await noteOf({ targetRoas: 3 }),
    /No plan within maxStep has a blended ROAS of 3; this one has 0\.5\d+\. A maxStep of 0\.9\d+ reaches the goal\./,
  )
  const { reached, neededMaxStep } = (
    await result<Result>(TOOL, { appId: 1, budgetPlan: { followSteps: false, dailyBudget: 500 } })
  ).context.budgetPlan!
  t.strictSame(
    [reached, neededMaxStep],
    [false, 0.666667],
    'rounded up, so that the next call reaches it',
  )
  t.equal(
    (
      await result<Result>(TOOL, {
        appId: 1,
        budgetPlan: { followSteps: false, dailyBudget: 500, maxStep: 0.666667 },
      })
    ).context.budgetPlan!['reached'],
    true,
  )
  t.notMatch(await noteOf({ budgetChange: 0 }), /maxStep|evidence/)
  await load({
    runs: [runRow({ run_id: 9, created_at: '2026-04-01T06:00:00.000Z' })],
    recommendations: [recommendationRow({ recommendation_id: 90, run_id: 9 })],
    cohorts: steadyCohorts([recommendationRow({ run_id: 9 })]),
  })
  passSecond()
  t.match(
    await noteOf({ budgetChange: 0.1 }),
    'No campaign may move: its call keeps it, or its response to spend is not known well enough.',
  )
  const half = [
    recommendationRow({ recommendation_id: 91, run_id: 10, campaign: 'Vague' }),
    recommendationRow({ recommendation_id: 92, run_id: 10, campaign: 'Known', ...RESPONSE }),
  ]
  await load({
    runs: [runRow({ run_id: 10, created_at: '2026-04-01T07:00:00.000Z' })],
    recommendations: half,
    cohorts: steadyCohorts(half),
  })
  passSecond()
  t.match(
    await noteOf({ budgetChange: 0.2 }),
    'as only 50.0 % of the spend may move. A maxStep of 0.4 reaches the goal.',
  )
  t.match(
    (
      await result<Result>(TOOL, {
        appId: 1,
        budgetPlan: { followSteps: false, budgetChange: 0.2 },
      })
    ).context.budgetPlan!['summary'],
    '50.0 % of the spend may move; the rest stays by its call, or its response is not known well enough.',
  )
})

t.test('in a spent budget, a plan raises only what its cuts free', async t => {
  const { result } = await startToolService(t, {
    deliveries: [{ ...delivery(), budgets: [budgetRow({ amount: '2400' })] }],
  })
  const { context, note } = await result<Result>(TOOL, {
    appId: 1,
    budgetPlan: { followSteps: false, budgetChange: 0.2 },
  })
  const { rows, columns, reached } = context.budgetPlan!
  t.equal(reached, false)
  const moved = (row: unknown[]) =>
    Number(row[columns.indexOf('plannedDailySpend')]) -
    Number(row[columns.indexOf('currentDailySpend')])
  const sum = rows.reduce((all, row) => all + moved(row), 0)
  t.ok(rows.length > 1 && Math.abs(sum) < 1e-3, 'the month is expected to cost 2,700')
  t.match(
    note,
    'Within maxStep and budgets, 240 to 300 a day can be spent, not 360. No maxStep reaches the goal.',
  )
})

t.test('a plan of many campaigns shows the largest moves and leaves room for rows', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery(300)] })
  const { context, note, rows } = await result<Result>(TOOL, {
    appId: 1,
    budgetPlan: { followSteps: false, budgetChange: 0.1 },
  })
  const { rows: moves, columns, campaigns } = context.budgetPlan!
  t.equal(campaigns, 300)
  t.ok(
    moves.length > 20 && moves.length < 60 && rows.length > 20,
    `${moves.length} moves, ${rows.length} rows`,
  )
  t.match(note, `The plan shows the ${moves.length} largest moves of 300; its totals cover all.`)
  const sizes = moves.map(row =>
    Math.abs(
      Number(row[columns.indexOf('plannedDailySpend')]) -
        Number(row[columns.indexOf('dailySpend')]),
    ),
  )
  t.strictSame(
    sizes,
    sizes.toSorted((a, b) => b - a),
  )
})

t.test('recommendations include pacing if the app has budgets', async t => {
  const {
    result,
    import: load,
    passSecond,
  } = await startToolService(t, { deliveries: [delivery()] })
  const { context } = await result<Result>(TOOL, { appId: 1 })
  t.match(context['pacing'], [
    { month: '2026-03', network: 'Meta', amount: 3_333_333_333, intervalDays: 0, daysLeft: 1 },
    { month: '2026-03', network: null, amount: 1_000_000_000 },
  ])
  t.notOk('pacing' in (await result<Result>(TOOL, { appId: 1, asOf: '2026-03-31' })).context)
  await load({
    budgets: Array.from({ length: 30 }, (_, index) =>
      budgetRow({ budget_id: 100 + index, amount: String(1e10 + index) }),
    ),
  })
  passSecond()
  t.equal(
    ((await result<Result>(TOOL, { appId: 1 })).context['pacing'] as unknown[]).length,
    20,
    'the largest ones',
  )
  const other = await startToolService(t, { deliveries: [minimalDelivery()] })
  t.notOk('pacing' in (await other.result<Result>(TOOL, { appId: 1 })).context)
  t.notOk('budgetPlan' in (await other.result<Result>(TOOL, { appId: 1 })).context)
})

t.test('invalid plans name the field', async t => {
  const { refusal } = await startToolService(t, { deliveries: [minimalDelivery()] })
  for (const [budgetPlan, expected] of [
    [
      {},
      'budgetPlan: dailyBudget: exactly one of dailyBudget, budgetChange and targetRoas is required; none is given',
    ],
    [
      { dailyBudget: 5, targetRoas: 1 },
      /budgetPlan: targetRoas: cannot be used together with dailyBudget/,
    ],
    [
      { budgetChange: 20 },
      /budgetPlan: budgetChange: must be a number, from -1 to 1; 0.2 is \+20 %; got 20/,
    ],
    [{ budgetChange: 0.1, maxStep: 0 }, /budgetPlan: maxStep: must be a number/],
    [{ budgetChange: 0.1, horizonDays: 2.5 }, /budgetPlan: horizonDays: must be a whole number/],
    [{ budget: 5 }, /budgetPlan: budget: is not a field of this argument/],
    ['20 %', /budgetPlan: must be an object; got "20 %"/],
    [[1], /budgetPlan: must be an object/],
  ] as const) {
    t.match(await refusal(TOOL, { appId: 1, budgetPlan }), expected, JSON.stringify(budgetPlan))
  }
})

t.test('unambiguous spellings of a plan are understood', async t => {
  const read = (budgetPlan: unknown) =>
    interpretArguments({ budgetPlan }, inputSchemaOf(TOOL), '2026-04-01')
  for (const [spelling, expected] of [
    [{ budgetChange: '0.2' }, { budgetChange: 0.2 }],
    [{ budgetChange: '+20 %' }, { budgetChange: 0.2 }],
    [
      { budget_change: -0.1, max_step: '50%' },
      { budgetChange: -0.1, maxStep: 0.5 },
    ],
    ['{"dailyBudget": 30000, "horizonDays": "14"}', { dailyBudget: 30_000, horizonDays: 14 }],
  ]) {
    const { args: values, interpreted } = read(spelling)
    t.strictSame(
      [values['budgetPlan'], interpreted['budgetPlan']],
      [expected, expected],
      JSON.stringify(spelling),
    )
  }
  for (const budgetPlan of [
    { budgetChange: 0.2 },
    { dailyBudget: '20 %' },
    { dailyBudget: '30,000' },
    '+20 %',
    { targetRoas: null },
  ]) {
    t.strictSame(
      read(budgetPlan),
      { args: { budgetPlan }, interpreted: {}, nameTexts: {} },
      JSON.stringify(budgetPlan),
    )
  }
  const { result } = await startToolService(t, { deliveries: [delivery()] })
  const { interpreted, context } = await result<Result>(TOOL, {
    appId: 1,
    budgetPlan: { followSteps: false, budgetChange: '10%', targetRoas: null },
  })
  t.match(interpreted, { budgetPlan: { followSteps: false, budgetChange: 0.1 } })
  t.match(context.budgetPlan, { goal: 'budgetChange', dailyBudget: 330 })
})
