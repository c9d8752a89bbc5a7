import t from 'tap'
import type { AlertRow } from '../../reference/delivery.ts'
import { alertRow, minimalDelivery, runRow } from '../../reference/minimal-delivery.ts'
import { startToolService } from '../tools/tool-service.ts'
import { violations } from './support/axe.ts'
import { startBrowser } from '../../support/browser.ts'
import { showView, type ShownView } from './support/shown-view.ts'

const HOSTILE = ['<img src=x onerror=alert(1)>', '=1+1', '\u202eright to left\u202c \u200f', `${'long name '.repeat(29)}of 300 ch`]

/** Alpha has two alerts; Beta one as a whole and one in a country that is part of it. */
const ALERTS: Partial<AlertRow>[] = [
  {
    alert_group: 'BIDS',
    title: 'Bid too low',
    campaign: 'Alpha',
    daily_spend: '100',
    summary: 'Bid of 10 %',
    recommended_action: 'Set it to 12 %',
  },
  { alert_group: 'BIDS', title: 'Bid too high', campaign: '=1+1', daily_spend: '300', platform: 'ANDROID' },
  { title: 'ROAS fell', campaign: 'Alpha', daily_spend: '100', detail: 'From 1.0 to 0.5', spend_detail: 'All of it' },
  { title: 'ROAS fell', campaign: 'Beta', country: 'GLOBAL', daily_spend: '50' },
  { alert_group: 'BIDS', title: 'Bid too low', campaign: 'Beta', country: 'DE', daily_spend: '20' },
  ...[HOSTILE[0]!, HOSTILE[2]!, HOSTILE[3]!].map(text => ({
    title: text,
    campaign: text,
    summary: text,
    detail: text,
    recommended_action: text,
    daily_spend: '1',
  })),
]

function raised(run: number, created_at: string, alerts: readonly Partial<AlertRow>[]): AlertRow[] {
  return alerts.map((alert, index) => alertRow({ country: 'US', ...alert, alert_id: run * 100 + index, run_id: run, created_at }))
}

/** A week before: what Alpha's ROAS alert says, and one that is closed now. */
const delivery = minimalDelivery({
  runs: [
    runRow(),
    runRow({ run_id: 3, kind: 'alert', created_at: '2026-03-24T07:00:00.000Z' }),
    runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
  ],
  alerts: [
    ...raised(3, '2026-03-24T07:00:00.000Z', [
      { ...ALERTS[2], summary: 'Then' },
      { title: 'Over', campaign: 'Gone', daily_spend: '500' },
    ]),
    ...raised(2, '2026-03-31T07:00:00.000Z', ALERTS),
  ],
})

async function text(view: ShownView, selector: string): Promise<string> {
  return (await view.frame.locator(selector).first().innerText()).replace(/\s+/g, ' ')
}

async function titles(view: ShownView): Promise<string[]> {
  return (await view.frame.locator('h2 bdi').allTextContents()).slice(0, 3)
}

t.test('alerts', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [delivery] })

  t.test('by kind, the highest stake first, with advice', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1, detail: 'full' })
    t.strictSame(await titles(view), ['Bid too high', 'Bid too low', 'ROAS fell'], 'bids before analytics')
    const country = (await view.frame.locator('.kind').nth(1).innerText()).replace(/\s+/g, ' ')
    t.match(country, /2 alerts, \$120 spend a day, 26% of the spend concerned/)
    // In all 453: 300, 100 of Alpha once, 50 of Beta with its country in it, and three of 1.
    const stake = { bids: 300 + 100 + 20, analytics: 100 + 50 + 3 }
    t.match(
      await text(view, 'section[aria-label="Spend concerned"]'),
      new RegExp(`Bids \\$${stake.bids} .*3 alerts Analytics \\$${stake.analytics} .*5 alerts`),
    )
    t.match(country, /Bid of 10 % Alpha Meta · IOS · US → Set it to 12 %/)
    await view.frame.click('.kind[aria-label="ROAS fell"] summary')
    t.match(await text(view, '.kind[aria-label="ROAS fell"] .signal'), /From 1\.0 to 0\.5 All of it/)
    await view.frame.click('.parts button.BIDS')
    t.equal(await view.frame.locator('.signal:visible').count(), 3)
    t.match(await text(view, 'section[aria-label="Spend concerned"]'), /\$420 spend a day concerned, of the alerts shown/)
    t.match(await text(view, '.shown-of'), /3 of 8 shown/)
    t.strictSame([...view.calls(), ...view.errors], [])
    await view.page.close()
  })

  t.test('money off target comes first, from the figures of an alert', async t => {
    const view = await showView(
      browser,
      service,
      'alerts',
      { appId: 1 },
      {
        change: answer => {
          const columns = answer['columns'] as string[]
          for (const row of answer['rows'] as unknown[][]) {
            const at = (name: string) => columns.indexOf(name)
            if (row[at('title')] === 'ROAS fell') {
              const change = row[at('campaign')] === 'Alpha' ? -0.3 : -0.1
              Object.assign(row, {
                [at('metric')]: 'roas',
                [at('value')]: 0.63 * (1 + change),
                [at('reference')]: 0.63,
                [at('change')]: change,
              })
            }
          }
        },
      },
    )
    t.strictSame((await titles(view))[0], 'ROAS fell', 'although bids concern more spend')
    t.match(
      await text(view, 'section[aria-label="Spend concerned"]'),
      /\$35\.00 a day off target in 2 campaigns\. \$453 spend a day concerned/,
    )
    t.match(
      await text(view, '.kind[aria-label="ROAS fell"] .signal'),
      /ROAS 44\.1%, 30% below 63\.0% Alpha .*\$30\.00 per day off target, of \$100 spend/,
    )
    t.equal(await view.frame.locator('.signal summary').count(), 0, 'no explanations yet')
    await view.frame.click('text=Explain each alert')
    await view.frame.waitForSelector('.signal summary')
    t.strictSame(view.calls(), [{ name: 'svc_get_alerts', arguments: { appId: 1, detail: 'full' } }])
    t.equal(await view.frame.locator('text=Explain each alert').count(), 0)
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('earlier alerts are requested', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1 })
    await view.frame.click('text=Check earlier alerts')
    await view.frame.waitForSelector('.closed')
    t.strictSame(view.calls(), [{ name: 'svc_get_alerts', arguments: { appId: 1, distinct: true, startDate: '2026-03-01' } }])
    const stands = async (name: string) => await text(view, `.signal:has(.campaign:text-is("${name}")) .state`)
    t.match(await stands('=1+1'), /New since Mar 31/)
    t.match(await text(view, '.kind[aria-label="ROAS fell"] .signal:has-text("Alpha") .state'), /Seen before 2 times since Mar 24/)
    t.match(await text(view, '.kind[aria-label="ROAS fell"] .signal'), /Beta/, 'new ones first, whatever they spend')
    await view.frame.click('.closed > summary')
    t.match(await stands('Gone'), /Closed once, Mar 24/)
    t.match(await text(view, 'section[aria-label="Spend concerned"]'), /7 new, 1 closed/)
    t.notMatch(await text(view, 'section[aria-label="Spend concerned"]'), /\$9\d\d/, 'closed alerts do not count')
    t.equal(await view.frame.locator('text=Check earlier alerts').count(), 0)
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('selected rows are sent to the chat, shown rows are copied', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1, detail: 'full' })
    await view.frame.click('.signal:has-text("Bid of 10 %") input')
    await view.frame.click('text=Ask about these')
    await view.frame.waitForSelector('text=Sent to the chat')
    const asked = (method: string) => view.asked.find(one => one.method === method)!.params
    t.match(asked('ui/message'), { content: [{ type: 'text', text: 'What should we do about this alert?' }] })
    const { content, structuredContent } = asked('ui/update-model-context') as { content: { text: string }[]; structuredContent: object }
    t.match(content[0]!.text, /- Bid too low: Alpha \(IOS, Meta, US\), \$100 a day\. Bid of 10 % Set it to 12 %/)
    t.match(structuredContent, { appId: 1, currency: 'USD', alerts: [{ id: 200, campaign: 'Alpha', dailySpend: 100 }] })
    await view.frame.evaluate('document.execCommand = () => false')
    await view.frame.click('text=Copy as TSV')
    const lines = (await view.frame.locator('.copy textarea').inputValue()).split('\n').map(line => line.split('\t'))
    t.equal(lines.length, 9)
    t.strictSame(lines[1]!.slice(1, 8), ['BIDS', 'Bid too high', 'ANDROID', 'Meta', "'=1+1", 'US', '300'])
    await view.page.close()
  })

  t.test('texts are text, on the smallest screen as well', async t => {
    const view = await showView(
      browser,
      service,
      'alerts',
      { appId: 1, startDate: '2026-03-01', distinct: true, detail: 'full' },
      { size: { width: 320, height: 800 } },
    )
    const campaigns = await view.frame.locator('.campaign').allTextContents()
    for (const name of HOSTILE) t.ok(campaigns.includes(name), name)
    for (const summary of await view.frame.locator('.signal summary').all()) if (await summary.isVisible()) await summary.click()
    t.equal(await view.frame.locator('img').count(), 0)
    t.ok(await view.frame.evaluate(() => document.scrollingElement!.scrollWidth <= innerWidth), 'nothing is scrolled sideways')
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  for (const theme of ['light', 'dark']) {
    t.test(`axe finds nothing, ${theme}`, async t => {
      const view = await showView(
        browser,
        service,
        'alerts',
        { appId: 1, startDate: '2026-03-01', distinct: true, detail: 'full' },
        { context: { theme, locale: 'en-US' } },
      )
      await view.frame.click('.closed > summary')
      await view.frame.click('.signal input')
      await view.frame.click('.signal summary')
      t.strictSame(await violations(view.frame), [])
      await view.page.close()
    })
  }

  t.test('an empty answer', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1, networks: ['None'] })
    t.match(await text(view, 'main'), /Nothing matches/)
    t.strictSame(view.errors, [])
    await view.page.close()
  })
})
