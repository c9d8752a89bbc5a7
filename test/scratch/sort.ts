import t from 'tap'
import { cohortRow, minimalDelivery, recommendationRow, revenueRow, revenueOf, runRow } from '../reference/minimal-delivery.ts'
import { startBrowser } from '../support/browser.ts'
import { openPage, startPageService } from '../mcp/page/support/open-page.ts'
const names = Array.from({ length: 500 }, (_, i) => `Campaign ${i} | US | iOS | ${(i * 7919) % 500}`)
const days = Array.from({ length: 14 }, (_, i) => new Date(Date.UTC(2026, 2, 17 + i)).toISOString().slice(0, 10))
const delivery = minimalDelivery({
  runs: [runRow()],
  cohorts: days.flatMap(d => names.map((campaign, i) => cohortRow({ campaign, network: `N${i % 9}`, install_date: d, spend: String(10 + ((i * 31) % 97)) }))),
  cohort_revenue: days.flatMap(d => names.flatMap((campaign, i) => [1, 7, 365].map(dsi => revenueRow({ campaign, network: `N${i % 9}`, install_date: d, dsi, ...revenueOf(String(5 + ((i * 17) % 53))) })))),
  recommendations: names.map((campaign, i) => recommendationRow({ recommendation_id: i + 1, campaign, network: `N${i % 9}`, spend: String(60 + i), predicted_paid_gross_roas: 0.5 + (i % 100) / 100 })),
  roas_snapshots: [], alerts: [],
})
t.test('sort', async t => {
  const browser = (await startBrowser(t))!
  const { url, key } = await startPageService(t, { deliveries: [delivery] })
  const { page } = await openPage(browser, url, { key, query: '?app=1', now: '2026-04-01T12:00:00Z', size: { width: 1400, height: 900 } })
  await page.waitForSelector('tr[data-row]')
  await page.getByRole('button', { name: /^Show \d+ more$/ }).last().click()
  await page.waitForTimeout(500)
  console.log('rows', await page.locator('tr[data-row]').count())
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const met = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(m => [m.name, m.value]))
  for (let round = 0; round < 2; round++) for (const name of ['D7 ROAS', 'Campaign', 'Spend', 'Off target', 'Against target']) {
    const b = await met()
    const ms = await page.evaluate(async label => {
      const button = [...document.querySelectorAll<HTMLElement>('.so')].find(b => b.textContent!.startsWith(label))!
      const began = performance.now()
      button.click()
      const sync = performance.now() - began
      await new Promise(r => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = r; c.port2.postMessage(0) }))
      return [sync, performance.now() - began]
    }, name)
    console.log(name, ms.map(m => m.toFixed(0)).join(' / '))
    const a = await met()
    console.log(['ScriptDuration','LayoutDuration','RecalcStyleDuration','TaskDuration'].map(n => n + ' ' + ((a[n]! - b[n]!) * 1000).toFixed(0)).join(', '))
    await page.waitForTimeout(300)
  }
})
