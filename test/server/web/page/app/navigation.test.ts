import t from 'tap'
import { readFile } from 'node:fs/promises'
import type { Overview } from '../../../../../generated/client/models.ts'
import { startBrowser } from '../../../../support/browser.ts'
import { NOW, openPage, restRequests, startDemoPage } from '../../../../support/page/open-page.ts'
import { settled } from '../../../../support/page/app.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const service = await startDemoPage(t)
const size = { width: 1400, height: 1000 }
const QUERY = '?app=101&from=2026-11-09&to=2026-11-15'

async function open(query: string) {
  const opened = await openPage(browser!, service.url, { key: service.key, query, now: NOW, size })
  await settled(opened.page)
  return opened
}

t.test('AXON is three clicks from Today', skip, async t => {
  const { page, errors } = await openPage(browser!, service.url, {
    key: service.key,
    now: NOW,
    size,
  })
  await page.locator('.apps a', { hasText: 'Merge Manor' }).click()
  await settled(page)
  await page.locator('.p .t a', { hasText: 'AppLovin' }).click()
  await page.waitForSelector('.crumb [aria-current]:has-text("AppLovin")')
  t.match(await page.textContent('#h-campaigns'), /^AppLovin: \d+ campaigns/)
  await page.locator('table.cl a', { hasText: 'AXON US | iOS' }).click()
  await page.waitForSelector('dialog[open]')
  t.match(
    await page.textContent('dialog .act'),
    /Raise the D0 ROAS target from .* \(buys less\): saves /,
  )
  t.match(await page.title(), /^AXON US \| iOS \| D0 15% · AppLovin · Merge Manor/)

  const link = page.url()
  const text = await page.textContent('main')
  const other = await openPage(browser!, service.url, {
    key: service.key,
    query: new URL(link).search,
    now: NOW,
    size,
  })
  await settled(other.page)
  await other.page.waitForFunction(() => document.querySelector('dialog .sk') === null)
  await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
  t.equal(
    await other.page.textContent('main'),
    await page.textContent('main'),
    'a link shows the same',
  )
  t.ok(text!.length > 1000)

  await page.goBack()
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  t.match(await page.textContent('.crumb'), /AppLovin/)
  await page.goBack()
  await page.waitForFunction(
    () => document.querySelector('.crumb [aria-current]')?.textContent === 'Merge Manor',
  )
  await page.goBack()
  await page.waitForSelector('.apps')
  await page.goForward()
  await settled(page)
  t.equal(await page.locator('.p.on').count(), 0)
  t.same(errors, [])
})

t.test('a brushed range is in the address, and Back undoes it', skip, async t => {
  const { page } = await open(QUERY)
  const chart = page.locator('[data-panel="Meta Ads"] .ch-cursor')
  await chart.scrollIntoViewIfNeeded()
  const box = (await chart.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.52, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + 42, { steps: 4 })
  t.equal(await page.locator('.ch-brush').count(), 1)
  await page.mouse.up()
  await page.waitForFunction(before => location.search !== before, QUERY)
  await settled(page)
  const { searchParams } = new URL(page.url())
  const days =
    (Date.parse(searchParams.get('to')!) - Date.parse(searchParams.get('from')!)) / 86_400_000 + 1
  t.equal(days % 7, 0, `${days} days are whole weeks`)
  t.ok(days >= 14 && days < 84)
  t.equal(await page.locator('.p.on').count(), 0, 'a brush chooses no panel')
  await page.goBack()
  await settled(page)
  t.equal(new URL(page.url()).search, QUERY)
})

t.test('a click in a chart selects its panel, and another deselects it', skip, async t => {
  const { page } = await open(QUERY)
  await page.locator('[data-panel="Google Ads"] .ch-cursor').click()
  await page.waitForSelector('.p.on[data-panel="Google Ads"]')
  t.match(page.url(), /panel=Google\+Ads/)
  await page.locator('[data-panel="Google Ads"] .t a').click()
  await page.waitForSelector('.p.on', { state: 'detached' })
})

t.test('the cursor of one panel shows its date in all, by pointer and keys', skip, async t => {
  const { page } = await open(QUERY)
  const crosses = () =>
    page.locator('.p .trend').evaluateAll(charts =>
      charts.map(chart => {
        const { display, transform } = getComputedStyle(chart, '::after')
        return display === 'none' || transform === 'none' ? null : new DOMMatrix(transform).e
      }),
    )
  t.strictSame([...new Set(await crosses())], [null])
  const charts = await page.locator('.p svg').elementHandles()
  const drawn = (x?: string | null) =>
    page.waitForFunction(x => {
      const at =
        document.querySelector<HTMLElement>('.pan')?.style.getPropertyValue('--cross') ?? ''
      return x === null ? at !== '' : at === `${x}px`
    }, x ?? null)
  await page.locator('[data-panel="AppLovin"] .ch-cursor').hover()
  await drawn()
  const dotAt = (panel: string, index: number) =>
    page.locator(`[data-panel="${panel}"] [data-line] circle`).nth(index).getAttribute('cx')
  const lines = [...new Set(await crosses())]
  t.equal(lines.length, 1, 'one position')
  const tip = await page.textContent('[data-panel="AppLovin"] .ch-tip')
  await page.locator('[data-panel="Meta Ads"] .t a').focus()
  await page.keyboard.press('Home')
  const first = await dotAt('Meta Ads', 0)
  await drawn(first)
  t.strictSame([...new Set(await crosses())], [Number(first)])
  t.equal(await dotAt('AppLovin', 0), await dotAt('Meta Ads', 0), 'as in every panel')
  t.notMatch(await page.textContent('[data-panel="Meta Ads"] .ch-tip'), tip)
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => document.querySelector('.ch-tip') === null)
  t.strictSame([...new Set(await crosses())], [null])
  for (const chart of charts) t.ok(await chart.evaluate(svg => svg.isConnected))
})

t.test('the value of a last dot stands beside it, also before the last period', skip, async t => {
  const { page } = await open(QUERY)
  const ends = await page.locator('.p .trend svg').evaluateAll(all =>
    all.map(svg => {
      const dots = [...svg.querySelectorAll('circle')]
      const dot = dots.at(-1)!.getBoundingClientRect()
      const label = svg.querySelector('.ch-value')!.getBoundingClientRect()
      return {
        across: label.left - dot.right,
        down: Math.abs((label.top + label.bottom - dot.top - dot.bottom) / 2),
      }
    }),
  )
  t.ok(ends.length > 5)
  for (const { across, down } of ends)
    t.ok(across > 0 && across < 14 && down < 4, `${across}, ${down}`)
})

t.test('arrow keys read a panel point by point', skip, async t => {
  const { page } = await open(QUERY)
  await page.locator('[data-panel="AppLovin"] .t a').focus()
  await page.keyboard.press('Home')
  const first = await page.textContent('[data-panel="AppLovin"] .ch-tip')
  await page.keyboard.press('ArrowRight')
  const second = await page.textContent('[data-panel="AppLovin"] .ch-tip')
  t.match(first, /^Aug 24: \d+\.\d%, actual$/)
  t.match(second, /^Aug 31: \d+\.\d%, actual$/)
  await page.keyboard.press('End')
  t.match(
    await page.textContent('[data-panel="AppLovin"] .ch-tip'),
    /^Nov 9: \d+\.\d%, forecast, 80% interval \d+\.\d% to \d+\.\d%$/,
  )
  await page.keyboard.press('Tab')
  t.equal(await page.locator('[data-panel="AppLovin"] .ch-tip').count(), 0)
})

t.test('the sort order of campaigns is in the address', skip, async t => {
  const { page } = await open(QUERY)
  await page.getByRole('button', { name: 'Off target' }).click()
  t.match(page.url(), /sort=gap/)
  const gaps = (await page.locator('table.cl tbody tr td:nth-child(4)').allTextContents()).flatMap(
    text =>
      /\d/.test(text) ? [Number(text.replace(/[^\d.]/g, '')) * (text.includes('−') ? -1 : 1)] : [],
  )
  t.same(
    gaps,
    gaps.toSorted((a, b) => a - b),
    'what fell shortest comes first',
  )
  t.equal(await page.locator('th[aria-sort=ascending]').textContent(), 'Off target a day ▴')
  await page.getByRole('button', { name: 'What to do' }).click()
  t.match(page.url(), /sort=-step/)
  const [first] = await service.get<Overview[]>('/v1/overview')
  t.equal(
    await page.locator('table.cl tbody tr a.cover').first().textContent(),
    first!.actions[0]!.campaign,
    'what gains most comes first',
  )
  await page.goBack()
  await page.goBack()
  await page.waitForSelector('th[aria-sort=descending]:has-text("Spend")')
})

t.test('Escape and a click outside close menus', skip, async t => {
  const { page } = await open(QUERY)
  for (const name of ['+ Filter', 'Export']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    t.equal(await page.locator('.menu > :popover-open').count(), 1)
    await page.keyboard.press('Escape')
    t.equal(await page.locator('.menu > :popover-open').count(), 0, `${name}: Escape`)
    t.ok(await button.evaluate(element => element === document.activeElement), 'the focus returns')
    await button.click()
    await page.mouse.click(700, 140)
    t.equal(await page.locator('.menu > :popover-open').count(), 0, `${name}: a press outside`)
  }
})

t.test('a filter is selected by name and applies immediately', skip, async t => {
  const { page } = await open(QUERY)
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.locator('.fm summary', { hasText: 'Platform' }).click()
  await page.getByLabel('Android').check()
  await settled(page)
  t.match(page.url(), /platform=ANDROID/)
  t.equal(await page.locator('.menu > :popover-open').count(), 1, 'the menu stays open')
  t.ok(
    (
      await page
        .locator('table.cl tbody th')
        .evaluateAll(cells => cells.map(cell => cell.getAttribute('title')!))
    ).every(text => text.includes(' · Android · ')),
  )
})

t.test('regrouping and filtering by name repeat no request', skip, async t => {
  const opened = await open(QUERY)
  const { page } = opened
  const before = restRequests(opened).length
  t.ok(before <= 6, `${before} requests for an app from cold`)
  await page.selectOption('.bar label:has-text("show") select', 'spend')
  await settled(page)
  await page.selectOption('.bar label:has-text("show") select', 'ltv')
  await settled(page)
  await page.locator('.p .t a').first().click()
  await page.waitForSelector('.p.on')
  t.equal(restRequests(opened).length, before, 'metrics and panels need none')
  await page.selectOption('.bar label:has-text("by") select', 'platform')
  await settled(page)
  t.same(
    restRequests(opened)
      .slice(before)
      .map(url => new URL(url, 'http://x').searchParams.get('groupBy')),
    ['platform'],
    'a grouping needs its periods alone',
  )
})

t.test('CSV has the displayed rows in their order', skip, async t => {
  const { page } = await open(`${QUERY}&network=AppLovin&network=Moloco&sort=campaign`)
  const campaigns = await page.locator('table.cl tbody tr th a').allTextContents()
  const spend = (await page.locator('table.cl tbody tr td:nth-child(7)').allTextContents()).map(
    text => Number(text.replace(/[^\d.]/g, '')),
  )
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /campaigns, CSV/ }).click(),
  ])
  const lines = (await readFile(await csv.path(), 'utf8'))
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
  t.match(
    lines[0],
    /^campaign,platform,network,country,call,spend,spend_before,roas_paid_gross_d30,/,
  )
  t.equal(lines.length - 1, campaigns.length)
  lines.slice(1).forEach((line, index) => {
    t.ok(
      line.startsWith(campaigns[index]!) ||
        line.startsWith(`"${campaigns[index]!.replaceAll('"', '""')}"`),
      line.slice(0, 60),
    )
    const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    t.ok(Math.abs(Number(cells[5]) - spend[index]!) <= 0.5, `${cells[5]} is ${spend[index]}`)
  })
})
