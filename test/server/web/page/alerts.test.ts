import t from 'tap'
import type { Alert, Overview } from '../../../../generated/client/models.ts'
import {
  alertRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { startBrowser } from '../../../support/browser.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import {
  NOW,
  openPage,
  restRequests,
  waitForHeading,
  sharedDemo,
  startPageService,
} from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const demo = sharedDemo(t)

function dollars(value: number): string {
  return `$${Math.round(value).toLocaleString('en-US')}`
}

t.test(
  'each campaign has a line, sorted by money away from target, with its alerts beneath',
  skip,
  async t => {
    const { url, key, get } = await demo()
    const { page, context, errors, requests } = await openPage(browser!, url, {
      key,
      now: NOW,
      query: '?view=alerts&app=101',
      size: { width: 1400, height: 900 },
    })
    const heading = await waitForHeading(page)
    const alerts = (
      await get<Alert[]>('/v1/alerts?appId=101&startDate=2026-09-23&distinct=true')
    ).filter(({ open }) => open)
    const gaps = new Map<string, number>()
    for (const { metric, dailySpend, change, platform, network, campaign } of alerts) {
      const identity = JSON.stringify([platform, network, campaign])
      const gap = metric === 'roas' ? dailySpend * Math.abs(change!) : -1
      gaps.set(identity, Math.max(gaps.get(identity) ?? -1, gap))
    }
    const overview = (await get<Overview[]>('/v1/overview')).find(({ appId }) => appId === 101)!
    t.equal(
      heading,
      `${gaps.size} campaigns, ${dollars(overview.openAlertGap!)} a day away from target`,
      'the sum that Today shows',
    )
    const visibleGaps = await page
      .locator('.ib details[data-key]')
      .evaluateAll(lines => lines.map(line => line.querySelector('.gap b')?.textContent ?? null))
    const expected = [...gaps.values()]
      .sort((a, b) => b - a)
      .map(gap => (gap < 0 ? null : dollars(gap)))
    t.same(visibleGaps.toSorted(), expected.toSorted())
    const amounts = (await page.locator('.ib > details[data-key] .gap').allTextContents()).map(
      text => Number(text.replace(/[^\d.]/g, '')) || -1,
    )
    t.same(
      amounts,
      amounts.toSorted((a, b) => b - a),
      'largest gap first; lines without a ROAS alert come last',
    )

    const axon = page.locator('.ib details[data-key]', { hasText: 'AXON US | iOS' })
    t.equal(await axon.count(), 1, 'a campaign is there once')
    t.match(
      await axon.locator('.in p').first().textContent(),
      /saves .* of spend and loses .* of revenue a day \(D30\)|^Keep|^Stopped/,
    )
    t.match(await axon.locator('.in li').allTextContents(), [
      /D30 ROAS .*% against a target of .*%.*times since/,
    ])
    t.ok((await axon.locator('.in li').count()) >= 1)
    const first = page.locator('.ib details[data-key]').first()
    t.equal(await first.getAttribute('open'), '', 'the first is open')
    t.same(
      restRequests({ requests }).map(target => target.split('?')[0]),
      ['/v1/overview', '/v1/alerts'],
      'one request for an app',
    )
    t.same(errors, [])
    await context.close()
  },
)

t.test(
  'done and snoozed marks are kept in the browser, and returned alerts are marked',
  skip,
  async t => {
    const alertRun = (run_id: number, created_at: string) =>
      runRow({ run_id, kind: 'alert', created_at })
    const roas = { metric: 'roas', value: 0.3, reference: 0.5, change: -0.4 } as const
    const delivery = minimalDelivery({
      recommendations: [],
      runs: [runRow(), alertRun(2, '2026-03-31T07:00:00.000Z')],
      alerts: [
        alertRow({ run_id: 2, ...roas }),
        alertRow({ run_id: 2, alert_id: 2, campaign: 'Beta', title: 'Odd', ...roas, change: -0.2 }),
        alertRow({
          run_id: 2,
          alert_id: 3,
          campaign: 'Gamma',
          title: 'Odd',
          ...roas,
          change: -0.1,
        }),
      ],
    })
    const { url, key } = await startPageService(t, { deliveries: [delivery] })
    const { page, context, errors } = await openPage(browser!, url, {
      key,
      now: '2026-03-31T12:00:00Z',
      query: '?view=alerts',
    })
    await waitForHeading(page)
    const lines = () => page.locator('.ib .cn').allTextContents()
    const segments = () => page.locator('.seg .btn').allTextContents()
    t.same(await lines(), ['Alpha', 'Beta', 'Gamma'])

    const focused = () =>
      page.evaluate(() => document.activeElement?.querySelector('.cn')?.textContent)
    const badge = () => page.textContent('nav .n')
    t.equal(await badge(), '3')
    await page.click('[data-mark=done]')
    t.same(await lines(), ['Beta', 'Gamma'])
    t.same(await segments(), ['Open 2', 'Snoozed 0', 'Done 1'])
    t.equal(await focused(), 'Beta', 'the next line has the focus')
    t.equal(await badge(), '2', 'the badge counts at once')
    // By the keyboard, on the focused line.
    await page.keyboard.press('s')
    t.same(await lines(), ['Gamma'])
    t.equal(await focused(), 'Gamma')
    t.equal(await badge(), '1')
    await page.reload()
    await waitForHeading(page)
    t.same(await segments(), ['Open 1', 'Snoozed 1', 'Done 1'], 'kept')
    await page.click('.seg .btn:text("Done")')
    t.match(page.url(), /show=done/)
    t.same(await lines(), ['Alpha'])
    t.match(await page.textContent('.ib .st'), 'Done Mar 31')
    t.same(await axeViolations(page), [])
    await page.click('.seg .btn:text("Snoozed")')
    t.match(await page.textContent('.ib .st'), 'Until Apr 7')
    await page.click('.ib button:text("Move to open")')
    t.same(await segments(), ['Open 2', 'Snoozed 0', 'Done 1'])

    await page.goBack()
    t.match(page.url(), /show=done/, 'Back undoes')
    await page.click('.seg .btn:text("Open")')
    await page.locator('.ib summary').first().focus()
    await page.keyboard.press('s')
    t.same(await lines(), ['Gamma'])
    await page.clock.setFixedTime('2026-04-07T12:00:00Z')
    await page.reload()
    await waitForHeading(page)
    const beta = page.locator('.ib details[data-key]', { hasText: 'Beta' })
    t.match(await beta.locator('.st').textContent(), 'BackApr 7, snoozed Mar 31')
    t.match(await page.textContent('.lead'), '1 came back.')
    t.same(errors, [])
    await context.close()
  },
)

t.test(
  'a done alert counts nowhere: badge, heading, Do first, Today and the app agree',
  skip,
  async t => {
    const { url, key, get } = await demo()
    const all = await get<Overview[]>('/v1/overview')
    const campaigns = all.reduce((sum, { openAlertCampaigns }) => sum + openAlertCampaigns, 0)
    const app = all.find(({ appId }) => appId === 101)!
    const first = app.actions[0]!
    const { page, context, errors } = await openPage(browser!, url, {
      key,
      now: NOW,
      query: '?view=alerts&app=101',
      size: { width: 1400, height: 900 },
    })
    await waitForHeading(page)
    t.equal(Number(await page.textContent('nav .n')), campaigns)
    const line = page.locator('details[data-key]', {
      has: page.locator(`.cn:text-is(${JSON.stringify(first.campaign)})`),
    })
    const gap = Number((await line.locator('.gap b').textContent())!.replace(/[^\d.]/g, ''))
    await line.locator('summary').focus()
    await page.keyboard.press('d')
    await page.waitForFunction(
      rest => document.querySelector('nav .n')?.textContent === String(rest),
      campaigns - 1,
    )
    const left = app.openAlertCampaigns - 1
    const money = (await page.textContent('h1'))!.match(/\$[\d,]+/)![0]
    t.ok((await page.textContent('h1'))!.startsWith(`${left} campaigns, `))
    t.ok(Math.abs(Number(money.replace(/[^\d]/g, '')) - (app.openAlertGap! - gap)) <= 1, money)

    await page.click('nav a:text("Today")')
    await page.waitForFunction(
      name =>
        document.querySelector('.todo') !== null &&
        !document.querySelector('.todo')!.textContent.includes(name),
      first.campaign,
    )
    const row = page.locator('.ar', { hasText: app.name })
    t.match(await row.textContent(), `${left} campaigns`)
    t.match(await row.textContent(), `${money} in ${left} campaigns`)
    const cuts = all.reduce((sum, { stepTotals }) => sum + stepTotals.less.steps, 0)
    if (first.step.direction === 'less' && cuts > 1)
      t.match(await waitForHeading(page), `${cuts - 1} cut`)

    await page.goto(`${url}?app=101`)
    await page.waitForSelector('.two .todo')
    t.notMatch(await page.textContent('.two .todo'), first.campaign)
    t.match(await page.textContent('.alerts-link'), `${left} campaigns with alerts`)
    t.match(await page.textContent('.alerts-link'), '1 step done or snoozed')
    t.same(errors, [])
    await context.close()
  },
)

t.test('lines without an action fold into one', skip, async t => {
  const { url, key } = await demo()
  const { page, context, errors } = await openPage(browser!, url, {
    key,
    now: NOW,
    query: '?view=alerts',
    size: { width: 1400, height: 900 },
  })
  await waitForHeading(page)
  const sentences = await page.locator('.ib > details[data-key] .step').allTextContents()
  for (const sentence of sentences) t.notMatch(sentence, /^(Keep|Stopped)/)
  const folded = page.locator('.keeps > details[data-key]')
  const count = await folded.count()
  t.ok(count > 1)
  t.match(
    await page.textContent('.keeps > summary'),
    `${count} campaigns with alerts and nothing to do today`,
  )
  t.notOk(await folded.first().isVisible())
  await page.click('.keeps > summary')
  for (const sentence of await folded.locator('.step').allTextContents())
    t.match(sentence, /^(Keep|Stopped)/)
  t.ok(await folded.first().isVisible())
  t.same(await axeViolations(page), [])
  t.same(errors, [])
  await context.close()
})

t.test('filters are in the address, and the heading counts what is shown', skip, async t => {
  const { url, key } = await demo()
  const { page, context, errors } = await openPage(browser!, url, {
    key,
    now: NOW,
    query: '?view=alerts',
  })
  await waitForHeading(page)
  const all = await page.locator('.ib details[data-key]').count()
  await page.getByLabel('App', { exact: true }).selectOption({ label: 'Merge Manor' })
  await waitForHeading(page)
  const some = await page.locator('.ib details[data-key]').count()
  t.ok(some > 0 && some < all)
  t.ok((await waitForHeading(page)).startsWith(`${some} campaigns, $`))
  await page.getByLabel('Direction', { exact: true }).selectOption('less')
  t.match(page.url(), /app=101&buys=less/)
  const sentences = await page.locator('.ib .wd').allTextContents()
  for (const sentence of sentences) t.notMatch(sentence, /buys more|^Raise the daily/)
  await page.getByLabel('Network', { exact: true }).selectOption('AppLovin')
  const address = page.url()
  const text = await page.textContent('main')
  await page.reload()
  await waitForHeading(page)
  t.equal(page.url(), address)
  t.equal(await page.textContent('main'), text, 'the same address shows the same')
  await page.goto(`${url}?view=alerts&network=Nobody`)
  await waitForHeading(page)
  t.equal(await waitForHeading(page), 'No open alerts')
  await page.click('button:text("Clear filters")')
  t.equal(await page.locator('.ib details[data-key]').count(), all)
  t.same(errors, [])
  await context.close()
})

t.test(
  'alerts without a money step keep title and advice; only broken attribution hides the step',
  skip,
  async t => {
    const figures = {
      value: 40,
      reference: 100,
      change: -0.6,
      recommended_action: 'Check the SDK.',
    }
    const metrics = ['installs', 'spend', 'revenue', 'attribution'] as const
    const delivery = minimalDelivery({
      runs: [
        runRow(),
        runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
      ],
      recommendations: metrics.map((campaign, recommendation_id) =>
        recommendationRow({
          recommendation_id,
          campaign,
          predicted_paid_gross_roas: 0.5,
          optimisation_live_roas: null,
          optimisation_paced_roas: null,
        }),
      ),
      cohorts: metrics.flatMap(campaign =>
        ['28', '29', '30'].map(day => cohortRow({ campaign, install_date: `2026-03-${day}` })),
      ),
      cohort_revenue: [],
      roas_snapshots: [],
      alerts: metrics.map((metric, alert_id) =>
        alertRow({
          alert_id,
          campaign: metric,
          title: `Odd ${metric}`,
          summary: 'Off by 60 %',
          metric,
          ...figures,
        }),
      ),
    })
    const { url, key } = await startPageService(t, { deliveries: [delivery] })
    const { page, context, errors } = await openPage(browser!, url, {
      key,
      now: '2026-03-31T12:00:00Z',
      query: '?view=alerts',
    })
    await waitForHeading(page)
    for (const metric of metrics) {
      const line = page.locator('.ib details[data-key]', {
        has: page.locator(`.cn:text-is("${metric}")`),
      })
      t.match(
        await line.locator('.step').textContent(),
        metric === 'attribution'
          ? /^Check the data: its installs were attributed wrongly$/
          : /^Cut the daily budget by \$2\.00$/,
      )
      t.match(
        await line.locator('.in li').textContent(),
        `Odd ${metric}: Off by 60 % −60.0%The pipeline’s text: Check the SDK.`,
      )
      await page.goto(`${url}?app=1&open=${metric}&on=IOS&of=Meta`)
      await page.waitForSelector('dialog [aria-labelledby=h-alerts] li')
      t.match(
        await page.textContent('dialog [aria-labelledby=h-alerts] li'),
        `Odd ${metric}: Off by 60 %The pipeline’s text: Check the SDK.`,
      )
      await page.goto(`${url}?view=alerts`)
      await waitForHeading(page)
    }
    await page.goto(url)
    t.match(await waitForHeading(page), /^Check the data of Game first\./)
    t.match(
      (await page.locator('.data li').allTextContents()).join(),
      /Odd attribution Game · iOS · Meta · US, since Mar 31/,
    )
    t.same(await axeViolations(page), [])
    t.same(errors, [])
    await context.close()
  },
)
