import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { type BudgetSpend, daysOf, paceOf } from '../../../../server/core/formulas/pacing.ts'
import { addDays } from '../../../../server/core/model/dates.ts'

const THROUGH = '2026-03-23'

/** Spend by day, back from 2026-03-23: `of` gets the days before it. */
function spendOf(days: number, of: (daysBefore: number) => number): BudgetSpend {
  const spends = new Map(
    Array.from({ length: days }, (_, day) => [addDays(THROUGH, -day), of(day)]),
  )
  const spent = [...spends].reduce(
    (sum, [day, spend]) => (day.startsWith('2026-03') ? sum + spend : sum),
    0,
  )
  return { spent, days: spends }
}

function budget(amount: number, month = '2026-03') {
  return { amount, month }
}

t.test('months have their number of days', async t => {
  t.strictSame(daysOf('2026-03'), { start: '2026-03-01', end: '2026-03-31' })
  t.strictSame(daysOf('2028-02'), { start: '2028-02-01', end: '2028-02-29' })
  t.strictSame(daysOf('2026-12'), { start: '2026-12-01', end: '2026-12-31' })
})

t.test('even spend is projected evenly, with a zero-width interval', async t => {
  t.strictSame(
    paceOf(
      budget(310),
      spendOf(300, () => 10),
      THROUGH,
    ),
    {
      spent: 230,
      expected: 310,
      expectedLow: 310,
      expectedHigh: 310,
      // Days 8 to 180 before the latest one.
      intervalDays: 173,
      share: 230 / 310,
      daysLeft: 8,
      currentDailySpend: 10,
      neededDailySpend: 10,
      status: 'ON_BUDGET',
    },
  )
})

t.test('weekends are projected as weekends', async t => {
  // 2026-03-23 is a Monday: of the 8 days left, a Saturday and a Sunday.
  const isWeekend = (daysBefore: number) => [1, 2].includes(daysBefore % 7)
  const { expected, spent } = paceOf(
    budget(100),
    spendOf(100, day => (isWeekend(day) ? 1 : 5)),
    THROUGH,
  )
  t.equal(expected! - spent, 6 * 5 + 2 * 1)
})

t.test('the interval comes from earlier errors and contains 8 of 10', async t => {
  // Alternates between weeks of 10 and of 20 a day.
  const { expectedLow, expectedHigh, expected, intervalDays } = paceOf(
    budget(100),
    spendOf(400, day => (Math.floor(day / 7) % 2 === 0 ? 10 : 20)),
    THROUGH,
  )
  t.ok(intervalDays > 100 && expectedLow! < expected! && expected! < expectedHigh!)
})

t.test('a launch is not a pause: days before the first spend do not count', async t => {
  const launched = paceOf(
    budget(1000),
    spendOf(9, () => 10),
    THROUGH,
  )
  t.match(launched, {
    expected: 90 + 80,
    expectedLow: null,
    expectedHigh: null,
    intervalDays: 0,
    currentDailySpend: 10,
  })
  const young = paceOf(
    budget(1000),
    spendOf(3, () => 9),
    THROUGH,
  )
  t.match(
    young,
    { expected: 27 + 72, currentDailySpend: 9 },
    'a weekday without data has the mean of all',
  )
  t.equal(
    paceOf(
      budget(1000),
      spendOf(54, () => 10),
      THROUGH,
    ).intervalDays,
    19,
  )
  t.equal(
    paceOf(
      budget(1000),
      spendOf(54, () => 10),
      THROUGH,
    ).expectedLow,
    null,
    'too few',
  )
  t.not(
    paceOf(
      budget(1000),
      spendOf(55, () => 10),
      THROUGH,
    ).expectedLow,
    null,
  )
})

t.test('past months, future months and months without data are handled', async t => {
  const days = spendOf(300, () => 10)
  const past = paceOf(budget(200, '2026-02'), { ...days, spent: 280 }, THROUGH)
  t.match(past, {
    expected: 280,
    expectedLow: null,
    intervalDays: 0,
    daysLeft: 0,
    neededDailySpend: null,
    status: 'OVERSPENT',
  })
  const next = paceOf(budget(200, '2026-04'), { ...days, spent: 0 }, THROUGH)
  t.match(next, {
    spent: 0,
    expected: 300,
    expectedLow: null,
    intervalDays: 0,
    daysLeft: 30,
    status: 'OVER',
  })
  const none = { spent: 0, days: new Map<string, number>() }
  t.match(paceOf(budget(62), none, undefined), {
    expected: null,
    daysLeft: 31,
    currentDailySpend: null,
    neededDailySpend: 2,
    status: null,
  })
  t.match(paceOf(budget(62), none, THROUGH), {
    expected: null,
    daysLeft: 8,
    currentDailySpend: null,
    status: null,
  })
  t.match(paceOf(budget(62, '2026-02'), none, THROUGH), {
    expected: 0,
    daysLeft: 0,
    status: 'UNDER',
  })
})

t.test('a paused budget expects nothing more, without an interval', async t => {
  const paused = paceOf(
    budget(1000),
    spendOf(200, day => (day < 40 ? 0 : 10)),
    THROUGH,
  )
  t.match(paused, { spent: 0, expected: 0, expectedLow: null, expectedHigh: null, status: 'UNDER' })
})

t.test('the status follows the projection and the spend so far', async t => {
  const spend = spendOf(300, () => 10)
  const statusAt = (amount: number) => paceOf(budget(amount), spend, THROUGH).status
  t.strictSame([229, 231, 295, 296, 326, 327].map(statusAt), [
    'OVERSPENT',
    'OVER',
    'OVER',
    'ON_BUDGET',
    'ON_BUDGET',
    'UNDER',
  ])
  t.equal(paceOf(budget(200), spend, THROUGH).neededDailySpend, 0, 'nothing is left to spend')
})

t.test('pacing follows its laws', async t => {
  const spends = fc.array(fc.nat(1000), { minLength: 1, maxLength: 260 })
  fc.assert(
    fc.property(spends, fc.integer({ min: 1, max: 100_000 }), (days, amount) => {
      const pace = paceOf(
        budget(amount),
        spendOf(days.length, day => days[day]!),
        THROUGH,
      )
      const {
        spent,
        expected,
        expectedLow: low,
        expectedHigh: high,
        neededDailySpend: needed,
        daysLeft,
      } = pace
      if (expected !== null && expected < spent) return false
      if ((low === null) !== (high === null) || (low !== null && (low < spent || low > high!)))
        return false
      return Math.abs(spent + needed! * daysLeft - Math.max(spent, amount)) < 1e-6
    }),
  )
  t.pass('expected at least what is spent; what is needed meets the budget')
  fc.assert(
    fc.property(spends, days => {
      const of = (factor: number) =>
        paceOf(
          budget(500 * factor),
          spendOf(days.length, day => days[day]! * factor),
          THROUGH,
        )
      const [one, other] = [of(1), of(4)]
      return (
        one.status === other.status &&
        (one.expected === null || Math.abs(one.expected * 4 - other.expected!) < 1e-6)
      )
    }),
  )
  t.pass('another currency changes no status')
})
