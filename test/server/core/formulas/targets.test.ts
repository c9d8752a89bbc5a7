import t from 'tap'
import { gapOf, gapOfAlerts, meanTarget } from '../../../../server/core/formulas/targets.ts'

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
