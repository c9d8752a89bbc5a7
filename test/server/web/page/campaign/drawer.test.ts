import t from 'tap'
import type { Alert, Recommendation, TrackRecord } from '../../../../../generated/client/models.ts'
import { startBrowser } from '../../../../support/browser.ts'
import { reportRows, settled } from '../../../../support/page/app.ts'
import { NOW, openPage, restRequests, startDemoPage } from '../../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const service = await startDemoPage(t)
const size = { width: 1400, height: 1000 }
const NAME = 'AXON US | iOS | D0 15%'
const PANEL = '?app=101&panel=AppLovin'

function percent(value: number): string {
  return `${(value * 100).toFixed(1)}%`
}

function money(value: number): string {
  const digits = Math.abs(value) < 9.995 ? 2 : 0
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

function queryOf({ campaign, platform, network }: Recommendation): string {
  return `?app=101&${new URLSearchParams({ panel: network, open: campaign, on: platform, of: network })}`
}

function isCapped({ step, optimisationRawRoas: raw }: Recommendation): boolean {
  return step.kind === 'bid_target' && raw !== null && percent(raw) !== percent(step.to!)
}

/** ROAS of a campaign's installs of the last 7 days with data. */
async function rangeRoas({ campaign, network }: Recommendation): Promise<number> {
  const dates = {
    startDate: '2026-11-15',
    endDate: '2026-11-21',
    installGrouping: 'total',
    groupBy: 'campaign',
  }
  const [row] = await reportRows(service, {
    appId: '101',
    ...dates,
    metrics: 'roas',
    dsiValues: '30',
    campaigns: campaign,
    networks: network,
  })
  return Number(row!['roas_paid_gross_d30'])
}

async function open(query: string) {
  const opened = await openPage(browser!, service.url, { key: service.key, query, now: NOW, size })
  await settled(opened.page)
  await opened.page.waitForFunction(() => document.querySelector('dialog .sk') === null)
  return opened
}

t.test('the drawer has the values of REST', skip, async t => {
  const all = await service.get<Recommendation[]>('/v1/recommendations?appId=101')
  const axon = all.find(({ campaign }) => campaign === NAME)!
  const { page, errors } = await open(queryOf(axon))
  const { optimisationRawRoas: raw, dailySpend, step } = axon
  const [predicted, target] = [axon.predictedPaidGrossRoas!, axon.targetPaidGrossRoas!]

  const act = await page.textContent('dialog .act')
  t.equal(step.kind, 'bid_target')
  t.ok(
    act!.startsWith(
      `Raise the D0 ROAS target from ${percent(step.from!)} to ${percent(step.to!)} (buys less): saves `,
    ),
    act!,
  )
  t.match(act, `${money(dailySpend)}/day returns ${percent(predicted)} at D30, installs of `)
  t.ok(
    act!.includes(`: ${Math.round((predicted / target) * 100)}% of the ${percent(target)} target.`),
    act!,
  )
  t.ok(
    act!.includes(
      `80% interval ${percent(axon.predictedLowRoas!)} to ${percent(axon.predictedHighRoas!)}`,
    ),
  )
  t.ok(act!.includes(`It spends ${money(axon.currentDailySpend)}/day now.`), act!)
  const week = await rangeRoas(axon)
  const isInside = week >= axon.predictedLowRoas! && week <= axon.predictedHighRoas!
  t.match(
    act,
    new RegExp(
      `Installs of Nov 15–21: ${percent(week)}, ${isInside ? 'inside' : 'outside'} the interval`,
    ),
    'this week is marked as such',
  )
  const move = await page.locator('dialog section:has(#h-move) svg').getAttribute('aria-label')
  t.match(move, `live ${percent(step.from!)}`)
  t.match(move, percent(step.to!))
  t.equal(move!.includes(`uncapped ${percent(raw!)}`), isCapped(axon))

  const geo = await service.get<Recommendation[]>(
    `/v1/recommendations?${new URLSearchParams({ appId: '101', granularity: 'campaign_geo', campaigns: NAME, platforms: 'ios', networks: 'AppLovin' })}`,
  )
  const countries = await page.locator('section:has(#h-countries) tbody tr').allTextContents()
  t.equal(countries.length, geo.length)
  t.ok(
    countries[0]!.includes(money(geo[0]!.dailySpend)) &&
      countries[0]!.includes(percent(geo[0]!.predictedPaidGrossRoas!)),
  )

  const [record] = await service.get<TrackRecord[]>(
    `/v1/track-record?${new URLSearchParams({ appId: '101', campaigns: NAME, platforms: 'ios', networks: 'AppLovin' })}`,
  )
  const own = await page
    .locator('section:has(#h-record) tbody tr', { hasText: 'This campaign' })
    .textContent()
  t.ok(own!.includes(`${record!.decisions}`))
  if (record!.decisions >= 20) t.ok(own!.includes(`${Math.round(record!.rightShare! * 100)}%`))
  else t.ok(own!.includes('too few: 20 needed'))

  const alerts = await service.get<Alert[]>(
    '/v1/alerts?appId=101&startDate=2026-09-23&distinct=true',
  )
  const open_ = alerts.filter(
    alert => alert.open === true && alert.campaign === NAME && alert.platform === 'IOS',
  )
  t.equal(await page.locator('dialog [aria-labelledby=h-alerts] li').count(), open_.length)
  const first = await page.locator('dialog [aria-labelledby=h-alerts] li').first().textContent()
  const roas = open_.find(({ metric }) => metric === 'roas')!
  t.ok(first!.includes(`${money(roas.dailySpend * Math.abs(roas.change!))}/day short`), first!)
  t.ok(first!.includes(`${roas.timesSeen} times since`), first!)
  t.same(errors, [])
})

t.test('a row shows the size of a move if a bid target moves', skip, async t => {
  const all = await service.get<Recommendation[]>('/v1/recommendations?appId=101')
  const kinds = new Set(all.map(({ step }) => step.kind))
  for (const kind of kinds) {
    const { page, context } = await open(queryOf(all.find(({ step }) => step.kind === kind)!))
    t.equal((await page.locator('#h-move').count()) === 1, kind === 'bid_target', kind)
    await context.close()
  }
  const capped = all.find(isCapped)!
  const { page } = await open(queryOf(capped))
  t.match(
    await page.locator('dialog section:has(#h-move) svg').getAttribute('aria-label'),
    `uncapped ${percent(capped.optimisationRawRoas!)}`,
    'with the bid that pacing cuts short',
  )
})

t.test('Escape, Close and the backdrop close it, and focus returns to the row', skip, async t => {
  const { page } = await open(PANEL)
  const row = page.locator('table.cl a', { hasText: NAME })
  const entries = await page.evaluate(() => history.length)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(200, 500),
  ]) {
    await row.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    t.equal(
      await page.evaluate(() => document.activeElement?.id),
      'h-dr',
      'the focus is on its name',
    )
    t.match(page.url(), /open=AXON/)
    await close()
    await page.waitForSelector('dialog', { state: 'detached' })
    t.notMatch(page.url(), /open=/)
    t.ok(await row.evaluate(element => element === document.activeElement), 'the focus returns')
    t.equal(
      await page.evaluate(() => history.length),
      entries + 1,
      'closing goes back: it adds no entry',
    )
  }
  const linked = await open(`${PANEL}&open=AXON+US+%7C+iOS+%7C+D0+15%25&on=IOS&of=AppLovin`)
  await linked.page.keyboard.press('Escape')
  await linked.page.waitForSelector('dialog', { state: 'detached' })
  t.equal(new URL(linked.page.url()).search, PANEL, 'without an entry before, the address changes')
})

t.test('the drawer keeps the focus', skip, async t => {
  const { page } = await open(`${PANEL}&open=AXON+US+%7C+iOS+%7C+D0+15%25&on=IOS&of=AppLovin`)
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press(step < 10 ? 'Tab' : 'Shift+Tab')
    const place = await page.evaluate(() =>
      document.activeElement === document.body
        ? 'none'
        : document.activeElement?.closest('dialog') === null
          ? 'page'
          : 'dialog',
    )
    t.not(place, 'page')
  }
})

t.test(
  "the drawer fills a phone's screen, and explains a campaign without recommendation",
  skip,
  async t => {
    const opened = await openPage(browser!, service.url, {
      key: service.key,
      query: `${PANEL}&open=Nobody+knows+it&on=IOS&of=AppLovin`,
      now: NOW,
      size: { width: 390, height: 844 },
    })
    const { page, errors } = opened
    await settled(page)
    await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
    t.same(
      await page
        .locator('dialog')
        .evaluate(element => [
          element.getBoundingClientRect().left,
          element.getBoundingClientRect().width,
        ]),
      [0, 390],
    )
    t.match(await page.textContent('dialog .act'), /No call/)
    t.match(await page.textContent('section:has(#h-record)'), /too few: 20 needed/)
    t.match(await page.textContent('section:has(#h-alerts)'), /No open alerts/)
    t.same(errors, [])
  },
)

t.test('a drawer sends three requests, and a second one its own three', skip, async t => {
  const opened = await open(PANEL)
  const { page } = opened
  const before = restRequests(opened).length
  await page.locator('table.cl a').first().click()
  await page.waitForSelector('dialog .act')
  await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
  const first = restRequests(opened).slice(before)
  t.ok(first.length <= 6, first.join(' '))
  await page.keyboard.press('Escape')
  await page.locator('table.cl a').nth(1).click()
  await page.waitForSelector('dialog .act')
  await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
  t.equal(restRequests(opened).length - before - first.length, 3)
  await page.keyboard.press('Escape')
  await page.locator('table.cl a').first().click()
  await page.waitForSelector('dialog .act')
  await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
  t.equal(restRequests(opened).length - before - first.length, 3, 'none is repeated')
})
