import t from 'tap'
import {
  checkpointDsi,
  checkpointOf,
  type Course,
} from '../../../../server/core/formulas/checkpoint.ts'

function course(overrides: Partial<Course> = {}): Course {
  return {
    id: 1,
    network: 'Meta',
    dailySpend: 100,
    roas: 0.6,
    predictedRoas: 1,
    predictedLow: 0.9,
    predictedHigh: 1.2,
    ...overrides,
  }
}

const AIM = { dsi: 14, targetDsi: 90, targetRoas: 1.12 }

t.test('cohorts need the target divided by the growth that the run predicts', async t => {
  const { neededLow, neededHigh, ...others } = checkpointOf([course()], AIM)!
  t.same(others, { ...AIM, roas: 0.6 })
  t.ok(Math.abs(neededLow - (1.12 * 0.6) / 1.2) < 1e-12)
  t.ok(Math.abs(neededHigh - (1.12 * 0.6) / 0.9) < 1e-12)
})

t.test(
  'an app needs the mean of its campaigns, whose errors count as one within a network',
  async t => {
    const other = course({
      id: 2,
      dailySpend: 300,
      roas: 0.4,
      predictedRoas: 0.8,
      predictedLow: 0.7,
      predictedHigh: 1,
    })
    const same = checkpointOf([other, course()], AIM)!
    t.equal(same.roas, 0.45)
    // A mean of 0.85; distances of 0.1 below and 0.2 above in both.
    t.ok(Math.abs(same.neededHigh - (1.12 * 0.45) / 0.75) < 1e-12)
    t.ok(Math.abs(same.neededLow - (1.12 * 0.45) / 1.05) < 1e-12)
    const apart = checkpointOf([course(), { ...other, network: 'Google' }], AIM)!
    t.ok(
      apart.neededLow > same.neededLow && apart.neededHigh < same.neededHigh,
      'errors of two networks cancel in part',
    )
    t.same(checkpointOf([{ ...other, network: 'Google' }, course()], AIM), apart, 'in any order')
  },
)

t.test('a delivered interval that leaves out the prediction ends there', async t => {
  const { neededLow, neededHigh } = checkpointOf(
    [course({ predictedLow: 1.1, predictedHigh: 1.2 })],
    AIM,
  )!
  t.ok(Math.abs(neededHigh - 1.12 * 0.6) < 1e-12 && neededLow < neededHigh)
})

t.test('nothing is said without a target, a tested DSI, a ROAS or an interval', async t => {
  t.equal(checkpointOf([], AIM), null)
  t.equal(checkpointOf([course()], { ...AIM, targetRoas: null }), null)
  t.equal(checkpointOf([course()], { ...AIM, targetRoas: 0 }), null)
  t.equal(checkpointOf([course()], { ...AIM, dsi: undefined }), null)
  for (const overrides of [
    { roas: null },
    { roas: 0 },
    { predictedRoas: null },
    { predictedLow: null },
    { predictedLow: 0 },
    { predictedHigh: Infinity },
    { dailySpend: 0 },
  ])
    t.equal(checkpointOf([course(overrides)], AIM), null, JSON.stringify(overrides))
})

t.test(
  'the checkpoint is the longest DSI below the target that is neither withheld nor untested',
  async t => {
    const dsis = [0, 7, 14, 30, 90, 180]
    t.equal(checkpointDsi(dsis, 90, { untested: [90, 180] }), 30)
    t.equal(checkpointDsi(dsis, 90, { untested: [30, 90], withheld: [{ dsi: 14 }] }), 7)
    t.equal(checkpointDsi(dsis, 90, { untested: [0, 7, 14, 30, 90] }), undefined)
  },
)
