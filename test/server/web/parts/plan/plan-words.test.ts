import t from 'tap'
import { formatOf } from '../../../../../server/web/parts/use-format.ts'
import {
  coverageWords,
  headlineOf,
  intervalWords,
  limitWords,
  marginalWords,
  moreOrLess,
  moveWords,
  regardWords,
  rangeWords,
  roundedUp,
  shortfallOf,
  signedRate,
} from '../../../../../server/web/parts/plan/plan-words.ts'
import type { PlanLine } from '../../../../../server/web/parts/plan/plan-columns.ts'
import type { Plan, PlanQuestion } from '../../../../../server/web/parts/plan/plan-question.ts'

const format = formatOf('USD')

const totals = { revenueLow: 0, revenueHigh: 0, roas: 0.663, horizonSpend: 0, horizonRevenue: 0 }
const same = { revenueChange: 0, revenueChangeLow: 0, revenueChangeHigh: 0 }

const PLAN: Plan = {
  dailyBudget: 86_100,
  targetRoas: null,
  reached: true,
  onlyCuts: false,
  optimal: true,
  neededMaxStep: 0.2,
  marginalRoas: 0.449,
  lowestDailySpend: 57_400,
  highestDailySpend: 86_100,
  coveredShare: 1,
  movableShare: 0.83,
  before: { ...totals, ...same, dailySpend: 71_750, revenue: 47_600 },
  after: {
    ...totals,
    dailySpend: 86_100,
    revenue: 53_900,
    revenueChange: 6300,
    revenueChangeLow: 4900,
    revenueChangeHigh: 7700,
    roas: 0.626,
  },
  suggested: {
    ...totals,
    dailySpend: 74_190,
    revenue: 50_500,
    revenueChange: 2900,
    revenueChangeLow: 2400,
    revenueChangeHigh: 3400,
    roas: 0.651,
  },
  rows: [],
}

const SPEND: PlanQuestion = { goal: { dailyBudget: 86_100 }, maxStep: 0.2, followSteps: true }
const BY_ROAS: PlanQuestion = { goal: { targetRoas: 0.6 }, maxStep: 0.2, followSteps: true }

t.test('the headline has the spend and its return', async t => {
  t.equal(
    headlineOf(PLAN, SPEND, 30, format),
    'Spend $86,100/day, 20.0% more: D30 revenue +$6,300/day',
  )
  const same = { ...PLAN, after: { ...PLAN.after, dailySpend: 71_750, revenueChange: 1200 } }
  t.equal(
    headlineOf(same, SPEND, 30, format),
    'Divide the same $71,750/day better: D30 revenue +$1,200/day',
  )
  t.equal(
    headlineOf(PLAN, BY_ROAS, 30, format),
    'At a blended ROAS of 62.6%, spend $86,100/day, 20.0% more: D30 revenue +$6,300/day',
  )
  t.equal(
    headlineOf({ ...PLAN, movableShare: 0 }, { ...SPEND, followSteps: false }, 30, format),
    'No campaign’s response to spend is known well enough to move it',
  )
  const unmoved = { ...same, after: { ...same.after, revenueChange: 0 } }
  t.equal(
    headlineOf(unmoved, SPEND, 30, format),
    'Spend the same $71,750/day as today: no move within the steps brings more',
    'nothing is divided better',
  )
  const cut = {
    ...PLAN,
    onlyCuts: true,
    after: { ...PLAN.after, dailySpend: 65_792, revenueChange: -1520 },
  }
  t.equal(
    headlineOf(cut, { ...SPEND, goal: { budgetChange: 0 } }, 30, format),
    'The steps only cut: $65,792/day, 8.3% less: D30 revenue −$1,520/day',
  )
  t.equal(regardWords(PLAN, SPEND), null)
  t.equal(
    regardWords({ ...PLAN, optimal: false }, SPEND),
    'Budgets overlap: this is a good split, not the best one.',
  )
  t.equal(
    regardWords(PLAN, { ...SPEND, followSteps: false }),
    'This plan is made without regard to the steps.',
  )
})

t.test('the interval applies to the change', async t => {
  t.equal(intervalWords(PLAN, format), '80% interval +$4,900 to +$7,700/day')
  t.equal(
    intervalWords(
      { ...PLAN, after: { ...PLAN.after, revenueChangeLow: 1, revenueChangeHigh: 1 } },
      format,
    ),
    null,
  )
})

t.test('the last unit spent is compared with the target', async t => {
  t.equal(marginalWords(0.485, 0.618, format), 'of the last unit spent, below the 61.8% target')
  t.equal(marginalWords(0.7, 0.618, format), 'of the last unit spent, at or above the 61.8% target')
  t.equal(marginalWords(0.7, null, format), 'of the last unit spent')
})

t.test('a goal out of reach shows the reachable one', async t => {
  t.equal(shortfallOf(PLAN, SPEND, format), null)
  const short = { ...PLAN, reached: false }
  t.equal(
    shortfallOf({ ...short, dailyBudget: 100_000, neededMaxStep: 0.47461 }, SPEND, format),
    '$100,000/day is out of reach with steps of at most 20% in the 83% of today’s spend that may move: at most $86,100/day. Steps of 47.5% reach it.',
  )
  t.equal(
    shortfallOf({ ...short, dailyBudget: 10_000, neededMaxStep: null }, SPEND, format),
    '$10,000/day is out of reach with steps of at most 20% in the 83% of today’s spend that may move: at least $57,400/day. No step reaches it.',
  )
  t.equal(
    shortfallOf({ ...short, neededMaxStep: 0.3, movableShare: 1 }, BY_ROAS, format),
    '60.0% is out of reach with steps of at most 20% in all of today’s spend. This plan comes closest. Steps of 30.0% reach it.',
  )
})

t.test('the ends of the slider explain their limits', async t => {
  t.equal(
    rangeWords(PLAN, SPEND, format),
    'Limited to these totals by steps of 20% in the 83% of today’s spend that may move.',
  )
  t.equal(
    rangeWords({ ...PLAN, movableShare: 1 }, BY_ROAS, format),
    'Between these, by steps of 20% in all of today’s spend.',
  )
  t.same([0.47461, 0.3, 0.9999].map(roundedUp), [0.475, 0.3, 1])
})

t.test('a row has the words of its step, or the amount of the plan where that differs', async t => {
  const line = (
    plannedDailySpend: number,
    priority: number | null = 1,
    limitedBy: 'evidence' | null = null,
  ) => {
    const row = {
      dailySpend: 1000,
      steppedDailySpend: 800,
      words: 'Raise the D0 ROAS target from 15.0% to 16.4% (buys less)',
      priority,
    }
    return { row, planned: { plannedDailySpend, limitedBy } } as unknown as Plan['rows'][number]
  }
  t.equal(moveWords(line(800), format), line(800).row.words)
  t.equal(moveWords(line(900), format), 'Cut the daily budget by $100')
  t.equal(moveWords(line(1000), format), 'Keep $1,000/day')
  t.equal(
    moveWords(line(1000, 1, 'evidence'), format),
    line(800).row.words,
    'the step stays where the plan knows no response',
  )
})

t.test('the plan lists the unknowns', async t => {
  t.equal(coverageWords(PLAN, format), '0 of 0 campaigns, 83% of today’s spend, may move.')
  t.match(
    coverageWords({ ...PLAN, coveredShare: 0.9 }, format),
    /10% of it has no predicted ROAS: it stays/,
  )
})

t.test('signs, limits and responses have fixed words', async t => {
  t.same(
    [120, -120, 0].map(amount => signedRate(amount, format)),
    ['+$120/day', '−$120/day', '$0.00/day'],
  )
  t.same(
    [0.2, -0.034, 0.0001].map(ratio => moreOrLess(ratio, format)),
    ['20.0% more', '3.4% less', 'as today'],
  )
})

t.test('a line says what limits its move', async t => {
  const wordsOf = (
    limitedBy: PlanLine['planned']['limitedBy'],
    change = 0,
    row: Partial<PlanLine['row']> = {},
  ) =>
    limitWords({
      row: { priority: null, tested: true, moves: { up: false, down: true }, ...row },
      planned: { limitedBy, change },
    } as PlanLine)
  t.equal(wordsOf('step', 0.2), 'largest step; more would pay')
  t.equal(wordsOf('step', -0.2), 'largest step; less would pay')
  t.equal(wordsOf('evidence'), 'response not known')
  t.equal(wordsOf('evidence', 0, { tested: false }), 'forecast not tested yet')
  t.equal(wordsOf('target', 0.1), 'held by the target ROAS')
  t.equal(wordsOf(null, 0.1), 'as far as it pays')
  t.equal(wordsOf('call'), 'held by its call')
  t.equal(wordsOf('call', 0, { priority: 1 }), 'stays: this goal needs no cut here')
})
