import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { type Goal, planBudget } from '../../../../server/core/formulas/budget-plan.ts'
import type { Limit } from '../../../../server/core/formulas/headroom.ts'
import type { PlanRow } from '../../../../server/core/formulas/response-curve.ts'

const OPTIONS = { maxStep: 0.2, horizonDays: 7 }

function row(overrides: Partial<PlanRow> = {}): PlanRow {
  return {
    id: 1,
    network: 'Meta',
    dailySpend: 1000,
    predictedRoas: 0.5,
    marginalRoas: 0.4,
    steppedDailySpend: null,
    limits: [],
    moves: { up: true, down: true },
    predictedLow: null,
    predictedHigh: null,
    responseElasticity: 0.8,
    responseLow: 0.7,
    responseHigh: 0.9,
    tested: true,
    ...overrides,
  }
}

const BUDGET = {
  month: '2026-11',
  platform: null,
  network: null,
  campaign: null,
  amount: 0,
  expected: 0,
}

const share = fc.double({ min: 0, max: 1, noNaN: true })

const arbitraryRow = fc
  .record({
    dailySpend: fc.oneof(
      { weight: 9, arbitrary: fc.double({ min: 1, max: 1e5, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    predictedRoas: fc.option(
      fc.oneof(
        { weight: 12, arbitrary: fc.double({ min: 0.01, max: 3, noNaN: true }) },
        fc.constant(-0.2),
      ),
      {
        freq: 12,
      },
    ),
    error: fc.option(fc.double({ min: 0, max: 0.3, noNaN: true })),
    elasticity: fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: 0.05, max: 0.98, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 1) },
    ),
    width: fc.constantFrom(0, 0.05, 0.1, 0.3),
    network: fc.constantFrom('Meta', 'Google', 'Unity'),
    suggested: fc.option(share),
  })
  .map(
    ({
      dailySpend,
      predictedRoas,
      elasticity,
      width,
      network,
      suggested,
      error,
    }): Omit<PlanRow, 'id'> => ({
      network,
      dailySpend,
      predictedRoas,
      marginalRoas: predictedRoas === null ? null : Math.max(0, predictedRoas * elasticity),
      steppedDailySpend: suggested === null ? null : dailySpend * 2 * suggested,
      limits: [],
      moves: { up: true, down: true },
      predictedLow: predictedRoas === null || error === null ? null : predictedRoas - error,
      predictedHigh: predictedRoas === null || error === null ? null : predictedRoas + error,
      responseElasticity: elasticity,
      responseLow: Math.max(0, elasticity - width),
      responseHigh: Math.min(1, elasticity + width),
      tested: true,
    }),
  )

const arbitraryMoves = fc.constantFrom(
  { up: true, down: true },
  { up: true, down: false },
  { up: false, down: true },
  { up: false, down: false },
)

const arbitraryLimit = fc.record({
  room: fc.double({ min: -1e4, max: 1e6, noNaN: true }),
  daysLeft: fc.integer({ min: 1, max: 31 }),
})

/** Rows that share budgets. */
const arbitraryRows = fc
  .tuple(
    fc.array(fc.tuple(arbitraryRow, fc.array(fc.nat(2), { maxLength: 2 })), {
      minLength: 1,
      maxLength: 12,
    }),
    fc.array(arbitraryLimit, { maxLength: 3 }),
  )
  .map(([rows, rooms]) => {
    const limits = rooms.map((one, place): Limit => ({
      ...one,
      budget: { ...BUDGET, budgetId: place },
    }))
    return rows.map(([one, places], index): PlanRow => ({
      id: index,
      ...one,
      limits: [...new Set(places)].flatMap(place => limits[place] ?? []),
    }))
  })

const arbitraryGoal: fc.Arbitrary<Goal> = fc.oneof(
  fc.double({ min: -0.4, max: 0.4, noNaN: true }).map(budgetChange => ({ budgetChange })),
  fc.double({ min: 0.01, max: 1e6, noNaN: true }).map(dailyBudget => ({ dailyBudget })),
  fc.double({ min: 0.001, max: 4, noNaN: true }).map(targetRoas => ({ targetRoas })),
)

const maxSteps = fc.constantFrom(0.01, 0.2, 0.7, 1)

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
}

t.test(
  'two campaigns solved by hand have the same marginal ROAS, and the total is the budget',
  async t => {
    // 0.8 * 0.5 (x / 1000) ^ -0.2 = 0.5 * 0.9 (y / 1000) ^ -0.5, x + y = 2000
    const rows = [
      row(),
      row({
        id: 2,
        predictedRoas: 0.9,
        marginalRoas: 0.45,
        responseElasticity: 0.5,
        responseLow: 0.4,
        responseHigh: 0.6,
      }),
    ]
    const { rows: planned, ...plan } = planBudget(rows, { budgetChange: 0 }, OPTIONS)
    const [one, other] = planned.map(({ planned }) => planned) as [
      (typeof planned)[0]['planned'],
      (typeof planned)[0]['planned'],
    ]
    t.ok(near(one.plannedDailySpend + other.plannedDailySpend, 2000))
    t.ok(near(one.plannedMarginalRoas!, other.plannedMarginalRoas!))
    t.ok(
      near(
        0.4 * (one.plannedDailySpend / 1000) ** -0.2,
        0.45 * (other.plannedDailySpend / 1000) ** -0.5,
      ),
    )
    t.ok(
      one.plannedDailySpend < 1000 && other.plannedDailySpend > 1000,
      'it moves to where more is earned',
    )
    t.match(plan, {
      reached: true,
      dailyBudget: 2000,
      coveredShare: 1,
      movableShare: 1,
      before: { dailySpend: 2000, revenue: 1400, roas: 0.7, horizonSpend: 14_000 },
    })
    t.ok(plan.after.revenue > 1400)
  },
)

t.test('a goal out of bounds gives the nearest plan and says so', async t => {
  const more = planBudget([row()], { dailyBudget: 3000 }, OPTIONS)
  t.match(more, { reached: false, highestDailySpend: 1200, after: { dailySpend: 1200 } })
  t.equal(more.rows[0]!.planned.limitedBy, 'step')
  t.match(planBudget([row()], { budgetChange: -0.5 }, OPTIONS), {
    reached: false,
    after: { dailySpend: 800 },
  })
  t.match(planBudget([row()], { budgetChange: 0.2 }, OPTIONS), {
    reached: true,
    after: { dailySpend: 1200 },
  })
  t.match(planBudget([row()], { targetRoas: 0.6 }, OPTIONS), {
    reached: false,
    after: { dailySpend: 800 },
  })
  t.match(planBudget([], { dailyBudget: 10 }, OPTIONS), {
    reached: false,
    coveredShare: null,
    movableShare: null,
    marginalRoas: null,
    rows: [],
  })
  t.match(planBudget([], { targetRoas: 1 }, OPTIONS), { reached: false, after: { roas: null } })
  t.match(planBudget([row()], { budgetChange: -1 }, { ...OPTIONS, maxStep: 1 }), {
    reached: true,
    marginalRoas: null,
    after: { dailySpend: 0, revenue: 0 },
  })
})

t.test('the reported smallest step meets the goal in a second request', async t => {
  const stays = row({ id: 2, responseElasticity: null })
  const needed = (rows: PlanRow[], goal: Goal, maxStep = 0.1) =>
    planBudget(rows, goal, { ...OPTIONS, maxStep }).neededMaxStep
  t.ok(near(needed([row(), stays], { budgetChange: 0.2 })!, 0.4), 'half of the spend stays')
  t.ok(near(needed([row(), stays], { budgetChange: -0.2 })!, 0.4))
  t.ok(near(needed([row(), stays], { dailyBudget: 3000 }, 0.5)!, 1))
  t.equal(needed([row(), stays], { dailyBudget: 3001 }), null, 'no step does')
  t.equal(needed([stays], { budgetChange: 0.01 }), null)
  t.equal(needed([row()], { budgetChange: 0.1 }), null, 'the goal is met')
  // 0.5 (1 - step) ^ -0.2 = 0.6
  t.ok(near(needed([row()], { targetRoas: 0.6 })!, 1 - (0.5 / 0.6) ** 5))
  t.equal(needed([row()], { targetRoas: 0.5 }), null)
  t.equal(needed([row(), stays], { targetRoas: 3 }), null)
  t.equal(needed([], { targetRoas: 1 }), null)
})

t.test('a target ROAS maximizes the revenue it allows', async t => {
  const { after, rows, reached } = planBudget([row()], { targetRoas: 0.49 }, OPTIONS)
  t.equal(reached, true)
  t.ok(near(after.roas!, 0.49))
  t.equal(rows[0]!.planned.limitedBy, 'target')
  t.match(planBudget([row()], { targetRoas: 0.3 }, OPTIONS), {
    reached: true,
    after: { dailySpend: 1200 },
  })
})

t.test(
  'spend that returns nothing may stop entirely: a target ROAS is met, and no spend has no ROAS',
  t => {
    const idle = row({
      dailySpend: 1,
      predictedRoas: 0.01,
      marginalRoas: 0,
      responseElasticity: 0,
      responseLow: 0,
      responseHigh: 0.1,
    })
    const unknown = row({
      id: 2,
      dailySpend: 1,
      predictedRoas: null,
      marginalRoas: null,
      responseElasticity: 0.05,
    })
    for (const rows of [[idle], [idle, unknown]]) {
      const {
        reached,
        after,
        rows: planned,
      } = planBudget(rows, { targetRoas: 0.001 }, { maxStep: 1, horizonDays: 3 })
      t.match(
        { reached, after },
        { reached: true, after: { dailySpend: rows.length - 1, revenue: 0.01, roas: null } },
      )
      t.equal(planned[0]!.planned.plannedDailySpend, 0)
    }
    t.end()
  },
)

t.test('the marginal ROAS is that of the last unit spent, for any goal', async t => {
  const at = (spend: number) => 0.4 * (spend / 1000) ** -0.2
  const higher = row({ id: 2, predictedRoas: 1, marginalRoas: 0.95 })
  const marginal = (goal: Goal, rows = [row()]) => planBudget(rows, goal, OPTIONS).marginalRoas!
  t.ok(near(marginal({ targetRoas: 0.3 }), at(1200)), 'of all that the steps allow')
  t.ok(near(marginal({ targetRoas: 3 }), at(800)), 'of the least, far from the target')
  t.ok(
    near(marginal({ targetRoas: 0.9 }, [row(), higher]), 0.95 * 1.2 ** -0.05),
    'of the campaign that spends more, where the other spends less',
  )
  t.ok(near(marginal({ budgetChange: 0.2 }), at(1200)))
  t.ok(near(marginal({ budgetChange: -0.2 }), at(800)))
  t.ok(near(marginal({ budgetChange: 0.05 }), at(1050)))
  t.equal(marginal({ targetRoas: 0.3 }, [row({ responseElasticity: null })]), null)
})

t.test(
  'spend without evidence stays, and revenue without a predicted ROAS is not counted',
  async t => {
    const rows = [
      row({ id: 1, responseLow: 0.55, responseHigh: 0.96 }),
      row({ id: 2, responseElasticity: null, responseLow: null, responseHigh: null }),
      row({ id: 3, marginalRoas: null }),
      row({ id: 4, predictedRoas: null }),
      row({ id: 5, predictedRoas: -1 }),
      row({ id: 6, predictedRoas: 1e300 }),
      row({ id: 7, dailySpend: 0 }),
      row({ id: 8, responseLow: 0.6, responseHigh: 1 }),
    ]
    const plan = planBudget(rows, { budgetChange: 0.01 }, OPTIONS)
    t.strictSame(
      plan.rows.map(({ planned }) => planned.limitedBy),
      [...Array.from({ length: 7 }, () => 'evidence'), null],
    )
    t.ok(near(plan.rows[7]!.planned.plannedDailySpend, 1070))
    t.match(plan, {
      coveredShare: 5 / 7,
      movableShare: 1 / 7,
      before: { revenue: 1000, roas: 0.2 },
    })
    t.strictSame(
      plan.rows.slice(3, 6).map(({ planned }) => [planned.revenue, planned.plannedRoas]),
      [
        [null, null],
        [-1000, -1],
        [null, null],
      ],
    )
  },
)

t.test(
  'errors within a network add up, and those of two networks have a correlation of 0.5',
  async t => {
    const half = (networks: string[]) => {
      const rows = networks.map((network, index) => row({ id: index, network }))
      const { after } = planBudget(rows, { budgetChange: 0.1 }, OPTIONS)
      return (after.revenueHigh - after.revenueLow) / 2
    }
    // 1.2816 * revenue(1100) * ln 1.1 * 0.2 / 2.5631
    const one = (0.5 * 1000 * 1.1 ** 0.8 * Math.log(1.1) * 0.2) / 2
    t.ok(near(half(['a']), one))
    t.ok(near(half(['a', 'a']), 2 * one))
    t.ok(near(half(['a', 'b']), Math.sqrt(3) * one))
  },
)

t.test('an interval with ends that are not a ROAS leaves the totals finite', t => {
  const { before } = planBudget(
    [row({ predictedLow: -1e300, predictedHigh: 1e300 })],
    { dailyBudget: 1000 },
    OPTIONS,
  )
  t.strictSame([before.revenueLow, before.revenueHigh], [500, 500])
  t.end()
})

t.test('the plan also reports the effect of following every suggestion, for any step', async t => {
  t.equal(planBudget([row()], { budgetChange: 0 }, OPTIONS).suggested, null)
  const rows = [
    row({ steppedDailySpend: 2000 }),
    row({ id: 2 }),
    row({ id: 3, steppedDailySpend: 0, responseElasticity: null }),
  ]
  t.match(planBudget(rows, { budgetChange: 0 }, OPTIONS).suggested, {
    dailySpend: 4000,
    revenue: 500 * 2 ** 0.8 + 1000,
  })
})

t.test('plans follow their laws', async t => {
  fc.assert(
    fc.property(arbitraryRows, arbitraryGoal, maxSteps, (rows, goal, maxStep) => {
      const {
        rows: planned,
        before,
        after,
        ...plan
      } = planBudget(rows, goal, { maxStep, horizonDays: 3 })
      for (const { row, planned: one } of planned) {
        const { plannedDailySpend: x, limitedBy } = one
        if (!(
          x >= row.dailySpend * (1 - maxStep) * (1 - 1e-12) &&
          x <= row.dailySpend * (1 + maxStep) * (1 + 1e-12)
        ))
          return false
        if (limitedBy === 'evidence' && x !== row.dailySpend) return false
      }
      const total = planned.reduce((sum, { planned: one }) => sum + one.plannedDailySpend, 0)
      if (!near(total, after.dailySpend) || !near(after.horizonRevenue, 3 * after.revenue))
        return false
      if (plan.dailyBudget !== null && plan.reached && !near(total, plan.dailyBudget)) return false
      if (
        plan.targetRoas !== null &&
        plan.reached &&
        after.roas !== null &&
        after.roas < plan.targetRoas * (1 - 1e-9)
      )
        return false
      if (!(after.revenueLow <= after.revenue && after.revenue <= after.revenueHigh)) return false
      return (
        before.revenueChange === 0 &&
        before.revenueChangeHigh === 0 &&
        after.revenueChangeLow <= after.revenueChange &&
        JSON.stringify(plan) !== '' &&
        !JSON.stringify({ before, after }).includes('null,"revenue')
      )
    }),
  )
  t.pass('moves stay within the step, totals are met')
  fc.assert(
    fc.property(arbitraryRows, arbitraryGoal, maxSteps, (rows, goal, maxStep) => {
      const { rows: planned } = planBudget(rows, goal, { maxStep, horizonDays: 1 })
      const limits = new Set(rows.flatMap(one => one.limits))
      return (
        [...limits].every(limit => {
          const own = planned.filter(({ row: one }) => one.limits.includes(limit))
          const grows = own.reduce(
            (sum, { row: one, planned: { plannedDailySpend: x } }) => sum + x - one.dailySpend,
            0,
          )
          const all = own.reduce((sum, { row: one }) => sum + one.dailySpend, 0)
          return (
            grows * limit.daysLeft <=
            Math.max(0, limit.room) * (1 + 1e-9) + 1e-9 * all * limit.daysLeft + 1e-6
          )
        }) &&
        planned.every(
          ({ row: one, planned: { limitedBy } }) => limitedBy !== 'budget' || one.limits.length > 0,
        )
      )
    }),
  )
  t.pass('in every budget, what rises and falls adds up to its room')
  fc.assert(
    fc.property(arbitraryRows, arbitraryGoal, maxSteps, (rows, goal, maxStep) => {
      const {
        reached,
        neededMaxStep: needed,
        movableShare,
        optimal,
      } = planBudget(rows, goal, { maxStep, horizonDays: 1 })
      const reaches = (step: number) =>
        planBudget(rows, goal, { maxStep: step, horizonDays: 1 }).reached
      if (!optimal) return true
      if (reached || needed === null)
        return needed === null && (reached || maxStep === 1 || !reaches(1))
      return (
        needed > maxStep && reaches(needed) && (movableShare! < 1e-3 || !reaches(needed * 0.99))
      )
    }),
    { numRuns: 400 },
  )
  t.pass('the needed step meets the goal, and less does not')
  fc.assert(
    fc.property(arbitraryRows, maxSteps, (rows, maxStep) => {
      const { before, after } = planBudget(rows, { budgetChange: 0 }, { maxStep, horizonDays: 1 })
      return (
        near(before.dailySpend, after.dailySpend) &&
        after.revenue >= before.revenue - 1e-12 * Math.abs(before.revenue)
      )
    }),
  )
  t.pass('the same budget never brings less than leaving everything as it is')
  fc.assert(
    fc.property(
      arbitraryRows,
      arbitraryGoal,
      maxSteps,
      fc.array(share, { minLength: 12, maxLength: 12 }),
      (rows, goal, maxStep, parts) => {
        const {
          rows: planned,
          after,
          ...plan
        } = planBudget(rows, goal, { maxStep, horizonDays: 1 })
        if (plan.dailyBudget === null || !plan.reached || rows.some(one => one.limits.length > 0))
          return true
        // Any other plan of the same total: random spends, scaled between the bounds.
        const bounds = planned.map(
          ({ planned: one }) => [one.lowestDailySpend, one.highestDailySpend] as const,
        )
        const at = (part: number) =>
          bounds.map(([low, high], index) => low + (high - low) * Math.min(1, parts[index]! * part))
        let [less, more] = [0, 1e6]
        for (let half = 0; half < 100; half++) {
          const middle = (less + more) / 2
          if (at(middle).reduce((sum, x) => sum + x, 0) < after.dailySpend) less = middle
          else more = middle
        }
        const other = at(less)
        const revenue = rows.reduce((sum, one, index) => {
          if (one.predictedRoas === null) return sum
          const e =
            planned[index]!.planned.limitedBy === 'evidence'
              ? 0
              : one.marginalRoas! / one.predictedRoas
          return (
            sum +
            one.predictedRoas *
              one.dailySpend *
              (one.dailySpend === 0 ? 1 : (other[index]! / one.dailySpend) ** e)
          )
        }, 0)
        return revenue <= after.revenue + 1e-9 * Math.abs(after.revenue) + 1e-9
      },
    ),
  )
  t.pass('no other plan of the same total brings more')
  fc.assert(
    fc.property(arbitraryRows, maxSteps, share, share, (rows, maxStep, one, other) => {
      const [less, more] = [one, other]
        .sort((a, b) => a - b)
        .map(part => planBudget(rows, { budgetChange: part * 2 - 1 }, { maxStep, horizonDays: 1 }))
      if (!less!.optimal) return true
      return (
        less!.after.revenue <= more!.after.revenue + 1e-9 * Math.abs(more!.after.revenue) &&
        less!.rows.every(
          ({ planned }, index) =>
            planned.plannedDailySpend <=
            more!.rows[index]!.planned.plannedDailySpend * (1 + 1e-9) + 1e-9,
        )
      )
    }),
  )
  t.pass('a larger budget cuts no campaign')
  fc.assert(
    fc.property(arbitraryRows, arbitraryGoal, maxSteps, fc.nat(), (rows, goal, maxStep, turn) => {
      const at = turn % rows.length
      const turned = [...rows.slice(at), ...rows.slice(0, at)].reverse()
      const [one, other] = [rows, turned].map(some =>
        planBudget(some, goal, { maxStep, horizonDays: 1 }),
      )
      const byId = (plan: typeof one) =>
        plan!.rows.map(({ row: { id }, planned }) => [id, planned]).sort()
      return (
        JSON.stringify({ ...one, rows: byId(one) }) ===
        JSON.stringify({ ...other, rows: byId(other) })
      )
    }),
  )
  t.pass('the order of the rows changes nothing')
})

/** Two budgets, the smaller one within the larger one, or beside it. */
function withNested(rows: readonly PlanRow[], rooms: readonly number[]): PlanRow[] {
  const limits = rooms.map((room, budgetId): Limit => ({
    room,
    daysLeft: 1,
    budget: { ...BUDGET, budgetId },
  }))
  return rows.map((one, index) => ({
    ...one,
    limits: limits.filter((_, place) =>
      place === 0 ? index < 2 : place === 1 ? index < 3 : index >= 3,
    ),
  }))
}

/** All spends of a grid between the bounds, the last row taking the rest of the total. */
function* grid(
  bounds: readonly (readonly [low: number, high: number])[],
  total: number,
  points: number,
): Generator<number[]> {
  if (bounds.length === 1) {
    const [low, high] = bounds[0]!
    if (total >= low - 1e-9 && total <= high + 1e-9) yield [total]
    return
  }
  const [[low, high], ...others] = bounds as [
    readonly [number, number],
    ...(readonly [number, number])[],
  ]
  for (let point = 0; point <= points; point++) {
    const spend = low + ((high - low) * point) / points
    for (const rest of grid(others, total - spend, points)) yield [spend, ...rest]
    if (high === low) return
  }
}

t.test('no split of a grid within nested budgets brings more than the plan', async t => {
  let [splits, tight] = [0, 0]
  fc.assert(
    fc.property(
      fc.array(fc.tuple(arbitraryRow, arbitraryMoves), { minLength: 4, maxLength: 4 }),
      fc.array(fc.oneof(fc.constant(-1), fc.double({ min: 0, max: 1, noNaN: true })), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.constantFrom(0, 0.05, -0.05),
      fc.constantFrom(0.2, 0.7),
      (drawn, shares, budgetChange, maxStep) => {
        const plain = drawn.map(([one, moves], id): PlanRow => ({ id, ...one, moves }))
        const all = plain.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
        const rows = withNested(plain, shares.map(part => part * all * 0.1)) // prettier-ignore
        const {
          rows: planned,
          after,
          reached,
          optimal,
        } = planBudget(rows, { budgetChange }, { maxStep, horizonDays: 1 })
        if (!optimal) return false
        const limits = [...new Set(rows.flatMap(one => one.limits))]
        const isWithin = (spends: readonly number[]) =>
          limits.every(limit => rows.reduce((sum, one, index) => sum + (one.limits.includes(limit) ? spends[index]! - one.dailySpend : 0), 0) <= Math.max(0, limit.room) + 1e-9 * all) // prettier-ignore
        const bounds = planned.map(({ row: one, planned: { limitedBy } }) => {
          const isFixed = limitedBy === 'evidence' || limitedBy === 'call'
          const by = (may: boolean) =>
            may && !(isFixed && !(one.moves.up || one.moves.down)) && limitedBy !== 'evidence'
              ? maxStep * one.dailySpend
              : 0
          return [one.dailySpend - by(one.moves.down), one.dailySpend + by(one.moves.up)] as const
        })
        const spends = planned.map(({ planned: one }) => one.plannedDailySpend)
        if (!isWithin(spends)) return false
        if (
          spends.some(
            (x, index) => x < bounds[index]![0] - 1e-9 * all || x > bounds[index]![1] + 1e-9 * all,
          )
        )
          return false
        if (planned.some(({ planned: { limitedBy } }) => limitedBy === 'budget')) tight++
        const revenueOf = (some: readonly number[]) =>
          rows.reduce((sum, one, index) => {
            if (one.predictedRoas === null) return sum
            const e =
              bounds[index]![0] === bounds[index]![1]
                ? 0
                : Math.min(1, Math.max(0, one.marginalRoas! / one.predictedRoas))
            return (
              sum +
              one.predictedRoas *
                one.dailySpend *
                (one.dailySpend === 0 ? 1 : (some[index]! / one.dailySpend) ** e)
            )
          }, 0)
        for (const split of grid(bounds, all * (1 + budgetChange), 12)) {
          if (!isWithin(split)) continue
          splits++
          if (!reached || revenueOf(split) > after.revenue + 1e-9 * Math.abs(after.revenue) + 1e-9)
            return false
        }
        return true
      },
    ),
    { numRuns: 150 },
  )
  t.comment(`${splits} splits, ${tight} plans at a budget`)
  t.ok(splits > 0)
})

t.test('a plan moves no row against its call, and exchanges money where that pays', async t => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(arbitraryRow, arbitraryMoves), { minLength: 1, maxLength: 8 }),
      maxSteps,
      (drawn, maxStep) => {
        const rows = drawn.map(([one, moves], id): PlanRow => ({ id, ...one, moves }))
        const {
          rows: planned,
          before,
          after,
          reached,
          onlyCuts,
        } = planBudget(rows, { budgetChange: 0 }, { maxStep, horizonDays: 1 })
        const against = planned.some(({ row: one, planned: { plannedDailySpend: x } }) => {
          const slack = 1e-12 * one.dailySpend
          return (
            (!one.moves.up && x > one.dailySpend + slack) ||
            (!one.moves.down && x < one.dailySpend - slack)
          )
        })
        if (against || !reached) return false
        const movable = planned.filter(
          ({ planned: { limitedBy }, row: one }) =>
            limitedBy !== 'evidence' && (one.moves.up || one.moves.down),
        )
        const rising = movable
          .filter(({ row: one }) => one.moves.up)
          .map(({ row: one }) => one.marginalRoas!)
        const falling = movable
          .filter(({ row: one }) => one.moves.down)
          .map(({ row: one }) => one.marginalRoas!)
        if (
          onlyCuts &&
          (rising.length > 0 ||
            planned.some(({ planned: { change } }) => change !== null && change !== 0))
        )
          return false
        const pays = rising.some(high => falling.some(low => high > 1.05 * low && high > 1e-9))
        return !pays || after.revenue > before.revenue
      },
    ),
  )
  t.pass('holds')
})

t.test(
  'budgets that overlap without containing each other give a good split, and never less than doing nothing',
  async t => {
    const limits = [0, 1].map((budgetId): Limit => ({
      room: 0,
      daysLeft: 3,
      budget: { ...BUDGET, budgetId },
    }))
    const rows = [
      row({ id: 1, limits: [limits[0]!] }),
      row({ id: 2, limits, predictedRoas: 2, marginalRoas: 1.6 }),
      row({ id: 3, limits: [limits[1]!] }),
    ]
    const { optimal, reached, before, after } = planBudget(rows, { budgetChange: 0 }, OPTIONS)
    t.match({ optimal, reached }, { optimal: false, reached: true })
    t.ok(after.revenue >= before.revenue)
    const single = planBudget(
      rows.slice(0, 2).map(one => ({ ...one, limits: limits.slice(0, 1) })),
      { budgetChange: 0 },
      OPTIONS,
    )
    t.equal(single.optimal, true)
    t.ok(single.after.revenue > single.before.revenue, 'an exchange within a spent budget')
  },
)
