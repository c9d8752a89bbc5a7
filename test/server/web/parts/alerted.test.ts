import t from 'tap'
import { alertedCampaigns } from '../../../../server/web/parts/alerts/alerted.ts'

const alert = {
  platform: 'IOS',
  network: 'Meta Ads',
  campaign: 'Alpha',
  country: 'US',
  metric: 'roas',
  change: -0.2,
  dailySpend: 100,
  createdAt: '2026-11-22T06:00:00Z',
}

t.test('alerts of a campaign share one line, the largest change first', async t => {
  const larger = { ...alert, change: 0.5, metric: 'cpi' }
  const [line, other, ...rest] = alertedCampaigns([
    alert,
    { ...alert, platform: 'ANDROID' },
    larger,
  ])
  t.same(line?.alerts, [larger, alert])
  t.equal(other?.platform, 'ANDROID')
  t.equal(rest.length, 0)
  t.match(line, { campaign: 'Alpha', network: 'Meta Ads', gap: 20, side: 'below' })
})

t.test('a line names the country if all of its alerts share it', async t => {
  t.equal(alertedCampaigns([alert, alert])[0]?.country, 'US')
  t.equal(alertedCampaigns([alert, { ...alert, country: 'CA' }])[0]?.country, 'GLOBAL')
})

t.test('a line without a ROAS alert has no gap', async t => {
  t.match(alertedCampaigns([{ ...alert, metric: 'spend' }])[0], { gap: null, side: null })
})
