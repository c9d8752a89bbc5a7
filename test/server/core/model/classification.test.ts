import fc from '../../../support/fast-check.ts'
import t from 'tap'
import {
  classifyAction,
  classifyStatus,
  targetTypeColumns,
  gapOf,
  gapOfAlerts,
  meanTarget,
  roasColumn,
} from '../../../../server/core/model/classification.ts'

t.test('the edges of the HOLD band are HOLD, with tolerance for rounding', t => {
  for (const [predicted, target, threshold, action] of [
    [1, 1, 0.05, 'HOLD'],
    [1.05, 1, 0.05, 'HOLD'],
    [0.95, 1, 0.05, 'HOLD'],
    [1.05 + 5e-10, 1, 0.05, 'HOLD'],
    [0.95 - 5e-10, 1, 0.05, 'HOLD'],
    [1.05 + 2e-9, 1, 0.05, 'SCALE'],
    [0.95 - 2e-9, 1, 0.05, 'REDUCE'],
    // The band is a share of the target; 0.21 / 0.2 - 1 is 0.050000000000000044.
    [0.21, 0.2, 0.05, 'HOLD'],
    [0.211, 0.2, 0.05, 'SCALE'],
    [0.19, 0.2, 0.05, 'HOLD'],
    [1.32, 1.2, 0.1, 'HOLD'],
    [1, 1, 0, 'HOLD'],
    [1 + 1e-10, 1, 0, 'HOLD'],
    [1.0001, 1, 0, 'SCALE'],
    [0.9999, 1, 0, 'REDUCE'],
    [1e-7, 1, 2, 'HOLD'],
    [null, 1, 0.05, 'REDUCE'],
    [0, 1, 0.05, 'REDUCE'],
    [-0.1, 1, 0.05, 'REDUCE'],
    [0, 1, 2, 'REDUCE'],
    [1, null, 0.05, 'REDUCE'],
    [1, 0, 0.05, 'REDUCE'],
    [1, -1, 0.05, 'REDUCE'],
    [null, null, 0.05, 'REDUCE'],
  ] as const)
    t.equal(
      classifyAction(predicted, target, threshold),
      action,
      `${predicted} against ${target} +/- ${threshold}`,
    )
  t.end()
})

t.test('a higher predicted ROAS never lowers the action', t => {
  const rank = { REDUCE: 0, HOLD: 1, SCALE: 2 }
  const roas = fc.double({ min: -1, max: 5, noNaN: true })
  fc.assert(
    fc.property(
      roas,
      roas,
      fc.double({
        min: 0.01,
        max: 5,
        noNaN: true,
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b, target, threshold) => {
        const of = (predicted: number) => rank[classifyAction(predicted, target, threshold)]
        return of(Math.min(a, b)) <= of(Math.max(a, b))
      },
    ),
  )
  t.end()
})

t.test('every edge of a status is on its documented side', t => {
  for (const [score, dailySpend, traditional, status] of [
    [0.6, 5, true, 'HIGH'],
    [1, 5, true, 'HIGH'],
    [0.5999999, 5, true, 'MEDIUM'],
    [0.3, 5, true, 'MEDIUM'],
    [0.2999999, 5, true, 'LOW'],
    [0, 1000, true, 'LOW'],
    [null, 1000, true, 'LOW'],
    [1, 4.99, true, 'LOW'],
    [0.6, 4.9999, true, 'LOW'],
    [1, 1000, false, 'LOW'],
    [0.45, 0, true, 'LOW'],
    [0.45, 5.01, true, 'MEDIUM'],
  ] as const)
    t.equal(
      classifyStatus(score, dailySpend, traditional),
      status,
      `${score} ${dailySpend} ${traditional}`,
    )
  t.end()
})

t.test("the app's settings select the deciding columns", t => {
  t.equal(roasColumn('predicted', 'full_blended', 'net'), 'predicted_full_blended_net_roas')
  t.strictSame(
    targetTypeColumns({ target_roas_type: 'incremental_blended', target_revenue_type: 'gross' }),
    {
      target: 'target_incremental_blended_gross_roas',
      predicted: 'predicted_incremental_blended_gross_roas',
    },
  )
  t.end()
})

t.test('a mean target is weighted by spend, over campaigns that have one', async t => {
  const rows = [
    { target: 0.5, dailySpend: 60 },
    { target: 0.6, dailySpend: 40 },
    { target: null, dailySpend: 900 },
    { target: 0, dailySpend: 900 },
  ]
  t.ok(Math.abs(meanTarget(rows)! - 0.54) < 1e-12)
  t.equal(meanTarget([]), null)
  t.equal(meanTarget([{ target: 0.5, dailySpend: 0 }]), null, 'without spend')
})

t.test('the gap is the money away from target, on either side', async t => {
  t.ok(Math.abs(gapOf(100, 0.7) - 30) < 1e-9)
  t.ok(Math.abs(gapOf(100, 1.3) - 30) < 1e-9)
})

t.test('alerts count once per place, and the widest names the side', async t => {
  const alert = (country: string, change: number | null, metric = 'roas') => ({
    metric,
    change,
    country,
    dailySpend: 100,
  })
  const alerts = [
    alert('US', -0.3),
    alert('US', -0.1),
    alert('DE', 0.2),
    alert('FR', 0.9, 'ltv'),
    alert('FR', null),
  ]
  t.same(gapOfAlerts(alerts), { gap: 50, side: 'below' })
  t.same(
    gapOfAlerts(alerts, () => 'one campaign'),
    { gap: 30, side: 'below' },
  )
  t.equal(gapOfAlerts([alert('FR', null)]), null)
})
