import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { type Limit, limitsIn } from '../../../../server/core/formulas/headroom.ts'
import {
  decideSteps,
  priorityOf,
  type Step,
  type StepOptions,
  type StepRow,
} from '../../../../server/core/formulas/step.ts'
import { shortfallOf, totalSteps } from '../../../../server/core/formulas/step-totals.ts'
import { classifyAction } from '../../../../server/core/model/classification.ts'

const OPTIONS: StepOptions = {
  hasResponses: true,
  minorUnit: 0.01,
  actionThreshold: 0.05,
  brake: null,
}

/** Below target, spending evenly, with nothing known of its response, and no bid. */
function row(overrides: Partial<StepRow> = {}): StepRow {
  return {
    id: 1,
    platform: 'IOS',
    network: 'Meta',
    campaign: 'a',
    country: 'US',
    action: 'REDUCE',
    confidenceScore: 0.8,
    dailySpend: 1000,
    targetRoas: 0.5,
    predictedRoas: 0.4,
    predictedLow: null,
    predictedHigh: null,
    suggestedDailySpend: null,
    marginalRoas: null,
    responseElasticity: null,
    responseLow: null,
    responseHigh: null,
    optimisationLiveRoas: null,
    optimisationPacedRoas: null,
    optimisationRawRoas: null,
    currentDailySpend: 1000,
    latestDailySpend: 1000,
    spends: true,
    problem: null,
    newest: null,
    optimisationDsi: 0,
    targetDsi: 30,
    hasFreshBid: true,
    isWithheld: false,
    tested: true,
    checkpoint: null,
    limits: [],
    sharesCampaign: false,
    rightShare: null,
    judged: 0,
    ...overrides,
  }
}

const SCALE = { action: 'SCALE', predictedRoas: 0.8 } as const
/** An elasticity of 0.75, from 0.6 to 0.9. */
const KNOWN = { marginalRoas: 0.6, responseElasticity: 0.75, responseLow: 0.6, responseHigh: 0.9 }
function bid(live: number | null, paced: number | null, raw: number | null = paced) {
  return { optimisationLiveRoas: live, optimisationPacedRoas: paced, optimisationRawRoas: raw }
}

function decide(rows: readonly StepRow[], options = OPTIONS): Step[] {
  const deciding = decideSteps(rows, options)
  for (;;) {
    const { done, value } = deciding.next()
    if (done === true) return value
  }
}

function stepOf(overrides: Partial<StepRow>, options = OPTIONS): Step {
  return decide([row(overrides)], options)[0]!
}

function shortOf({ kind, direction, reason }: Step) {
  return [kind, direction, reason]
}

function newest(roas: number) {
  return { newest: { startDate: '2026-11-21', endDate: '2026-11-27', roas } }
}

/** Of a normal distribution cut at 0 and 1, from the width of its 80 % interval, by adding up its density. */
function percentileOf(mean: number, width: number, share: number): number {
  const parts = Array.from({ length: 200_000 }, (_, part) =>
    Math.exp(-0.5 * ((((part + 0.5) / 200_000 - mean) * 2.563103131089201) / width) ** 2),
  )
  const all = parts.reduce((sum, part) => sum + part, 0)
  let sum = 0
  return parts.findIndex(part => (sum += part) >= share * all) / 200_000
}

function near(one: number, other: number, tolerance = 1e-9): boolean {
  return Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(one), Math.abs(other))
}

t.test('the first rule that applies decides', async t => {
  const cases: [rule: string, overrides: Partial<StepRow>, want: unknown[]][] = [
    ['a', { spends: false }, ['stopped', 'none', null]],
    ['a', { spends: false, problem: 'no_cost' }, ['check_data', 'none', 'no_cost']],
    ['b', { problem: 'no_installs', targetRoas: null }, ['check_data', 'none', 'no_installs']],
    ['b', { problem: 'attribution', targetRoas: null }, ['check_data', 'none', 'attribution']],
    ['b', { problem: 'outage', targetRoas: null }, ['check_data', 'none', 'outage']],
    ['c', { targetRoas: null, isWithheld: true }, ['check_data', 'none', 'no_target']],
    ['c', { targetRoas: 0 }, ['check_data', 'none', 'no_target']],
    ['c', { isWithheld: true, predictedRoas: null }, ['check_data', 'none', 'withheld']],
    ['c', { predictedRoas: null }, ['check_data', 'none', 'no_prediction']],
    ['d', { action: 'HOLD', confidenceScore: 0.1 }, ['keep', 'none', 'within_band']],
    ['e', { confidenceScore: 0.29, currentDailySpend: 4 }, ['keep', 'none', 'unsure']],
    ['e', { confidenceScore: 0.3 }, ['budget', 'less', null]],
    ['e', { confidenceScore: null }, ['budget', 'less', null]],
    ['e', { currentDailySpend: 4.99, latestDailySpend: 4.99 }, ['keep', 'none', 'too_small']],
    ['f', { latestDailySpend: 950 }, ['keep', 'none', 'moved']],
    ['f', { latestDailySpend: 951 }, ['budget', 'less', null]],
    ['f', { latestDailySpend: 1050 }, ['budget', 'less', null]],
    ['f', { ...SCALE, latestDailySpend: 1050 }, ['keep', 'none', 'moved']],
    ['f', { ...SCALE, latestDailySpend: 950 }, ['test', 'more', null]],
    ['f2', newest(0.526), ['keep', 'none', 'newest_days_differ']],
    ['f2', newest(0.525), ['budget', 'less', null]],
    ['f2', { ...SCALE, ...newest(0.474) }, ['keep', 'none', 'newest_days_differ']],
    ['f2', { ...SCALE, ...newest(0.475) }, ['test', 'more', null]],
    ['f2', { ...SCALE, ...newest(0.474), latestDailySpend: 1050 }, ['keep', 'none', 'moved']],
    ['g', { ...SCALE, ...KNOWN, marginalRoas: 0.49 }, ['keep', 'none', 'next_unit_below_target']],
    [
      'g',
      { ...SCALE, ...KNOWN, responseLow: 0.2, marginalRoas: 0.49 },
      ['keep', 'none', 'next_unit_below_target'],
    ],
    ['g', { ...SCALE, ...KNOWN, responseLow: 0.2 }, ['test', 'more', null]],
    ['g', { ...SCALE, responseHigh: 0.6 }, ['keep', 'none', 'next_unit_below_target']],
    ['i', bid(0.1, 0.11), ['bid_target', 'less', null]],
    ['i', bid(0.1, 0.09), ['budget', 'less', null]],
    [
      'i',
      { ...bid(0.1, 0.09), ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 995 },
      ['budget', 'less', null],
    ],
    ['i', { ...SCALE, ...bid(0.1, 0.09) }, ['bid_target', 'more', null]],
    ['i', { ...SCALE, ...bid(0.1, 0.11) }, ['test', 'more', null]],
    ['i', bid(null, 0.11), ['budget', 'less', null]],
    ['j', bid(0.1, 0.1005, 0.12), ['keep', 'none', 'paced']],
    ['j', { ...bid(0.1, 0.1005, 0.12), hasFreshBid: false }, ['budget', 'less', null]],
    ['j', bid(0.1, 0.1005, 0.1005), ['budget', 'less', null]],
    ['k', { ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 995 }, ['keep', 'none', 'held']],
    [
      'k',
      { ...KNOWN, responseLow: 0.75, responseHigh: 0.75, suggestedDailySpend: 995 },
      ['budget', 'less', null],
    ],
    ['k', { suggestedDailySpend: 995 }, ['budget', 'less', null]],
    ['l', { ...SCALE, ...KNOWN, suggestedDailySpend: 900 }, ['keep', 'none', 'held']],
    ['l', { ...SCALE, ...KNOWN, suggestedDailySpend: 1100 }, ['budget', 'more', null]],
    ['l', SCALE, ['test', 'more', null]],
    ['l', { ...SCALE, sharesCampaign: true, ...bid(0.1, 0.09) }, ['country', 'more', null]],
    ['l', { sharesCampaign: true, ...bid(0.1, 0.1, 0.2) }, ['country', 'less', null]],
    ['l', { predictedRoas: -0.2 }, ['budget', 'less', null]],
  ]
  for (const [rule, overrides, want] of cases)
    t.strictSame(shortOf(stepOf(overrides)), want, `${rule}: ${JSON.stringify(overrides)}`)
  t.strictSame(shortOf(stepOf(SCALE, { ...OPTIONS, hasResponses: false })), [
    'keep',
    'none',
    'unknown_response',
  ])
  const yen = { ...OPTIONS, minorUnit: 1 }
  const small = {
    ...KNOWN,
    marginalRoas: 0.3,
    dailySpend: 20,
    currentDailySpend: 20,
    latestDailySpend: 20,
    suggestedDailySpend: 19.6,
  }
  t.strictSame(
    [small, small].map((one, place) => stepOf(one, place === 0 ? yen : OPTIONS).reason),
    ['too_small', null],
  )
})

t.test('a difference of exactly 1 % is a move, however it is rounded', async t => {
  for (const dailySpend of [10, 60, 90, 160, 170, 290]) {
    const spends = { dailySpend, currentDailySpend: dailySpend, latestDailySpend: dailySpend }
    t.equal(
      stepOf({ ...spends, suggestedDailySpend: Number((dailySpend * 0.99).toFixed(2)) }).to,
      Number((dailySpend * 0.99).toFixed(2)),
    )
    t.equal(
      stepOf({ ...spends, ...bid(dailySpend, Number((dailySpend * 1.01).toFixed(2))) }).kind,
      'bid_target',
    )
  }
})

t.test('a step with a known response has a price with an interval', async t => {
  const step = stepOf({
    ...KNOWN,
    marginalRoas: 0.3,
    suggestedDailySpend: 900,
    currentDailySpend: 2000,
    latestDailySpend: 980,
  })
  t.match(step, { from: 2000, to: 1800, spendChange: -200, bounds: false })
  const revenue = (elasticity: number, roas = 0.4) => roas * 2000 * (0.9 ** elasticity - 1)
  t.ok(near(step.revenueChange!, revenue(0.75)))
  const [low, high] = [percentileOf(0.75, 0.3, 0.1), percentileOf(0.75, 0.3, 0.9)]
  t.ok(
    near(step.revenueChangeLow!, revenue(high), 1e-4) &&
      near(step.revenueChangeHigh!, revenue(low), 1e-4),
    'of the response alone',
  )
  t.ok(near(step.gain!, revenue(0.75) / 0.5 + 200))
  const both = stepOf({ ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 900, currentDailySpend: 2000, latestDailySpend: 980, predictedLow: 0.36, predictedHigh: 0.5 }) // prettier-ignore
  const below = Math.hypot(revenue(0.75) - revenue(high), revenue(0.75) - revenue(0.75, 0.5))
  t.ok(near(both.revenueChangeLow!, revenue(0.75) - below, 1e-4), 'and of the predicted ROAS')
})

t.test(
  'an elasticity of revenue below that of installs keeps the deviation of its distribution, also at 0',
  async t => {
    const response = { responseElasticity: 0.05, responseLow: 0, responseHigh: 0.12 }
    const { spendChange, revenueChange, revenueChangeLow, revenueChangeHigh } = stepOf({
      ...response,
      marginalRoas: 0,
    })
    t.same(
      { spendChange, revenueChange, revenueChangeHigh },
      { spendChange: -200, revenueChange: 0, revenueChangeHigh: 0 },
    )
    t.ok(near(revenueChangeLow!, 400 * (0.8 ** percentileOf(0, 0.12, 0.9) - 1), 1e-4))
  },
)

t.test('before the target DSI is tested, a tenth of the spend moves and no bid does', async t => {
  const untested = {
    ...KNOWN,
    ...bid(0.1, 0.12),
    suggestedDailySpend: 700,
    tested: false,
    predictedLow: 0.3,
    predictedHigh: 0.5,
  }
  const cut = stepOf(untested)
  t.match(cut, {
    kind: 'budget',
    direction: 'less',
    from: 1000,
    to: 900,
    spendChange: -100,
    bidStays: true,
    tested: false,
  })
  t.match(cut, {
    bounds: true,
    gain: null,
    revenueChange: null,
    revenueChangeLow: -40,
    revenueChangeHigh: 0,
    gainLow: 20,
    gainHigh: 100,
  })
  const raise = { ...SCALE, ...bid(0.1, 0.09), marginalRoas: 0.6, tested: false }
  t.match(stepOf(raise, { ...OPTIONS, hasResponses: false }), {
    kind: 'test',
    direction: 'more',
    from: 1000,
    bounds: true,
    bidStays: true,
  })
  t.ok(near(stepOf(raise).to!, 1100))
  t.match(
    stepOf({ ...raise, ...bid(0.1, 0.1, 0.2) }),
    { kind: 'test', bidStays: false },
    'pacing holds no bid that does not move',
  )
  t.match(stepOf({ ...untested, sharesCampaign: true }), {
    kind: 'country',
    to: 900,
    bidStays: false,
  })
  t.match(stepOf({ ...untested, ...bid(null, null) }), { kind: 'budget', to: 900, bidStays: false })
})

t.test(
  'rules before and after the size of a step apply before the target DSI is tested, too',
  async t => {
    const untested = { tested: false }
    t.same(shortOf(stepOf({ ...untested, action: 'HOLD' })), ['keep', 'none', 'within_band'])
    t.same(shortOf(stepOf({ ...untested, confidenceScore: 0.2 })), ['keep', 'none', 'unsure'])
    t.same(shortOf(stepOf({ ...untested, ...SCALE, marginalRoas: 0.4 })), [
      'keep',
      'none',
      'next_unit_below_target',
    ])
    t.same(
      shortOf(
        stepOf(
          { ...untested, dailySpend: 40, currentDailySpend: 40, latestDailySpend: 40 },
          { ...OPTIONS, minorUnit: 10 },
        ),
      ),
      ['keep', 'none', 'too_small'],
    )
    const brake = { dailySpend: 1050, currentDailySpend: 1000, earlierDailySpend: 900 }
    t.same(shortOf(stepOf({ ...untested, ...SCALE }, { ...OPTIONS, brake })), [
      'keep',
      'none',
      'app_brake',
    ])
    const full: Limit = {
      room: 10,
      daysLeft: 5,
      budget: { ...budget({ budgetId: 1 }), expected: 0 },
    }
    t.same(shortOf(stepOf({ ...untested, ...SCALE, limits: [full] })), [
      'keep',
      'none',
      'budget_spent',
    ])
  },
)

t.test('a step with an unknown response has bounds', async t => {
  t.strictSame(stepOf({}), {
    kind: 'budget',
    direction: 'less',
    from: 1000,
    to: 800,
    reason: null,
    spendChange: -200,
    revenueChange: null,
    revenueChangeLow: -80,
    revenueChangeHigh: 0,
    gain: null,
    gainLow: 40,
    gainHigh: 200,
    bounds: true,
    budget: null,
    brake: null,
    bidStays: false,
    optimisationDsi: 0,
    targetDsi: 30,
    targetRoas: 0.5,
    tested: true,
    checkpoint: null,
    nextRoas: null,
    newest: null,
    rightShare: null,
    judged: 0,
  })
  t.match(stepOf({ predictedRoas: -0.2 }), {
    revenueChangeLow: 0,
    revenueChangeHigh: 40,
    gainLow: 200,
    gainHigh: 280,
  })
  t.match(stepOf(bid(0.1, 0.11)), {
    from: 0.1,
    to: 0.11,
    spendChange: null,
    gainLow: null,
    bounds: false,
  })
})

function budget(overrides: object) {
  return {
    budgetId: 1,
    month: '2026-11',
    platform: null,
    network: null,
    campaign: null,
    amount: 10_000,
    expected: 10_000,
    daysLeft: 5,
    ...overrides,
  }
}

t.test(
  'raises share the room in budgets, including what cuts free, the greatest gain first',
  async t => {
    const known = { ...SCALE, ...KNOWN, suggestedDailySpend: 1100 }
    const outcomes = (limits: ReturnType<typeof limitsIn>, rows: Partial<StepRow>[]) =>
      decide(rows.map((one, id) => row({ id, ...one, limits: limits(row(one)) }))).map(
        ({ direction, reason }) => reason ?? direction,
      )
    const two = [known, { ...known, predictedRoas: 0.85, marginalRoas: 0.7 }]
    const at = (overrides: object, rows: Partial<StepRow>[] = two) =>
      outcomes(limitsIn([budget(overrides)]), rows)
    t.strictSame(at({ amount: 11_000 }), ['more', 'more'])
    t.strictSame(at({ amount: 10_500 }), ['budget_spent', 'more'], 'one raise of 100 a day fits')
    t.strictSame(at({ amount: 10_499 }), ['budget_spent', 'budget_spent'])
    t.strictSame(at({ network: 'Google' }), ['more', 'more'], 'of others')
    t.strictSame(at({ expected: null }), ['more', 'more'], 'nothing is expected')
    t.strictSame(at({}, [known, {}]), ['more', 'less'], 'the cut frees 200 a day')
    t.strictSame(
      at({}, [{ ...SCALE, ...bid(0.1, 0.1, 0.2) }]),
      ['budget_spent'],
      'before the bid is looked at',
    )
    const tight = limitsIn([budget({}), budget({ budgetId: 2, platform: 'IOS', amount: 9000 })])
    t.match(decide([row({ ...known, limits: tight(row()) })])[0]!.budget, {
      budgetId: 2,
      amount: 9000,
      expected: 10_000,
    })
  },
)

t.test('totals have gains of steps with a price, and count the others', async t => {
  const rows = [row(), row(bid(0.1, 0.11)), row({ ...SCALE, ...KNOWN, suggestedDailySpend: 1100 })]
  const totals = totalSteps(decide(rows).map((step, id) => ({ id, network: 'Meta', step })))
  t.match(totals.less, {
    steps: 2,
    unpriced: 2,
    spendChange: -200,
    revenueChange: null,
    gain: null,
    gainLow: null,
    gainHigh: null,
  })
  t.match(totals.more, { steps: 1, unpriced: 0, spendChange: 100 })
  t.ok(totals.more.gain! > 0)
  t.match(totals.all, { steps: 3, unpriced: 2, spendChange: -100, gain: totals.more.gain })
})

t.test(
  'ends of totals are not sums of ends: errors are one within a network, and correlated by 0.5 between networks',
  async t => {
    const step = {
      direction: 'less',
      spendChange: -100,
      revenueChange: -20,
      gain: 60,
      gainLow: 50,
      gainHigh: 64,
    }
    const totalOf = (...networks: string[]) =>
      totalSteps(networks.map((network, id) => ({ id, network, step }))).less
    t.match(totalOf('Meta', 'Meta'), { gain: 120, gainLow: 100, gainHigh: 128 })
    const apart = totalOf('Meta', 'Google')
    t.ok(
      near(apart.gainLow!, 120 - Math.sqrt((200 + 400) / 2)) &&
        near(apart.gainHigh!, 120 + Math.sqrt((32 + 64) / 2)),
    )
  },
)

t.test(
  'raises beyond the brake of the app wait, by gain, with the room that cuts make',
  async t => {
    const known = { ...SCALE, ...KNOWN, suggestedDailySpend: 1100 }
    const brake = { dailySpend: 2100, currentDailySpend: 2000, earlierDailySpend: 1900 }
    const outcomes = (brake: StepOptions['brake'], ...rows: Partial<StepRow>[]) =>
    decide(rows.map((one, id) => row({ id, ...one })), { ...OPTIONS, brake }).map(({ direction, reason }) => reason ?? direction) // prettier-ignore
    const more = { ...known, predictedRoas: 0.85, marginalRoas: 0.7 }
    t.strictSame(outcomes(null, known, more), ['more', 'more'])
    t.strictSame(outcomes(brake, known, more), ['app_brake', 'more'])
    t.strictSame(
      outcomes(brake, known, more, {}),
      ['more', 'more', 'less'],
      'the cut frees 200 a day',
    )
    t.strictSame(outcomes({ ...brake, dailySpend: 2000 }, known), ['app_brake'])
    t.strictSame(
      outcomes({ ...brake, dailySpend: 2000 }, { ...SCALE, ...bid(0.1, 0.09) }),
      ['app_brake'],
      'a raise without a price',
    )
    t.strictSame(
      outcomes({ ...brake, dailySpend: 2000 }, { ...known, suggestedDailySpend: 1000 }),
      ['held'],
      'no raise',
    )
    t.same(decide([row(known)], { ...OPTIONS, brake: { ...brake, dailySpend: 2000 } })[0]!.brake, {
      ...brake,
      dailySpend: 2000,
    })
  },
)

t.test('a bid that moves against the action stays, and the step is a budget', async t => {
  t.match(stepOf(bid(0.1, 0.09)), { kind: 'budget', to: 800, bidStays: true })
  t.match(stepOf(bid(0.1, 0.11)), { kind: 'bid_target', bidStays: false })
  t.match(stepOf({ ...bid(0.1, 0.09), sharesCampaign: true }), { kind: 'country', bidStays: false })
})

t.test(
  'the shortfall is the money below target, with what steps close and why the rest waits',
  async t => {
    const rows = [
      row({ id: 1, ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 800 }),
      row({ id: 2, latestDailySpend: 900 }),
      row({ id: 3, ...SCALE }),
      row({ id: 4, spends: false }),
      row({ id: 5, predictedRoas: -1 }),
    ]
    const shortfall = shortfallOf(decide(rows).map((step, index) => ({ step, row: rows[index]! })))
    const gain = (0.4 * 1000 * (0.8 ** 0.75 - 1)) / 0.5 + 200
    t.ok(
      near(shortfall.amount, 200 + 200 + 1000) &&
        near(shortfall.withStep, 1200) &&
        near(shortfall.closed, gain) &&
        near(shortfall.closedShare!, gain / 1400),
    )
    t.equal(shortfall.weeks, Math.ceil(1400 / gain))
    t.match(shortfall.reasons, [{ reason: 'moved' }])
    t.match(shortfallOf([]), { amount: 0, closedShare: null, weeks: null, reasons: [] })
  },
)

const share = fc.double({ min: 0, max: 1, noNaN: true })
const roas = fc.option(fc.double({ min: -0.5, max: 3, noNaN: true }), { freq: 9 })

const arbitraryRow = fc
  .record({
    daily: fc.double({ min: 0, max: 1e5, noNaN: true }),
    now: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
    target: fc.option(fc.double({ min: 0.05, max: 2, noNaN: true }), { freq: 9 }),
    predicted: roas,
    error: fc.option(share),
    suggested: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
    elasticity: fc.option(share),
    width: fc.option(fc.double({ min: 0, max: 0.6, noNaN: true }), { freq: 9 }),
    marginal: fc.option(share, { freq: 9 }),
    bids: fc.tuple(roas, roas, roas),
    confidence: fc.option(share, { freq: 9 }),
    budgets: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
    shares: fc.boolean(),
    tested: fc.boolean(),
  })
  .map(
    ({
      daily,
      now,
      target,
      predicted,
      error,
      suggested,
      elasticity,
      width,
      marginal,
      bids,
      confidence,
      budgets,
      shares,
      tested,
    }) => {
      const known = elasticity === null || width === null ? null : width
      const overrides: Partial<StepRow> = {
        action: classifyAction(predicted, target, 0.05),
        dailySpend: daily,
        currentDailySpend: daily * now,
        latestDailySpend: daily * now,
        targetRoas: target,
        predictedRoas: predicted,
        predictedLow: predicted === null || error === null ? null : predicted * (1 - error / 2),
        predictedHigh: predicted === null || error === null ? null : predicted * (1 + error),
        suggestedDailySpend: suggested === null ? null : daily * suggested,
        marginalRoas:
          marginal === null || predicted === null ? null : Math.max(0, marginal * predicted),
        responseElasticity: elasticity,
        responseLow: known === null ? null : Math.max(0, elasticity! - known / 2),
        responseHigh: known === null ? null : Math.min(1, elasticity! + known / 2),
        ...bid(...bids),
        confidenceScore: confidence,
        sharesCampaign: shares,
        tested,
      }
      return { overrides, budgets }
    },
  )

const arbitraryRun = fc.tuple(
  fc.array(arbitraryRow, { minLength: 1, maxLength: 15 }),
  fc.array(fc.double({ min: -1e4, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 }),
)

t.test('steps follow their laws', async t => {
  let decided = 0
  fc.assert(
    fc.property(arbitraryRun, ([drawn, rooms]) => {
      const limits = rooms.map((room, place): Limit => ({
        room,
        daysLeft: 5,
        budget: { ...budget({ budgetId: place }), expected: 0 },
      }))
      const rows = drawn.map(({ overrides, budgets }, id) =>
        row({ id, ...overrides, limits: budgets.map(place => limits[place]!) }),
      )
      const steps = decide(rows)
      decided += rows.length
      const all = steps.map((step, place) => ({ step, row: rows[place]! }))
      for (const { step, row: one } of all) {
        if (step.direction === 'more' && one.action !== 'SCALE') return false
        if (step.direction === 'less' && one.action !== 'REDUCE') return false
        if (one.action === 'HOLD' && step.kind !== 'keep') return false
        if (
          (step.direction === 'none') !== (step.to === null) ||
          (step.direction !== 'none' && step.reason !== null)
        )
          return false
        if (step.spendChange !== null && step.spendChange > 0 !== (step.direction === 'more'))
          return false
        if (step.tested !== one.tested) return false
        if (
          !one.tested &&
          step.direction !== 'none' &&
          !(
            step.kind !== 'bid_target' &&
            step.bounds &&
            near(Math.abs(step.to! / step.from! - 1), 0.1)
          )
        )
          return false
        // At the predicted ROAS a standard cut gains whatever the response is.
        if (step.direction === 'less' && step.bounds && step.gainLow! < -1e-9) return false
        if (
          step.direction === 'more' &&
          one.marginalRoas! < one.targetRoas! &&
          step.gain !== null &&
          step.kind !== 'bid_target'
        )
          return false
        if (step.gain !== null && !(step.gainLow! <= step.gain && step.gain <= step.gainHigh!))
          return false
        if (step.gain !== null && one.currentDailySpend > 0 && !(step.gainLow! < step.gainHigh!))
          return false
        if (
          step.gainLow !== null &&
          !near(step.gainLow, step.revenueChangeLow! / one.targetRoas! - step.spendChange!)
        )
          return false
      }
      const taken = (limit: Limit) =>
        all.reduce(
          (sum, { step, row: one }) =>
            sum + (one.limits.includes(limit) ? (step.spendChange ?? 0) * limit.daysLeft : 0),
          0,
        )
      const raised = (limit: Limit) =>
        all.some(({ step, row: one }) => step.direction === 'more' && one.limits.includes(limit))
      if (!limits.every(limit => !raised(limit) || taken(limit) <= limit.room + 1e-4)) return false
      // The order of the rows changes nothing.
      const turned = decide([...rows].reverse()).reverse()
      return turned.every((step, place) => JSON.stringify(step) === JSON.stringify(steps[place]))
    }),
  )
  t.pass(`hold for ${decided} rows`)
})

t.test('steps of ten daily runs with the same predictions cut a budget once a week', async t => {
  const spends = Array.from({ length: 20 }, () => 1000)
  const mean = (from: number, to: number) => spends.slice(spends.length - to, spends.length - from).reduce((sum, spend) => sum + spend, 0) / (to - from) // prettier-ignore
  const moves: number[] = []
  for (let day = 0; day < 10; day++) {
    const step = stepOf({
      dailySpend: mean(2, 9),
      currentDailySpend: mean(0, 7),
      latestDailySpend: mean(0, 3),
    })
    if (step.direction === 'less') moves.push(day)
    spends.push(step.to ?? spends.at(-1)!)
  }
  t.strictSame(moves, [0, 8])
})

t.test(
  'steps sort by gain, else by its lower bound, else by the money and bid away from target',
  async t => {
    const known = row({ ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 900 })
    const [ofKnown, ofUnknown, ofBid] = [known, row(), row(bid(0.1, 0.11))].map(
      one => [one, decide([one])[0]!] as const,
    )
    t.equal(priorityOf(...ofKnown!), ofKnown![1].gain)
    t.equal(priorityOf(...ofUnknown!), ofUnknown![1].gainLow)
    t.ok(near(priorityOf(...ofBid!), 1000 * 0.2 * 0.1))
  },
)
