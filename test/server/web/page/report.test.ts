import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import type { Overview, Recommendation } from '../../../../generated/client/models.ts'
import { utcDate } from '../../../../server/core/model/dates.ts'
import { changeAccess } from '../../../../server/imports/load/changes.ts'
import {
  appRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { admin } from '../../../support/admin.ts'
import { startBrowser } from '../../../support/browser.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import { openPage } from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)

/** A service and commands on one folder, both by the real clock. */
async function startBoth(
  t: Test,
  options: Parameters<typeof startService>[1],
): Promise<TestService> {
  return startService(t, { now: () => new Date(), ...options })
}

function money(value: number): string {
  const digits = Math.abs(value) < 9.995 ? 2 : 0
  return `${value < 0 ? '−' : ''}$${Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)}%`
}

t.test('the report matches the service, at 600 and 1,000 px', async t => {
  const service = await startBoth(t, { demo: utcDate(new Date()) })
  const file = join(service.dataDir, 'report.html')
  const { code, stdout, stderr } = await admin(
    { DATA_DIR: service.dataDir, BASE_URL: 'https://ua.example/x' },
    'report',
    '101',
    '--html',
    file,
  )
  t.equal(code, 0, stderr)
  const overview = ((await service.get('/v1/overview')).json() as Overview[]).find(
    ({ appId }) => appId === 101,
  )!
  const calls = (await service.get('/v1/recommendations?appId=101')).json() as Recommendation[]

  const lines = stdout.split('\n')
  t.equal(lines[0], `${overview.name}, data through ${overview.dataThrough}`)
  for (const { spendChange, gain } of [overview.stepTotals.less, overview.stepTotals.more]) {
    if (spendChange !== 0) t.ok(lines[1]!.includes(money(Math.abs(spendChange))), `${lines[1]}`)
    if (gain !== null) t.ok(lines[1]!.includes(`about ${money(gain)}`), `${lines[1]}`)
  }
  for (const { title, since } of overview.data)
    t.ok(lines.some(line => line.startsWith(`- ${title}`) && line.endsWith(`since ${since}`)))
  const listed = lines.filter(line => /^\d+\. /.test(line))
  const steps = calls.filter(({ step }) => step.direction !== 'none')
  t.equal(listed.length, Math.min(10, steps.length))
  overview.actions.forEach(({ campaign }, index) =>
    t.ok(listed[index]!.startsWith(`${index + 1}. ${campaign} (`), 'in the order of the overview'),
  )
  for (const line of listed) {
    const { step } = steps.find(({ campaign }) => line.includes(`. ${campaign} (`))!
    if (step.gainLow === null) t.notMatch(line, 'worth')
    else t.match(line, `worth ${money(step.gain ?? step.gainLow)}`, 'the price of a step')
  }
  t.equal(lines.at(-2), `Report: ${file}`)

  const html = await readFile(file, 'utf8')
  t.notMatch(
    html,
    /<(script|link|img|iframe|button|input|select)\b|url\((?!\"data:)|@import|\son\w+=/i,
    'nothing to load, to run or to press',
  )
  t.match(html, 'href="https://ua.example/x/?app=101')
  if (browser === undefined) return
  const { page, context, errors, requests } = await openPage(browser, String(pathToFileURL(file)), {
    size: { width: 600, height: 900 },
  })
  t.equal(requests.length, 1)
  for (const width of [390, 600, 1000]) {
    await page.setViewportSize({ width, height: 900 })
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    const wide = await page
      .locator('.card.tb')
      .evaluateAll(cards =>
        cards.filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML),
      )
    t.same(wide, [], `nothing is scrolled or cut off at ${width} px`)
    t.same(await axeViolations(page), [], `${width} px`)
  }
  const words = (await page.innerText('main')).replace(/\s+/g, ' ')
  const { spend, roas, target, targetDsi } = overview
  for (const text of [
    money(spend.day!),
    money(spend.week!),
    percent(roas.week!),
    `target ${percent(target!)}`,
    `D${targetDsi}`,
  ])
    t.ok(words.includes(text), text)
  // The last 7 days by the report, too.
  t.equal(
    await page
      .locator('[data-card=roas] .big')
      .innerText()
      .then(text => text.split(/\s/)[0]),
    percent(roas.week!),
  )
  t.equal(await page.locator('[data-card=spend] .big').innerText(), money(spend.week!))
  const rows = await page.locator('tr[data-row]').allInnerTexts()
  t.equal(rows.length, 12, 'the campaigns that spend most')
  t.match(words, /\d+ more campaigns on the page\./)
  for (const row of rows) {
    const call = calls.find(({ campaign }) => row.startsWith(campaign))
    if (call === undefined) t.match(row, 'No call')
    else t.ok(row.includes(call.action), row)
  }
  t.same(errors, [])
  await context.close()
})

const SCRIPT = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
const RTL = '\u202Eחדש & <b>'

t.test('names never become markup', { skip: browser === undefined }, async t => {
  const before = (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const names = { network: SCRIPT, campaign: RTL }
  const service = await startBoth(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow({ name: SCRIPT })],
        runs: [runRow({ created_at: `${before(0)}T00:00:00.000Z`, max_install_date: before(1) })],
        cohorts: [cohortRow({ ...names, install_date: before(1) })],
        cohort_revenue: [revenueRow({ ...names, install_date: before(1) })],
        recommendations: [recommendationRow(names)],
        alerts: [],
        roas_snapshots: [],
        events: [
          eventRow({
            app_id: 1,
            title: SCRIPT,
            network: null,
            campaign: null,
            start_date: before(2),
            end_date: before(1),
          }),
        ],
      }),
    ],
  })
  const file = join(service.dataDir, 'report.html')
  const { code, stderr, stdout } = await admin(service.dataDir, 'report', '1', '--html', file)
  t.equal(code, 0, stderr)
  t.ok(stdout.startsWith(SCRIPT))
  const { page, context, errors, requests } = await openPage(browser!, String(pathToFileURL(file)))
  t.equal(await page.title(), `${SCRIPT}, ${before(1)}`)
  t.equal(await page.locator('script, img, main b > b').count(), 0)
  const words = await page.innerText('main')
  for (const name of [SCRIPT, RTL]) t.ok(words.includes(name), name)
  t.same([errors, requests.length], [[], 1])
  await context.close()
})

t.test('an empty report shows the reason', async t => {
  const { dataDir, storage } = await startBoth(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow(), appRow({ app_id: 2, live: false }), appRow({ app_id: 3 })],
        runs: [runRow()],
        alerts: [],
      }),
    ],
  })
  const { imports } = storage
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await admin(dataDir, 'report', ...args)
    t.match([code, stdout], [1, ''])
    return stderr
  }
  t.match(await refused('9'), /app 9 does not exist; `apps list` shows all/)
  t.match(await refused('2'), /app 2 is not live/)
  t.match(await refused('3'), /no company can read app 3|app 3 has no data yet/)
  t.match(await refused('1', '--company', '7'), /company 7 cannot read app 1; these can: 1/)
  await changeAccess(imports, { companyId: 1, appId: 1, granted: false })
  t.match(await refused('1'), /no company can read app 1; `access grant` lets one/)
})
