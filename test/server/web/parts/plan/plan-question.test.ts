import t from 'tap'
import {
  type Candidate,
  curveOf,
  firstPlanOf,
  hasResponses,
  planOf,
  rangeOf,
  SAME_TOTAL,
} from '../../../../../server/web/parts/plan/plan-question.ts'

function candidate(id: number, overrides: Partial<Candidate> = {}): Candidate {
  return {
    id,
    key: String(id),
    platform: 'IOS',
    network: `Network ${id % 2}`,
    campaign: `Campaign ${id}`,
    country: 'US',
    action: 'SCALE',
    stepKind: 'budget',
    stepReason: null,
    words: 'Raise the daily budget',
    priority: id,
    dailySpend: 1000 * id,
    predictedRoas: 0.6,
    marginalRoas: 0.6 * (0.5 + id / 10),
    steppedDailySpend: null,
    limits: [],
    predictedLow: null,
    predictedHigh: null,
    responseElasticity: 0.5 + id / 10,
    responseLow: 0.4 + id / 10,
    responseHigh: 0.6 + id / 10,
    tested: true,
    responseEvidence: null,
    ...overrides,
  }
}

const THREE = [candidate(1), candidate(2), candidate(3)]

/** Without regard to the steps. */
const ANY = { ...SAME_TOTAL, followSteps: false }

t.test('where the steps only cut, the plan begins with the steps and their total', async t => {
  const cuts = THREE.map(row => ({
    ...row,
    action: 'REDUCE',
    steppedDailySpend: row.dailySpend * 0.9,
  }))
  const plan = firstPlanOf(cuts, SAME_TOTAL)
  t.ok(plan.onlyCuts)
  plan.rows.forEach(({ row, planned }) =>
    t.equal(planned.plannedDailySpend, row.steppedDailySpend, row.campaign),
  )
  t.ok(Math.abs(plan.dailyBudget! - 5400) < 1e-9)
  const sum = plan.rows.reduce(
    (all, { planned }) => all + planned.plannedRevenue! - planned.revenue!,
    0,
  )
  t.ok(Math.abs(sum - plan.after.revenueChange) < 1e-6, 'rows add up to the total')
  const [keep, ...others] = cuts
  const kept = firstPlanOf(
    [
      { ...keep!, stepKind: 'keep', stepReason: 'moved', priority: null, steppedDailySpend: null },
      ...others,
    ],
    SAME_TOTAL,
  )
  t.equal(kept.rows[0]!.planned.plannedDailySpend, keep!.dailySpend)
  t.equal(kept.rows[0]!.planned.limitedBy, 'call')
})

t.test('the curve rises from the lowest to the highest total, with falling slope', async t => {
  const curve = curveOf(THREE, ANY)
  t.ok(Math.abs(curve[0]!.dailySpend - 4800) < 1e-6)
  t.ok(Math.abs(curve.at(-1)!.dailySpend - 7200) < 1e-6)
  const gains = curve.slice(1).map(({ revenue }, index) => revenue - curve[index]!.revenue)
  t.ok(gains.every(gain => gain > 0))
  t.ok(gains.slice(1).every((gain, index) => gain <= gains[index]! + 1e-9))
  const today = planOf(THREE, ANY)
  t.ok(today.after.revenue > today.before.revenue, 'the same total, spent better, brings more')
})

t.test('without evidence the curve is one point', async t => {
  const vague = THREE.map(row => ({ ...row, responseLow: 0.1, responseHigh: 0.9 }))
  t.equal(curveOf(vague, ANY).length, 1)
  t.equal(planOf(vague, ANY).movableShare, 0)
  const { min, max } = rangeOf(ANY, planOf(vague, ANY), curveOf(vague, ANY))
  t.equal(min, max, 'a slider has nowhere to go')
})

t.test('a slider reaches both bounds, and today is one of its steps', async t => {
  for (const scale of [0.01, 1, 137, 1e6]) {
    const rows = THREE.map(row => ({ ...row, dailySpend: row.dailySpend * scale }))
    const [plan, curve] = [planOf(rows, ANY), curveOf(rows, ANY)]
    const { min, max, step } = rangeOf(ANY, plan, curve)
    t.strictSame([min, max], [curve[0]!.dailySpend, curve.at(-1)!.dailySpend])
    t.ok(
      Math.abs(max - plan.highestDailySpend) < 1e-9 * max &&
        Math.abs(min - plan.lowestDailySpend) < 1e-9 * max,
    )
    const today = (plan.before.dailySpend - min) / step
    t.ok(Math.abs(today - Math.round(today)) < 1e-6, 'today is a step')
    t.ok(Math.abs((max - min) / step - 100) < 1e-6)
  }
  const byRoas = { ...ANY, goal: { targetRoas: 0.6 } }
  const { min, max } = rangeOf(byRoas, planOf(THREE, byRoas), curveOf(THREE, ANY))
  t.ok(min < 0.6 && max > 0.6)
})

t.test('responses are known if any campaign has one', async t => {
  t.ok(hasResponses(THREE))
  t.notOk(
    hasResponses(THREE.map(row => ({ ...row, responseElasticity: null, marginalRoas: null }))),
  )
  t.notOk(hasResponses([]))
})
