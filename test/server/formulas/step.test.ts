import fc from '../../support/fast-check.ts'
import t from 'tap'
import { type Limit, limitsIn } from '../../../server/formulas/headroom.ts'
import { decideSteps, priorityOf, type Step, type StepOptions, type StepRow, totalSteps } from '../../../server/formulas/step.ts'
import { classifyAction } from '../../../server/model/classification.ts'

const OPTIONS: StepOptions = { hasResponses: true, minorUnit: 0.01 }

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
    activity: 'spends',
    spoiledBy: null,
    isWithheld: false,
    limits: [],
    sharesCampaign: false,
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

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
}

t.test('the first rule that applies decides', async t => {
  const cases: [rule: string, overrides: Partial<StepRow>, want: unknown[]][] = [
    ['a', { activity: 'stopped', spoiledBy: 'outage' }, ['stopped', 'none', null]],
    ['a', { activity: 'no_cost', spoiledBy: 'outage' }, ['check_data', 'none', 'no_cost']],
    ['b', { spoiledBy: 'attribution', targetRoas: null }, ['check_data', 'none', 'attribution']],
    ['b', { spoiledBy: 'outage', targetRoas: null }, ['check_data', 'none', 'outage']],
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
    ['g', { ...SCALE, ...KNOWN, marginalRoas: 0.49 }, ['keep', 'none', 'next_unit_below_target']],
    ['g', { ...SCALE, ...KNOWN, responseLow: 0.2, marginalRoas: 0.49 }, ['keep', 'none', 'next_unit_below_target']],
    ['g', { ...SCALE, ...KNOWN, responseLow: 0.2 }, ['test', 'more', null]],
    ['g', { ...SCALE, responseHigh: 0.6 }, ['keep', 'none', 'next_unit_below_target']],
    ['i', bid(0.1, 0.11), ['bid_target', 'less', null]],
    ['i', bid(0.1, 0.09), ['keep', 'none', 'bid_against_action']],
    ['i', { ...SCALE, ...bid(0.1, 0.09) }, ['bid_target', 'more', null]],
    ['i', { ...SCALE, ...bid(0.1, 0.11) }, ['keep', 'none', 'bid_against_action']],
    ['i', bid(null, 0.11), ['budget', 'less', null]],
    ['j', bid(0.1, 0.1005, 0.12), ['keep', 'none', 'paced']],
    ['j', bid(0.1, 0.1005, 0.1005), ['budget', 'less', null]],
    ['k', { ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 995 }, ['keep', 'none', 'held']],
    ['k', { suggestedDailySpend: 995 }, ['budget', 'less', null]],
    ['l', { ...SCALE, ...KNOWN, suggestedDailySpend: 900 }, ['keep', 'none', 'held']],
    ['l', { ...SCALE, ...KNOWN, suggestedDailySpend: 1100 }, ['budget', 'more', null]],
    ['l', SCALE, ['test', 'more', null]],
    ['l', { ...SCALE, sharesCampaign: true, ...bid(0.1, 0.09) }, ['country', 'more', null]],
    ['l', { sharesCampaign: true, ...bid(0.1, 0.1, 0.2) }, ['country', 'less', null]],
    ['l', { predictedRoas: -0.2 }, ['budget', 'less', null]],
  ]
  for (const [rule, overrides, want] of cases) t.strictSame(shortOf(stepOf(overrides)), want, `${rule}: ${JSON.stringify(overrides)}`)
  t.strictSame(shortOf(stepOf(SCALE, { ...OPTIONS, hasResponses: false })), ['keep', 'none', 'unknown_response'])
  const yen = { ...OPTIONS, minorUnit: 1 }
  const small = { ...KNOWN, marginalRoas: 0.3, dailySpend: 20, currentDailySpend: 20, latestDailySpend: 20, suggestedDailySpend: 19.6 }
  t.strictSame(
    [small, small].map((one, place) => stepOf(one, place === 0 ? yen : OPTIONS).reason),
    ['too_small', null],
  )
})

t.test('a difference of exactly 1 % is a move, however it is rounded', async t => {
  for (const dailySpend of [10, 60, 90, 160, 170, 290]) {
    const spends = { dailySpend, currentDailySpend: dailySpend, latestDailySpend: dailySpend }
    t.equal(stepOf({ ...spends, suggestedDailySpend: Number((dailySpend * 0.99).toFixed(2)) }).to, Number((dailySpend * 0.99).toFixed(2)))
    t.equal(stepOf({ ...spends, ...bid(dailySpend, Number((dailySpend * 1.01).toFixed(2))) }).kind, 'bid_target')
  }
})

t.test('a step with a known response has a price with an interval', async t => {
  const step = stepOf({ ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 900, currentDailySpend: 2000, latestDailySpend: 980 })
  t.match(step, { from: 2000, to: 1800, spendChange: -200, bounds: false })
  const revenue = (elasticity: number, roas = 0.4) => roas * 2000 * (0.9 ** elasticity - 1)
  t.ok(near(step.revenueChange!, revenue(0.75)))
  t.ok(near(step.revenueChangeLow!, revenue(0.9)) && near(step.revenueChangeHigh!, revenue(0.6)), 'of the response alone')
  t.ok(near(step.gain!, revenue(0.75) / 0.5 + 200))
  const both = stepOf({ ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 900, currentDailySpend: 2000, latestDailySpend: 980, predictedLow: 0.36, predictedHigh: 0.5 }) // prettier-ignore
  const below = Math.hypot(revenue(0.75) - revenue(0.9), revenue(0.75) - revenue(0.75, 0.5))
  t.ok(near(both.revenueChangeLow!, revenue(0.75) - below), 'and of the predicted ROAS')
})

t.test('an elasticity of revenue below that of installs keeps the width of its interval, also at 0', async t => {
  const response = { responseElasticity: 0.05, responseLow: 0, responseHigh: 0.12 }
  const { spendChange, revenueChange, revenueChangeLow, revenueChangeHigh } = stepOf({ ...response, marginalRoas: 0 })
  t.same({ spendChange, revenueChange, revenueChangeHigh }, { spendChange: -200, revenueChange: 0, revenueChangeHigh: 0 })
  t.ok(near(revenueChangeLow!, 400 * (0.8 ** 0.07 - 1)), 'at 0.12 - 0.05')
})

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
  })
  t.match(stepOf({ predictedRoas: -0.2 }), { revenueChangeLow: 0, revenueChangeHigh: 40, gainLow: 200, gainHigh: 280 })
  t.match(stepOf(bid(0.1, 0.11)), { from: 0.1, to: 0.11, spendChange: null, gainLow: null, bounds: false })
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

t.test('raises share the room in budgets, including what cuts free, the greatest gain first', async t => {
  const known = { ...SCALE, ...KNOWN, suggestedDailySpend: 1100 }
  const outcomes = (limits: ReturnType<typeof limitsIn>, rows: Partial<StepRow>[]) =>
    decide(rows.map((one, id) => row({ id, ...one, limits: limits(row(one)) }))).map(({ direction, reason }) => reason ?? direction)
  const two = [known, { ...known, predictedRoas: 0.85, marginalRoas: 0.7 }]
  const at = (overrides: object, rows: Partial<StepRow>[] = two) => outcomes(limitsIn([budget(overrides)]), rows)
  t.strictSame(at({ amount: 11_000 }), ['more', 'more'])
  t.strictSame(at({ amount: 10_500 }), ['budget_spent', 'more'], 'one raise of 100 a day fits')
  t.strictSame(at({ amount: 10_499 }), ['budget_spent', 'budget_spent'])
  t.strictSame(at({ network: 'Google' }), ['more', 'more'], 'of others')
  t.strictSame(at({ expected: null }), ['more', 'more'], 'nothing is expected')
  t.strictSame(at({}, [known, {}]), ['more', 'less'], 'the cut frees 200 a day')
  t.strictSame(at({}, [{ ...SCALE, ...bid(0.1, 0.1, 0.2) }]), ['budget_spent'], 'before the bid is looked at')
  const tight = limitsIn([budget({}), budget({ budgetId: 2, platform: 'IOS', amount: 9000 })])
  t.match(decide([row({ ...known, limits: tight(row()) })])[0]!.budget, { budgetId: 2, amount: 9000, expected: 10_000 })
})

t.test('totals leave out steps without a price, and have no gain unless all have one', async t => {
  const totals = totalSteps(decide([row(), row(bid(0.1, 0.11)), row({ ...SCALE, ...KNOWN, suggestedDailySpend: 1100 })]))
  t.match(totals.less, { steps: 2, unpriced: 1, spendChange: -200, gain: null, gainHigh: 200 })
  t.match(totals.more, { steps: 1, unpriced: 0, spendChange: 100 })
  t.ok(totals.more.gain! > 0)
})

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
  })
  .map(({ daily, now, target, predicted, error, suggested, elasticity, width, marginal, bids, confidence, budgets, shares }) => {
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
      marginalRoas: marginal === null || predicted === null ? null : Math.max(0, marginal * predicted),
      responseElasticity: elasticity,
      responseLow: known === null ? null : Math.max(0, elasticity! - known / 2),
      responseHigh: known === null ? null : Math.min(1, elasticity! + known / 2),
      ...bid(...bids),
      confidenceScore: confidence,
      sharesCampaign: shares,
    }
    return { overrides, budgets }
  })

const arbitraryRun = fc.tuple(
  fc.array(arbitraryRow, { minLength: 1, maxLength: 15 }),
  fc.array(fc.double({ min: -1e4, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 }),
)

t.test('steps follow their laws', async t => {
  let decided = 0
  fc.assert(
    fc.property(arbitraryRun, ([drawn, rooms]) => {
      const limits = rooms.map((room, place): Limit => ({ room, daysLeft: 5, budget: { ...budget({ budgetId: place }), expected: 0 } }))
      const rows = drawn.map(({ overrides, budgets }, id) => row({ id, ...overrides, limits: budgets.map(place => limits[place]!) }))
      const found = decide(rows)
      decided += rows.length
      const all = found.map((step, place) => ({ step, row: rows[place]! }))
      for (const { step, row: one } of all) {
        if (step.direction === 'more' && one.action !== 'SCALE') return false
        if (step.direction === 'less' && one.action !== 'REDUCE') return false
        if (one.action === 'HOLD' && step.kind !== 'keep') return false
        if ((step.direction === 'none') !== (step.to === null) || (step.direction !== 'none' && step.reason !== null)) return false
        if (step.spendChange !== null && step.spendChange > 0 !== (step.direction === 'more')) return false
        // At the predicted ROAS a standard cut gains whatever the response is.
        if (step.direction === 'less' && step.bounds && step.gainLow! < -1e-9) return false
        if (step.direction === 'more' && one.marginalRoas! < one.targetRoas! && step.gain !== null && step.kind !== 'bid_target')
          return false
        if (step.gain !== null && !(step.gainLow! <= step.gain && step.gain <= step.gainHigh!)) return false
        if (step.gainLow !== null && !near(step.gainLow, step.revenueChangeLow! / one.targetRoas! - step.spendChange!)) return false
      }
      const taken = (limit: Limit) =>
        all.reduce((sum, { step, row: one }) => sum + (one.limits.includes(limit) ? (step.spendChange ?? 0) * limit.daysLeft : 0), 0)
      const raised = (limit: Limit) => all.some(({ step, row: one }) => step.direction === 'more' && one.limits.includes(limit))
      if (!limits.every(limit => !raised(limit) || taken(limit) <= limit.room + 1e-6)) return false
      // The order of the rows changes nothing.
      const turned = decide([...rows].reverse()).reverse()
      return turned.every((step, place) => JSON.stringify(step) === JSON.stringify(found[place]))
    }),
  )
  t.pass(`hold for ${decided} rows`)
})

t.test('steps of ten daily runs with the same predictions cut a budget once a week', async t => {
  const spends = Array.from({ length: 20 }, () => 1000)
  const mean = (from: number, to: number) => spends.slice(spends.length - to, spends.length - from).reduce((sum, spend) => sum + spend, 0) / (to - from) // prettier-ignore
  const moves: number[] = []
  for (let day = 0; day < 10; day++) {
    const step = stepOf({ dailySpend: mean(2, 9), currentDailySpend: mean(0, 7), latestDailySpend: mean(0, 3) })
    if (step.direction === 'less') moves.push(day)
    spends.push(step.to ?? spends.at(-1)!)
  }
  t.strictSame(moves, [0, 8])
})

t.test('steps sort by gain, else by its lower bound, else by the money and bid away from target', async t => {
  const known = row({ ...KNOWN, marginalRoas: 0.3, suggestedDailySpend: 900 })
  const [ofKnown, ofUnknown, ofBid] = [known, row(), row(bid(0.1, 0.11))].map(one => [one, decide([one])[0]!] as const)
  t.equal(priorityOf(...ofKnown!), ofKnown![1].gain)
  t.equal(priorityOf(...ofUnknown!), ofUnknown![1].gainLow)
  t.ok(near(priorityOf(...ofBid!), 1000 * 0.2 * 0.1))
})
