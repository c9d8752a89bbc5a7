import t from 'tap'
import { formatOf } from '../../../../../server/web/parts/use-format.ts'
import {
  coverageWords,
  elasticityWords,
  headlineOf,
  intervalWords,
  limitWords,
  marginalWords,
  moreOrLess,
  rangeWords,
  roundedUp,
  shortfallOf,
  signedRate,
  suggestionWords,
} from '../../../../../server/web/parts/plan/plan-words.ts'
import type { Plan, PlanQuestion } from '../../../../../server/web/parts/plan/plan-question.ts'

const format = formatOf('USD')

const totals = { revenueLow: 0, revenueHigh: 0, roas: 0.663, horizonSpend: 0, horizonRevenue: 0 }
const same = { revenueChange: 0, revenueChangeLow: 0, revenueChangeHigh: 0 }

const PLAN: Plan = {
  dailyBudget: 86_100,
  targetRoas: null,
  reached: true,
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

const SPEND: PlanQuestion = { goal: { dailyBudget: 86_100 }, maxStep: 0.2 }
const BY_ROAS: PlanQuestion = { goal: { targetRoas: 0.6 }, maxStep: 0.2 }

t.test('the headline has the spend and its return', async t => {
  t.equal(headlineOf(PLAN, SPEND, 30, format), 'Spend $86,100/day, 20.0% more: D30 revenue +$6,300/day')
  const same = { ...PLAN, after: { ...PLAN.after, dailySpend: 71_750, revenueChange: 1200 } }
  t.equal(headlineOf(same, SPEND, 30, format), 'Divide the same $71,750/day better: D30 revenue +$1,200/day')
  t.equal(headlineOf(PLAN, BY_ROAS, 30, format), 'At a blended ROAS of 62.6%, spend $86,100/day, 20.0% more: D30 revenue +$6,300/day')
  t.equal(headlineOf({ ...PLAN, movableShare: 0 }, SPEND, 30, format), 'No campaign’s response to spend is known well enough to move it')
})

t.test('the interval applies to the change', async t => {
  t.equal(intervalWords(PLAN, format), '80% interval +$4,900 to +$7,700/day')
  t.equal(intervalWords({ ...PLAN, after: { ...PLAN.after, revenueChangeLow: 1, revenueChangeHigh: 1 } }, format), null)
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
  t.equal(rangeWords(PLAN, SPEND, format), 'Limited to these totals by steps of 20% in the 83% of today’s spend that may move.')
  t.equal(rangeWords({ ...PLAN, movableShare: 1 }, BY_ROAS, format), 'Between these, by steps of 20% in all of today’s spend.')
  t.same([0.47461, 0.3, 0.9999].map(roundedUp), [0.475, 0.3, 1])
})

t.test("the plan lists the run's suggestions and the unknowns", async t => {
  t.equal(
    suggestionWords(PLAN, 30, format),
    'Following the steps of campaigns whose response is known: $74,190/day, 3.4% more; D30 revenue +$2,900/day (80% interval +$2,400 to +$3,400/day), blended ROAS 65.1%.',
  )
  t.equal(suggestionWords({ ...PLAN, suggested: null }, 30, format), null)
  t.equal(coverageWords(PLAN, format), '0 of 0 campaigns, 83% of today’s spend, may move.')
  t.match(coverageWords({ ...PLAN, coveredShare: 0.9 }, format), /10% of it has no predicted ROAS: it stays/)
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
  t.equal(limitWords('step', 0.2), 'largest step; more would pay')
  t.equal(limitWords('step', -0.2), 'largest step; less would pay')
  t.equal(limitWords('evidence', 0), 'response not known')
  t.equal(limitWords('target', 0.1), 'held by the target ROAS')
  t.equal(limitWords(null, 0.1), 'as far as it pays')
  t.equal(elasticityWords({ responseElasticity: 0.78, responseLow: 0.7, responseHigh: 0.861 }), '0.78 (0.70–0.86)')
  t.equal(elasticityWords({ responseElasticity: 0.78, responseLow: null, responseHigh: null }), '0.78')
  t.equal(elasticityWords({ responseElasticity: null, responseLow: null, responseHigh: null }), '–')
})
