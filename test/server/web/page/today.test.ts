import t from 'tap'
import type { Overview } from '../../../../generated/client/models.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
} from '../../../reference/minimal-delivery.ts'
import { sum } from '../../../../server/core/formulas/sums.ts'
import { startBrowser } from '../../../support/browser.ts'
import { drawn, wordsOf } from '../../../support/page/app.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import {
  NOW,
  openPage,
  waitForHeading,
  sharedDemo,
  startPageService,
} from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const demo = sharedDemo(t)

/** An amount as the page writes it. */
function money(currency: string, value: number): string {
  const small = Math.abs(value) < 9.995 && currency !== 'JPY'
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: small ? 2 : 0,
    maximumFractionDigits: small ? 2 : 0,
    ...(Math.abs(value) >= 1e7 && {
      notation: 'compact',
      minimumSignificantDigits: 4,
      maximumSignificantDigits: 4,
    }),
  }).format(value)
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)}%`
}

t.test('heading, actions and rows have the values of the overview', skip, async t => {
  const { url, key, get } = await demo()
  const apps = await get<Overview[]>('/v1/overview')
  const { page, context, errors, requests } = await openPage(browser!, url, {
    key,
    now: NOW,
    size: { width: 1400, height: 900 },
  })
  const heading = await waitForHeading(page)
  for (const { name, data, yesterday, target, actionThreshold } of apps) {
    t.equal(
      heading.includes(`Check the data of ${name} first`),
      data.length > 0 && apps.every(app => app.name === name || app.data.length === 0),
    )
    const share = yesterday!.roas! / target!
    if (share < 1 - actionThreshold && yesterday!.roasLow !== null) t.match(heading, 'below')
  }
  for (const currency of new Set(apps.map(app => app.currency))) {
    const some = apps.filter(app => app.currency === currency)
    for (const side of ['less', 'more'] as const) {
      const totals = some.map(app => app.stepTotals[side])
      const spend = sum(totals, ({ spendChange }) => Math.abs(spendChange))
      if (spend !== 0) t.ok(heading.includes(money(currency, spend)), 'currencies are not added')
      const gain = sum(totals, one => one.gain ?? 0)
      if (gain !== 0) t.ok(heading.includes(money(currency, gain).replace('-', '−')), heading)
    }
  }
  for (const { name, yesterday, target, actionThreshold } of apps) {
    const short = 1 - yesterday!.roas! / target!
    if (short > actionThreshold && yesterday!.roasLow !== null)
      t.match(heading, new RegExp(`${name} (was )?${Math.round(short * 100)}%`), 'both are named')
  }
  t.notMatch(heading, /can buy more/)
  t.equal(await page.title(), 'Today · uascope')
  t.same(
    requests.map(({ url }) => new URL(url).pathname),
    ['/', '/v1/overview'],
    'one request for data',
  )

  // By what they gain: within a currency by money, between currencies by the share of what is spent in it.
  // Within an app the service's order stays: a later step does not pass an earlier one.
  const spentIn = (currency: string): number =>
    sum(
      apps.filter(app => app.currency === currency),
      ({ spend }) => spend.week! / 7,
    )
  const ranked = apps
    .flatMap(app => {
      const shares = app.actions.map(
        ({ step }) => (step.gain ?? step.gainLow ?? 0) / spentIn(app.currency),
      )
      return app.actions.map((action, i) => ({
        app,
        action,
        share: Math.min(...shares.slice(0, i + 1)),
      }))
    })
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
  const items = await page.locator('.todo li').allTextContents()
  t.equal(items.length, ranked.length)
  for (const { app, action } of ranked) {
    const { campaign, predictedRoas, targetRoas, step } = action
    const item = items.find(text => text.includes(`${campaign}, ${app.name}: `))!
    t.ok(item.includes(`: ${Math.round((predictedRoas / targetRoas) * 100)}% of target`), item)
    t.match(item, /of target, \w+ \d+–(\w+ )?\d+/, 'a ROAS names its install dates')
    t.ok(
      item.includes(
        step.gainLow === null
          ? 'not priced'
          : money(app.currency, step.gain ?? step.gainLow).replace('-', '−'),
      ),
      item,
    )
    t.equal(action.action, step.direction === 'more' ? 'SCALE' : 'REDUCE')
  }
  const others =
    apps.reduce((sum, { actions, otherSteps }) => sum + actions.length + otherSteps, 0) -
    items.length
  if (others > 0) t.match(await page.textContent('.first .foot'), `${others} more on the pages`)
  const rows = await page.locator('.ar').allTextContents()
  apps.forEach(({ name, currency, spend, roas, openAlertCampaigns }, i) => {
    t.ok(rows[i]!.startsWith(name))
    for (const text of [percent(roas.week!), `${openAlertCampaigns} campaigns`])
      t.ok(rows[i]!.includes(text), text)
    if (currency === 'USD')
      for (const amount of [spend.day!, spend.week!])
        t.ok(rows[i]!.includes(money(currency, amount)))
  })
  // A line opens to its evidence. The newest day is grey: the week has the verdict.
  for (const [i, { targetDsi, target, yesterday }] of apps.entries()) {
    const row = page.locator('.ar').nth(i)
    await row.getByRole('button', { name: /^Evidence/ }).click()
    const evidence = (await row.locator('.ev').textContent())!
    const { roas, roasLow, roasHigh } = yesterday!
    t.ok(evidence.includes(`D${targetDsi} ROAS forecast ${percent(roas!)}`), evidence)
    t.match(evidence, `target ${percent(target!)}`)
    if (roasLow === null) t.match(evidence, 'its error is not known')
    else
      t.ok(
        evidence.includes(
          `80% interval ${percent(roasLow).replace('%', '')}–${percent(roasHigh!)}`,
        ),
      )
    t.equal(await row.locator('.ev :is(.above, .below)').count(), 0)
    t.equal((await row.locator(':is(.above, .below)').count()) <= 1, true, 'one verdict')
  }
  const record = (await page.textContent('.first .foot:last-child'))!
  for (const { trackRecord, currency } of apps) {
    if (typeof trackRecord.rightShare !== 'number') continue
    t.match(
      record,
      new RegExp(
        `${Math.round(trackRecord.rightShare * 100)}% (of the money )?in ${trackRecord.decisions} ${currency} calls`,
      ),
    )
  }
  const lead = (await page.textContent('.lead'))!
  for (const currency of new Set(apps.map(app => app.currency))) {
    const some = apps.filter(app => app.currency === currency)
    const spend = sum(some, ({ spend }) => spend.day!)
    t.ok(lead.includes(money(currency, spend)), 'currencies are not added')
  }

  // The same values as a table.
  await page.click('summary:text("Show as a table")')
  const table = (await page.textContent('table'))!
  for (const { weeks } of apps) for (const { roas } of weeks) t.ok(table.includes(percent(roas!)))
  t.same(errors, [])
  await context.close()
})

t.test('axe and overflow checks pass in both themes, from 320 to 2,560 px', skip, async t => {
  const { url, key } = await demo()
  for (const theme of ['light', 'dark'] as const) {
    const { page, context, errors } = await openPage(browser!, url, { key, now: NOW, theme })
    for (const query of ['', '?view=alerts']) {
      await page.goto(url + query)
      await waitForHeading(page)
      t.same(await axeViolations(page), [], `${query} ${theme}`)
      for (const width of [320, 390, 640, 641, 1240, 1400, 2560]) {
        await page.setViewportSize({ width, height: 800 })
        await drawn(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        t.ok(wide <= width, `${query} at ${width}: ${wide} px`)
      }
    }
    t.same(errors, [])
    await context.close()
  }
})

t.test('an unbroken long name does not overflow, and names run no code', skip, async t => {
  const long = 'A'.repeat(200)
  const hostile = '<img src=x onerror="document.title=\'taken\'">'
  const delivery = minimalDelivery({
    apps: [appRow({ name: long }), appRow({ app_id: 2, name: hostile })],
    app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
    recommendations: [recommendationRow({ campaign: 'C'.repeat(120), network: 'N'.repeat(120) })],
  })
  const { url, key } = await startPageService(t, { deliveries: [delivery] })
  const { page, context, errors } = await openPage(browser!, url, {
    key,
    now: '2026-04-01T12:00:00Z',
    size: { width: 360, height: 800 },
  })
  for (const query of ['', '?view=alerts']) {
    await page.goto(url + query)
    await waitForHeading(page)
    t.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, query)
  }
  await page.goto(url)
  await waitForHeading(page)
  t.match(await page.textContent('.apps'), hostile)
  t.equal(await page.title(), 'Today · uascope')
  t.same(errors, [])
  await context.close()
})

t.test('Today is short: 900 px high, 350 words, steps in lines of 36 px', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, {
    key,
    now: NOW,
    size: { width: 1400, height: 900 },
  })
  await waitForHeading(page)
  const heights = await page
    .locator('.todo li, .apl')
    .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().height))
  for (const height of heights) t.ok(height >= 32 && height <= 38, `${height} px`)
  const bottom = await page
    .locator('main')
    .evaluate(main => main.getBoundingClientRect().bottom + scrollY)
  t.ok(bottom <= 900, `${bottom} px`)
  const words = await wordsOf(page)
  t.ok(words <= 350, `${words} words`)
  const titles = await page
    .locator('main :is(.one:not(.do), .why)')
    .evaluateAll(lines => lines.map(line => [line.getAttribute('title'), line.textContent.trim()]))
  t.ok(titles.length > 10)
  for (const [title, text] of titles)
    t.equal(title, text, 'a line that is cut has its text as title')
  await context.close()
})

t.test('print shows bars and omits controls', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, {
    key,
    now: NOW,
    theme: 'dark',
    size: { width: 760, height: 1000 },
  })
  await waitForHeading(page)
  await page.emulateMedia({ media: 'print' })
  t.equal(
    await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
    'light',
  )
  for (const hidden of ['header nav', 'header .btn', 'body > #page > footer'])
    t.notOk(await page.locator(hidden).first().isVisible(), hidden)
  t.ok(await page.locator('.ar svg').first().isVisible())
  t.equal(await page.locator('.todo li').first().isVisible(), true)
  const fill = await page.evaluate(
    () => getComputedStyle(document.querySelector('.ch-hold')!).printColorAdjust,
  )
  t.equal(fill, 'exact', 'bars are not dropped as backgrounds')
  t.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 760)
  await context.close()
})

t.test('late data, no data, no alert and no app are explained', skip, async t => {
  const late = await startPageService(t, {
    deliveries: [minimalDelivery()],
    now: '2026-04-03T12:00:00Z',
  })
  const opened = await openPage(browser!, late.url, { key: late.key, now: '2026-04-03T12:00:00Z' })
  await waitForHeading(opened.page)
  t.match(await opened.page.textContent('.lead'), /Spent on Mar 30: /)
  t.match(
    await opened.page.textContent('h1'),
    /^Check the data of .* first\. [^.]*\.$/,
    'nothing is said of yesterday',
  )
  t.match(
    await opened.page.textContent('.data li'),
    /Check the data: Data end on 2026-03-30 .*, since Mar 31/,
  )
  t.match(await opened.page.textContent('.ar .warn'), 'Through Mar 30, 3 days late')
  await opened.context.close()

  const none = await startPageService(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow(), appRow({ app_id: 2, name: 'Young' })],
        app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
      }),
    ],
  })
  const young = await openPage(browser!, none.url, { key: none.key, now: '2026-03-31T12:00:00Z' })
  await waitForHeading(young.page)
  t.match(await young.page.textContent('.lead'), 'Young has no data yet.')
  t.match(await young.page.locator('.ar').last().textContent(), /Young.*No data yet.*None/)
  await young.context.close()

  const empty = await openPage(browser!, none.url, {
    key: await none.keyOf(9),
    now: '2026-03-31T12:00:00Z',
  })
  t.equal(await waitForHeading(empty.page), 'No apps yet')
  t.match(await empty.page.textContent('.lead'), 'The operator of the service grants access')
  t.same(await axeViolations(empty.page), [])
  t.same(empty.errors, [])
  await empty.context.close()
})

t.test('a run with unknown ROAS shows no invented figure', skip, async t => {
  const { url, key } = await startPageService(t, {
    deliveries: [minimalDelivery({ cohorts: [cohortRow()], cohort_revenue: [] })],
  })
  const { page, context, errors } = await openPage(browser!, url, {
    key,
    now: '2026-03-31T12:00:00Z',
  })
  await waitForHeading(page)
  t.match(await page.textContent('.ar'), 'revenue is not known')
  t.notMatch(await page.textContent('main'), /NaN|undefined|null|Infinity/)
  t.same(errors, [])
  await context.close()
})
