import type { Page } from 'playwright-core'
import t from 'tap'
import type { Overview, Recommendation } from '../../../../generated/client/models.ts'
import { startBrowser } from '../../../support/browser.ts'
import { startToolService, type ToolService } from '../../../support/tool-service.ts'
import { showView } from '../../../support/views/show-view.ts'
import { settled } from '../../../support/page/app.ts'
import { DAY, NOW, openPage, waitForHeading } from '../../../support/page/open-page.ts'

/** One campaign has one step: the same kind, direction, numbers and words on every surface. */

interface Answer {
  columns: string[]
  rows: unknown[][]
  nextOffset?: number
}

type Row = Record<string, unknown>

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const service = await startToolService(t, {
  now: NOW,
  demo: DAY,
  environment: { RATE_LIMIT: '1000000' },
})
await service.server.start()
// Links of exports name another address.
const url = `http://127.0.0.1:${service.server.info.port}/`
const key = await service.keyOf(1)

async function get<T>(path: string): Promise<T> {
  return JSON.parse(
    (await service.server.inject({ url: path, headers: { authorization: `Bearer ${key}` } }))
      .payload,
  ) as T
}

async function toolRows({ result }: ToolService, name: string, args: object): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const answer: Answer = await result<Answer>(name, { ...args, offset })
    rows.push(
      ...answer.rows.map(row =>
        Object.fromEntries(answer.columns.map((column, index) => [column, row[index]])),
      ),
    )
    offset = answer.nextOffset
  }
  return rows
}

function nameOf({ platform, network, campaign }: Row | Recommendation): string {
  return JSON.stringify([platform, network, campaign])
}

/** Amounts as the page writes them. */
function money(currency: string, value: number): string {
  const digits = currency !== 'JPY' && Math.abs(value) < 9.995 ? 2 : 0
  const options = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
  } as const
  return new Intl.NumberFormat('en-US', { ...options, maximumFractionDigits: digits })
    .format(value)
    .replace('-', '−')
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)}%`
}

/** Campaigns of rows by the links that open them. */
async function textByCampaign(page: Page, row: string, text: string): Promise<Map<string, string>> {
  const texts = await page.locator(row).evaluateAll(
    (rows, text) =>
      rows.map(row => {
        const query = new URL(row.querySelector<HTMLAnchorElement>('a[href*="open="]')!.href)
          .searchParams
        return [
          JSON.stringify([query.get('on'), query.get('of'), query.get('open')]),
          row.querySelector(text)!.textContent,
        ] as const
      }),
    text,
  )
  return new Map(texts)
}

/** Whether a line has the start of the step's sentence: its action or its reason. */
function begins(whole: string, text: string): boolean {
  return whole === text || whole.startsWith(`${text}: `) || whole.startsWith(`${text}; `)
}

const apps = await get<Overview[]>('/v1/overview')

for (const app of apps) {
  const { appId, currency, targetRoasType: roasType, targetRevenueType: revenueType } = app
  const recommendations = await get<Recommendation[]>(`/v1/recommendations?appId=${appId}`)
  const rows = await toolRows(service, 'svc_get_recommendations', { appId })
  const words = new Map(rows.map(row => [nameOf(row), String(row['stepWords'])]))
  const type = [...roasType.split('_'), revenueType]
    .map(part => part[0]!.toUpperCase() + part.slice(1))
    .join('')
  const deciding = (row: Recommendation, of: 'target' | 'predicted') =>
    (row as unknown as Record<string, number | null>)[`${of}${type}Roas`]!

  const worthOf = (row: Recommendation) => {
    const { optimisationLiveRoas: live, optimisationPacedRoas: paced, dailySpend, step } = row
    const bids = live === null || paced === null ? 0 : Math.abs(paced / live - 1)
    return (
      step.gain ??
      step.gainLow ??
      dailySpend * Math.abs(deciding(row, 'predicted') / deciding(row, 'target') - 1) * bids
    )
  }

  t.test(`${app.name}: tool and overview have the steps of REST`, async t => {
    t.equal(rows.length, recommendations.length)
    const byId = new Map(rows.map(row => [row['id'] ?? nameOf(row), row]))
    for (const { step, ...row } of recommendations) {
      const toolRow = byId.get(row.id) ?? byId.get(nameOf(row))!
      for (const [field, value] of Object.entries(step)) {
        const column = toolRow[`step${field[0]!.toUpperCase()}${field.slice(1)}`]
        if (column === undefined) continue
        if (typeof value === 'number')
          t.ok(
            Math.abs(Number(column) - value) <= Math.abs(value) * 1e-5,
            `${row.campaign}: ${field}`,
          )
        else t.equal(column, value, `${row.campaign}: ${field}`)
      }
      const said = words.get(nameOf(row))!
      const { from, to, gain, gainLow, gainHigh, kind, direction } = step
      if (direction === 'none') {
        t.match(
          said,
          { keep: /^Keep: /, check_data: /^Check the data: /, stopped: /^Stopped: / }[
            kind as 'keep'
          ],
        )
        t.notMatch(said, /\(buys|Raise|Lower|Cut |worth/)
        continue
      }
      t.equal(row.action, direction === 'more' ? 'SCALE' : 'REDUCE', `${row.campaign}: ${said}`)
      t.match(
        said,
        to! > from! === (kind === 'bid_target' ? direction === 'less' : direction === 'more')
          ? /./
          : /^$/,
      )
      const numbers =
        kind === 'bid_target'
          ? [percent(from!), percent(to!)]
          : [money(currency, Math.abs(to! - from!))]
      const price =
        gainLow === null
          ? []
          : [gainLow, gainHigh!, ...(gain === null ? [] : [gain])].map(amount =>
              money(currency, amount),
            )
      for (const number of [...numbers, ...price]) t.ok(said.includes(number), `${said}: ${number}`)
    }
    const steps = recommendations
      .filter(({ step }) => step.direction !== 'none')
      .sort((a, b) => worthOf(b) - worthOf(a) || a.id - b.id)
    t.same(
      app.actions.map(({ id, step }) => ({ id, step })),
      steps.slice(0, 3).map(({ id, step }) => ({ id, step })),
      'the greatest gains come first',
    )
    t.equal(app.otherSteps, steps.length - app.actions.length)
  })

  t.test(`${app.name}: the page has the same steps`, skip, async t => {
    const size = { width: 1400, height: 1000 }
    const { page, context, errors } = await openPage(browser!, url, {
      key,
      now: NOW,
      size,
      query: `?app=${appId}&from=2026-10-20&to=2026-11-21`,
    })
    await settled(page)
    const others = page.locator('#campaigns .rest .btn')
    if ((await others.count()) > 0) await others.click()
    const table = await textByCampaign(page, 'table.cl tbody tr', 'td.do')
    const listed = [...table].filter(([campaign]) => words.has(campaign))
    t.ok(listed.length >= 0.9 * words.size, `${listed.length} rows`)
    for (const [campaign, text] of listed)
      t.ok(begins(words.get(campaign)!, text), `${campaign}: ${text}`)
    const first = await page.locator('.two .todo .do a').allTextContents()
    app.actions.forEach((action, index) =>
      t.ok(begins(words.get(nameOf(action as unknown as Row))!, first[index]!), `${first[index]}`),
    )

    // The plan begins as the steps: the same campaigns, order and words.
    await page.goto(`${url}?app=${appId}&plan=same`)
    await page.waitForSelector('.bp-answer')
    const more = page.locator('.bp').getByRole('button', { name: /^Show \d+ more$/ })
    if ((await more.count()) > 0) await more.click()
    const planned = await page
      .locator('[aria-label="Campaigns that move"] [data-plan-row]')
      .evaluateAll(rows =>
        rows.map(row => ({
          campaign: row.querySelector('th')!.textContent,
          words: row.querySelector('.bp-do')!.textContent,
        })),
      )
    const inOrder = recommendations
      .filter(({ step }) => step.direction !== 'none')
      .sort((a, b) => worthOf(b) - worthOf(a) || a.id - b.id)
    t.same(
      planned.slice(0, inOrder.length).map(({ campaign }) => campaign),
      inOrder.map(({ campaign }) => campaign),
      'the order of the steps',
    )
    if ((await page.textContent('.bp-answer'))!.startsWith('The steps only cut'))
      for (const [index, { words: text }] of planned.entries())
        t.ok(begins(words.get(nameOf(inOrder[index]!))!, text), text)

    const kinds = new Set(recommendations.map(({ step }) => `${step.kind} ${step.reason}`))
    for (const kind of kinds) {
      const row = recommendations.find(
        ({ step, platform }) => `${step.kind} ${step.reason}` === kind && platform !== 'Unknown',
      )
      if (row === undefined) continue
      await page.goto(
        `${url}?${new URLSearchParams({ app: String(appId), open: row.campaign, on: row.platform, of: row.network })}`,
      )
      await page.waitForSelector('dialog .act .do')
      t.equal(await page.textContent('dialog .act .do'), words.get(nameOf(row)), `drawer: ${kind}`)
    }

    await page.goto(`${url}?view=alerts&app=${appId}`)
    await waitForHeading(page)
    const lines = await textByCampaign(page, '.ib details[data-key]', '.wd .step')
    t.ok(lines.size > 0)
    for (const [campaign, text] of lines)
      if (words.has(campaign))
        t.ok(begins(words.get(campaign)!, text), `alerts: ${campaign}: ${text}`)
    t.same(errors, [])
    await context.close()
  })

  t.test(`${app.name}: the views have the same steps`, skip, async t => {
    const list = await showView(browser!, service, 'recommendations', { appId, limit: 60 })
    const acting = rows.filter(row => row['stepDirection'] !== 'none')
    t.equal(
      await list.frame.locator('tr[data-row]').count(),
      Math.min(5, acting.length),
      'the first steps',
    )
    if (acting.length > 5) await list.frame.getByRole('button', { name: /^Show \d+ more/ }).click()
    const inOrder = recommendations
      .filter(({ step }) => step.direction !== 'none')
      .sort((a, b) => worthOf(b) - worthOf(a) || a.id - b.id)
    const names = await list.frame
      .locator('.campaigns > table tr[data-row] th button')
      .allTextContents()
    t.same(
      names,
      inOrder.map(({ campaign }) => campaign),
      'in the order of the steps',
    )
    await list.frame.locator('.campaigns .folded > summary').click()
    // Folded lines are drawn once the event of the opened details has come.
    await list.frame.locator('.campaigns .folded tr[data-row]').last().waitFor()
    const said = await list.frame
      .locator('tr[data-row]')
      .evaluateAll(lines => lines.map(line => line.querySelector('.do')!.textContent))
    t.ok(said.length >= 0.9 * words.size)
    const known = [...words.values()]
    for (const text of said)
      t.ok(
        known.some(whole => begins(whole, text)),
        text,
      )
    t.same(list.errors, [])
    await list.page.close()

    const alerts = await showView(browser!, service, 'alerts', { appId })
    await alerts.frame.waitForFunction(() =>
      /^(Keep|Check the data|Stopped|Raise|Lower|Cut|Spend)/.test(
        document.querySelector('.step')?.textContent ?? '',
      ),
    )
    const steps = await alerts.frame
      .locator('.campaign-line')
      .evaluateAll(lines =>
        lines.map(
          line =>
            [
              line.querySelector('.campaign')!.textContent,
              line.querySelector('.step')!.textContent,
            ] as const,
        ),
      )
    for (const [campaign, text] of steps) {
      const own = rows.filter(row => row['campaign'] === campaign).map(row => row['stepWords'])
      if (own.length > 0)
        t.ok(
          own.some(whole => begins(String(whole), text)),
          `${campaign}: ${text}`,
        )
    }
    t.same(alerts.errors, [])
    await alerts.page.close()
  })
}

t.test('Today shows the first steps of all apps in the same words', skip, async t => {
  const { page, context, errors } = await openPage(browser!, url, { key, now: NOW })
  await waitForHeading(page)
  const said = await page.locator('.todo .do a').allTextContents()
  t.equal(
    said.length,
    Math.min(
      3,
      apps.reduce((sum, { actions }) => sum + actions.length, 0),
    ),
  )
  const known: string[] = []
  for (const { appId, actions } of apps) {
    const rows = await toolRows(service, 'svc_get_recommendations', { appId })
    for (const action of actions)
      known.push(
        String(rows.find(row => nameOf(row) === nameOf(action as unknown as Row))!['stepWords']),
      )
  }
  for (const text of said)
    t.ok(
      known.some(whole => begins(whole, text)),
      text,
    )
  t.same(errors, [])
  await context.close()
})
