import t from 'tap'
import type { AlertRow } from '../../../reference/delivery.ts'
import { alertRow, minimalDelivery, runRow } from '../../../reference/minimal-delivery.ts'
import { startToolService } from '../../../support/tool-service.ts'
import { violations } from '../../../support/views/axe.ts'
import { startBrowser } from '../../../support/browser.ts'
import { EVERYTHING } from '../../../support/views/raw-host.ts'
import { showView, type OpenView } from '../../../support/views/show-view.ts'

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '\u202eright to left\u202c \u200f',
  `${'long name '.repeat(29)}of 300 ch`,
]

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
  {
    alert_group: 'BIDS',
    title: 'Bid too high',
    campaign: '=1+1',
    daily_spend: '300',
    platform: 'ANDROID',
  },
  {
    title: 'ROAS fell',
    campaign: 'Alpha',
    daily_spend: '100',
    detail: 'From 1.0 to 0.5',
    spend_detail: 'All of it',
  },
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
  return alerts.map((alert, index) =>
    alertRow({ country: 'US', ...alert, alert_id: run * 100 + index, run_id: run, created_at }),
  )
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

async function text(view: OpenView, selector: string): Promise<string> {
  return (await view.frame.locator(selector).first().innerText()).replace(/\s+/g, ' ')
}

/** Campaigns in the order of the lines. */
async function campaigns(view: OpenView): Promise<string[]> {
  return await view.frame.locator('.campaign-line .campaign').allTextContents()
}

/** Gives alerts figures, which small deliveries do not have. */
function withFigures(figures: Record<string, [metric: string, value: number, reference: number]>) {
  return (answer: Record<string, unknown>) => {
    const columns = answer['columns'] as string[]
    for (const row of answer['rows'] as unknown[][]) {
      const at = (name: string) => columns.indexOf(name)
      const figure = figures[`${String(row[at('title')])} ${String(row[at('campaign')])}`]
      if (figure === undefined) continue
      const [metric, value, reference] = figure
      Object.assign(row, {
        [at('metric')]: metric,
        [at('value')]: value,
        [at('reference')]: reference,
        [at('change')]: value / reference - 1,
      })
    }
  }
}

t.test('the alerts view works in a host', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [delivery] })

  t.test(
    'each campaign has a line, sorted by money away from target, with its alerts beneath',
    async t => {
      const view = await showView(
        browser,
        service,
        'alerts',
        { appId: 1 },
        {
          change: withFigures({
            'ROAS fell Alpha': ['roas', 0.441, 0.63],
            'ROAS fell Beta': ['roas', 0.693, 0.63],
            'Bid too low Alpha': ['live_bid', 0.15, 0.165],
            'Bid too high =1+1': ['live_bid', 0.25, 0.238],
          }),
        },
      )
      t.strictSame(
        (await campaigns(view)).slice(0, 3),
        ['Alpha', 'Beta', '=1+1'],
        'although the last has the most spend',
      )
      t.match(
        await text(view, '.lead'),
        /^\$35\/day away from target in 2 campaigns\. 4 other campaigns with alerts that are not about ROAS\.$/,
      )
      await view.frame.locator('.step', { hasText: 'Keep: on target' }).waitFor()
      t.match(
        await text(view, '.campaign-line'),
        /^\$30\/day short Keep: on target Alpha Meta · iOS · US ROAS 44\.1% against a target of 63\.0% −30\.0% .*Live ROAS target 15\.0%, below the recommended 16\.5% −9\.1% .*\$100\/day spend, as judged$/,
      )
      t.match(await text(view, '.campaign-line:nth-child(2)'), /^\$5\.00\/day above .*Beta/)
      t.match(
        await text(view, '.campaign-line:nth-child(3)'),
        /Bid too high =1\+1/,
        'without a call, the alert’s own title',
      )
      t.equal(await view.frame.locator('.signal').count(), 8, 'every alert once')
      t.equal(await view.frame.locator('.signal summary').count(), 0, 'no explanations yet')
      await view.frame.click('text=Explain each alert')
      await view.frame.waitForSelector('.signal summary')
      t.strictSame(
        view.calls().map(({ name }) => name),
        ['svc_get_alerts'],
        'alerts bring their steps',
      )
      t.strictSame(view.calls()[0]!.arguments, { appId: 1, detail: 'full' })
      t.equal(await view.frame.locator('text=Explain each alert').count(), 0)
      t.strictSame(view.errors, [])
      await view.page.close()
    },
  )

  t.test('alerts without a money step keep the advice of the pipeline', async t => {
    const { serverTools: _, ...capabilities } = EVERYTHING
    const own = '.campaign-line:has(.campaign:text-is("Alpha"))'
    for (const metric of ['attribution', 'installs', 'spend', 'revenue']) {
      const change = withFigures({
        'Bid too low Alpha': [metric, 150, 165],
        'ROAS fell Alpha': ['roas', 0.6, 0.63],
      })
      const view = await showView(browser, service, 'alerts', { appId: 1 }, { change })
      await view.frame.locator('.step', { hasText: 'Keep: on target' }).waitFor()
      t.match(
        await text(view, `${own} .signal:has(.advice)`),
        /^Bid too low: .*150, below .*165 −9\.1%.* The pipeline’s text: Set it to 12 %$/,
      )
      t.equal(await view.frame.locator(`${own} .advice`).count(), 1, 'the step answers the other')
      await view.page.close()
    }
    const change = withFigures({ 'Bid too low Alpha': ['live_bid', 0.15, 0.165] })
    const view = await showView(browser, service, 'alerts', { appId: 1 }, { capabilities, change })
    t.equal(
      await text(view, `${own} .step`),
      'Keep: on target',
      'a host without tools shows it too',
    )
    t.strictSame([...view.calls(), ...view.errors], [])
    await view.page.close()
  })

  t.test('reasons can be opened, and filters count the shown alerts', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1, detail: 'full' })
    const alpha = '.campaign-line:has(.campaign:text-is("Alpha"))'
    t.match(await text(view, alpha), /Bid of 10 %/)
    await view.frame.click(`${alpha} summary`)
    t.match(
      await text(view, alpha),
      /Bid too low: Bid of 10 % .*The pipeline’s text: Set it to 12 % .*Why From 1\.0 to 0\.5/,
    )
    await view.frame.locator('.menu > button', { hasText: 'Kind' }).click()
    await view.frame.getByRole('checkbox', { name: 'ROAS targets' }).check()
    t.strictSame(await campaigns(view), ['=1+1', 'Alpha', 'Beta'], 'by spend, without figures')
    t.match(
      await text(view, '.lead'),
      /3 campaigns with alerts that are not about ROAS\. Counted under these filters\./,
    )
    t.match(await text(view, '.shown-of'), /3 of 8 shown/)
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('the view requests earlier alerts on demand', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1 })
    await view.frame.click('text=Check earlier alerts')
    await view.frame.waitForSelector('.closed')
    t.strictSame(
      view.calls().filter(({ name }) => name === 'svc_get_alerts'),
      [
        {
          name: 'svc_get_alerts',
          arguments: { appId: 1, distinct: true, startDate: '2026-03-01' },
        },
      ],
    )
    const lineOf = async (name: string) =>
      await text(
        view,
        `li:has(> * .campaign:text-is("${name}")), li:has(> .where .campaign:text-is("${name}"))`,
      )
    t.match(await lineOf('=1+1'), /New .*since Mar 31/)
    t.match(await lineOf('Alpha'), /2 times since Mar 24/)
    t.notMatch(await lineOf('Alpha'), /New/, 'not all of its alerts are new')
    await view.frame.click('.closed > summary')
    t.match(await lineOf('Gone'), /Closed .*once, Mar 24/)
    t.match(await text(view, '.lead'), /7 new, 1 closed/)
    t.notOk((await campaigns(view)).includes('Gone'), 'closed alerts have no line')
    t.equal(await view.frame.locator('text=Check earlier alerts').count(), 0)
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('selected rows are sent to the chat, shown rows are copied', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1, detail: 'full' })
    await view.frame.click('.campaign-line:has-text("Bid of 10 %") > input')
    await view.frame.click('text=Ask about these')
    await view.frame.waitForSelector('text=Sent to the chat')
    const paramsOf = (method: string) => view.requests.find(one => one.method === method)!.params
    t.match(paramsOf('ui/message'), {
      content: [{ type: 'text', text: 'What should we do about these 2 alerts?' }],
    })
    const { content, structuredContent } = paramsOf('ui/update-model-context') as {
      content: { text: string }[]
      structuredContent: object
    }
    t.match(
      content[0]!.text,
      /- Bid too low: Alpha \(IOS, Meta, US\), \$100\/day\. Bid too low: Bid of 10 % Keep: on target\. The pipeline’s text: Set it to 12 %/,
    )
    t.match(structuredContent, {
      appId: 1,
      currency: 'USD',
      alerts: [{ id: 200, campaign: 'Alpha', dailySpend: 100 }],
    })
    await view.frame.evaluate('document.execCommand = () => false')
    await view.frame.click('text=Copy as TSV')
    const lines = (await view.frame.locator('.copy textarea').inputValue())
      .split('\n')
      .map(line => line.split('\t'))
    t.equal(lines.length, 9)
    t.strictSame(lines.find(line => line[2] === 'Bid too high')!.slice(1, 8), [
      'BIDS',
      'Bid too high',
      'ANDROID',
      'Meta',
      "'=1+1",
      'US',
      '300',
    ])
    await view.page.close()
  })

  t.test('names never become markup, on the smallest screen too', async t => {
    const view = await showView(
      browser,
      service,
      'alerts',
      { appId: 1, startDate: '2026-03-01', distinct: true, detail: 'full' },
      { size: { width: 320, height: 800 } },
    )
    const campaigns = await view.frame.locator('.campaign').allTextContents()
    for (const name of HOSTILE) t.ok(campaigns.includes(name), name)
    for (const summary of await view.frame.locator('.signal summary').all())
      if (await summary.isVisible()) await summary.click()
    t.equal(await view.frame.locator('img').count(), 0)
    t.ok(
      await view.frame.evaluate(() => document.scrollingElement!.scrollWidth <= innerWidth),
      'nothing is scrolled sideways',
    )
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  for (const theme of ['light', 'dark']) {
    t.test(`axe reports no problems, ${theme}`, async t => {
      const view = await showView(
        browser,
        service,
        'alerts',
        { appId: 1, startDate: '2026-03-01', distinct: true, detail: 'full' },
        { context: { theme, locale: 'en-US' } },
      )
      await view.frame.click('.closed > summary')
      await view.frame.click('.campaign-line > input')
      await view.frame.click('.signal summary')
      t.strictSame(await violations(view.frame), [])
      await view.page.close()
    })
  }

  t.test('an empty result is explained', async t => {
    const view = await showView(browser, service, 'alerts', { appId: 1, networks: ['None'] })
    t.match(await text(view, 'main'), /Nothing matches/)
    t.strictSame(view.errors, [])
    await view.page.close()
  })
})
