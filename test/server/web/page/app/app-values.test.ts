import t from 'tap'
import type { AppSettings, Overview } from '../../../../../generated/client/models.ts'
import { startBrowser } from '../../../../support/browser.ts'
import { NOW, openPage, startDemoPage } from '../../../../support/page/open-page.ts'
import {
  amountOf,
  cardValue,
  type ReportRow,
  reportRows,
  settled,
} from '../../../../support/page/app.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const service = await startDemoPage(t)
const apps = await service.get<Overview[]>('/v1/overview')
const size = { width: 1400, height: 1000 }

const COLUMN = 'roas_paid_gross_d30'
const RANGE = { startDate: '2026-11-09', endDate: '2026-11-15' }
const QUERY = '?app=101&from=2026-11-09&to=2026-11-15'

function money(value: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(value)
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)}%`
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(1)
  return (Number(text) === 0 ? '' : value > 0 ? '+' : '−') + text
}

async function open(query: string) {
  const opened = await openPage(browser!, service.url, { key: service.key, query, now: NOW, size })
  await settled(opened.page)
  return opened
}

t.test('cards, causes and rows equal the values of REST', skip, async t => {
  const query = {
    appId: '101',
    ...RANGE,
    installGrouping: 'total',
    compare: 'previous',
    metrics: 'spend,installs,cpi,roas,payback',
    dsiValues: '30',
  }
  const [total] = (await reportRows(service, { ...query, groupBy: 'none' })) as [ReportRow]
  const networks = await reportRows(service, { ...query, groupBy: 'network', explain: 'true' })
  const { page, errors } = await open(QUERY)

  t.equal(await cardValue(page, 'roas'), percent(Number(total[COLUMN])))
  t.equal(await cardValue(page, 'spend'), money(Number(total['spend'])))
  t.equal(await cardValue(page, 'installs'), Number(total['installs_paid']).toLocaleString('en-US'))
  t.equal(await cardValue(page, 'cpi'), `$${Number(total['cpi_paid']).toFixed(2)}`)
  t.equal(
    await cardValue(page, 'payback'),
    `${Math.round(Number(total['payback_paid_gross']))} days`,
  )
  t.match(
    await page.textContent('[data-card=spend] .chg'),
    `${signed(Number(total['spend_change']) * 100)}% from ${money(Number(total['spend_before']))}`,
  )
  const change = Number(total[COLUMN]) - Number(total[`${COLUMN}_before`])
  t.match(
    await page.textContent('[data-card=roas] .chg'),
    `${signed(change * 100)} pts from ${percent(Number(total[`${COLUMN}_before`]))}`,
  )

  const partOf = (row: ReportRow) => Number(row[`${COLUMN}_rate`]) + Number(row[`${COLUMN}_mix`])
  const ranked = networks
    .filter(row => row[`${COLUMN}_rate`] !== null)
    .sort((a, b) => Math.abs(partOf(b)) - Math.abs(partOf(a)))
  const rows = await page
    .locator('.ex tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent)))
  ranked.slice(0, 6).forEach((row, index) => {
    t.same(
      [rows[index]![0], rows[index]![2], rows[index]![3]],
      [
        row['network'],
        signed(Number(row[`${COLUMN}_rate`]) * 100),
        signed(Number(row[`${COLUMN}_mix`]) * 100),
      ],
      `cause ${index + 1}`,
    )
  })
  const heading = (await page.textContent('h1'))!
  t.match(heading, `${change < 0 ? 'fell' : 'rose'} ${Math.abs(change * 100).toFixed(1)} points: `)
  t.match(
    heading,
    `${ranked[0]!['network']} ${signed(partOf(ranked[0]!) * 100)}`,
    'the largest cause is named',
  )

  const campaigns = await reportRows(service, {
    ...query,
    groupBy: 'platform,network,campaign',
    sort: '-spend',
  })
  t.equal(await page.locator('table.cl tbody tr').count(), campaigns.length)
  const first = await page.locator('table.cl tbody tr').first().textContent()
  t.ok(first!.includes(String(campaigns[0]!['campaign'])))
  t.ok(first!.includes(money(Number(campaigns[0]!['spend']))))
  t.ok(first!.includes(percent(Number(campaigns[0]![COLUMN]))))
  t.same(errors, [])
})

t.test('panels add up to the cards, for every grouping', skip, async t => {
  const { page } = await open(QUERY)
  for (const metric of ['spend', 'installs', 'revenue'] as const) {
    for (const grouping of ['network', 'platform', 'country', 'campaign']) {
      await page.goto(`${service.url}${QUERY}&by=${grouping}&metric=${metric}`)
      await settled(page)
      const more = page.getByRole('button', { name: /^Show \d+ more$/ }).first()
      if ((await page.locator('#panels .rest').count()) > 0) await more.click()
      const amounts = (await page.locator('[data-amount]').allTextContents()).map(amountOf)
      const total = amountOf(await cardValue(page, metric))
      const sum = amounts.reduce((sum, amount) => sum + amount, 0)
      // Each panel is rounded to a whole amount.
      t.ok(
        Math.abs(sum - total) <= amounts.length / 2 + 1,
        `${metric} by ${grouping}: ${amounts.length} panels, ${sum} of ${total}`,
      )
    }
  }
})

t.test('the last point of a panel has the range of the cards', skip, async t => {
  const networks = await reportRows(service, {
    appId: '101',
    ...RANGE,
    installGrouping: 'total',
    metrics: 'roas',
    dsiValues: '30',
    groupBy: 'network',
  })
  const { page } = await open(QUERY)
  for (const row of networks.filter(row => row[COLUMN] !== null)) {
    const labels = await page
      .locator(`[data-panel="${row['network']}"] svg .ch-value`)
      .allTextContents()
    t.same(labels, [percent(Number(row[COLUMN]))], String(row['network']))
  }
})

t.test('a filter changes cards, heading, panels and rows alike', skip, async t => {
  const { page } = await open(`${QUERY}&network=AppLovin`)
  const [total] = await reportRows(service, {
    appId: '101',
    ...RANGE,
    installGrouping: 'total',
    metrics: 'spend,roas',
    dsiValues: '30',
    groupBy: 'none',
    networks: 'AppLovin',
  })
  t.equal(await cardValue(page, 'spend'), money(Number(total!['spend'])))
  t.equal(await cardValue(page, 'roas'), percent(Number(total![COLUMN])))
  t.same(await page.locator('.p .t a').allTextContents(), ['AppLovin'])
  t.ok(
    (await page.locator('table.cl tbody tr .light').allTextContents()).every(
      text => text === 'AppLovin',
    ),
  )
  await page.selectOption('.bar label:has-text("by") select', 'platform')
  await settled(page)
  t.match(page.url(), /network=AppLovin/, 'grouping anew keeps the filter')
  t.equal(await cardValue(page, 'spend'), money(Number(total!['spend'])))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await settled(page)
  t.not(await cardValue(page, 'spend'), money(Number(total!['spend'])))
  t.equal(await page.locator('.chips').count(), 0)
})

t.test('a metric is selected once and applies everywhere', skip, async t => {
  const { page } = await open(QUERY)
  const metrics: [string, RegExp][] = [
    ['ltv', /^D30 LTV/],
    ['revenue', /^D30 revenue/],
    ['cpi', /^CPI/],
    ['payback', /^Payback/],
    ['profit', /^D30 profit|loss/],
    ['organic_installs', /^Organic installs/],
  ]
  for (const [metric, heading] of metrics) {
    await page.selectOption('.bar label:has-text("show") select', metric)
    await settled(page)
    t.match(await page.textContent('h1'), heading)
    t.match(await page.textContent('#h-panels'), metric === 'profit' ? 'D30 profit' : heading)
    t.equal(await page.locator('[data-card]').first().getAttribute('data-card'), metric)
    t.match(page.url(), `metric=${metric}`)
  }
})

t.test('a requested result is shown completely', skip, async t => {
  const settings = await service.get<AppSettings>('/v1/app-settings?appId=101')
  const to = settings.dataThrough!
  const { page } = await open(`?app=101&from=2026-10-19&to=${to}`)
  t.match(await page.textContent('#panels .hd'), /34 install days/)
  const daily = await reportRows(service, {
    appId: '101',
    startDate: '2026-10-19',
    endDate: to,
    installGrouping: 'daily',
    metrics: 'spend',
    groupBy: 'network',
  })
  t.ok(daily.length > 300, `${daily.length} rows`)
  const meta = daily.filter(row => row['network'] === 'Meta Ads')
  t.equal(
    await page.locator('[data-panel="Meta Ads"] circle').count(),
    meta.length,
    'a dot for each day',
  )
  t.notMatch(await page.textContent('main'), /Asking again|too little|truncated/i)
})

t.test('currencies stay separate, and apps keep their own DSIs', skip, async t => {
  const other = apps.find(({ appId }) => appId === 102)!
  const { page, errors } = await open('?app=101')
  await page.selectOption('.bar label:has-text("App") select', '102')
  await settled(page)
  t.match(await page.textContent('h1'), new RegExp(`^D${other.targetDsi} ROAS`))
  t.match(await cardValue(page, 'spend'), /^¥/)
  t.notMatch(await page.textContent('main'), /\$\d/)
  t.same(errors, [])
})
