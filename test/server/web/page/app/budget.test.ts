import t from 'tap'
import type {
  BudgetPlan,
  Overview,
  Pacing,
  Recommendation,
} from '../../../../../generated/client/models.ts'
import type { BudgetRow } from '../../../../reference/delivery.ts'
import { startBrowser } from '../../../../support/browser.ts'
import {
  COUNT,
  networkOf,
  responseDelivery,
  spendOf,
} from '../../../../support/response-delivery.ts'
import { axeViolations } from '../../../../support/page/axe-page.ts'
import {
  openPage,
  restRequests,
  waitForHeading,
  startPageService,
} from '../../../../support/page/open-page.ts'
import { overflow, overlappingLabels, settled } from '../../../../support/page/app.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const NOW = '2026-04-01T12:00:00Z'

const SPENDS = Array.from({ length: COUNT }, (_, index) => ({
  network: networkOf(index),
  spend: spendOf(index),
}))
const SPENT = SPENDS.reduce((sum, { spend }) => sum + spend, 0)
const BY_META = SPENDS.reduce(
  (sum, { network, spend }) => (network === 'Meta Ads' ? sum + spend : sum),
  0,
)

function budget(overrides: Partial<BudgetRow> = {}): BudgetRow {
  return {
    budget_id: 1,
    app_id: 1,
    month: '2026-03',
    platform: null,
    network: null,
    campaign: null,
    amount: '4400',
    ...overrides,
  }
}

const service = await startPageService(t, {
  deliveries: [
    responseDelivery({
      budgets: [
        budget({ amount: String(20 * SPENT) }),
        budget({ budget_id: 2, network: 'Meta Ads', amount: String(0.8 * BY_META) }),
        budget({ budget_id: 3, month: '2026-04' }),
      ],
    }),
  ],
})

async function get<T>(path: string): Promise<T> {
  return (await service.get(path, 1)).json() as T
}

async function open(query: string, width = 1400, theme: 'light' | 'dark' = 'light') {
  const opened = await openPage(browser!, service.url, {
    key: service.key,
    query,
    now: NOW,
    theme,
    size: { width, height: 1000 },
  })
  if (query === '') await waitForHeading(opened.page)
  else await settled(opened.page)
  return opened
}

function dollars(amount: number): string {
  const digits = Math.abs(amount) < 9.995 ? 2 : 0
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

t.test('Today and the app show the pacing of the month without an extra request', skip, async t => {
  const pacing = await get<Pacing[]>('/v1/pacing?appId=1')
  t.same((await get<Overview[]>('/v1/overview'))[0]!.pacing, pacing)
  const { page, errors, requests, context } = await open('')
  t.same(restRequests({ requests }), ['/v1/overview'])
  // A twentieth spent on March 30, with one day left and too few days behind it for an interval.
  await page.getByRole('button', { name: /^Evidence/ }).click()
  t.equal(
    await page.textContent('.ar .pace'),
    '5% of the March budget spent; below budget, expected 10%; Meta Ads expected 250%',
  )
  await context.close()
  const app = await open('?app=1')
  t.notOk(restRequests(app).some(path => /pacing|budget-plan/.test(path)))
  const rows = await app.page.locator('table.pc tbody tr').allTextContents()
  t.equal(rows.length, 2, 'those of the month')
  t.match(
    rows[0],
    `${dollars(20 * SPENT)}${dollars(SPENT)}5%below budget, expected 10%${dollars(19 * SPENT)}/day for 1 day meets it`,
  )
  t.match(
    rows[1],
    `${dollars(0.8 * BY_META)}${dollars(BY_META)}125%overspent, expected 250%nothing left for 1 day`,
  )
  t.same([...errors, ...app.errors], [])
  await app.context.close()
})

t.test(
  'the plan is in the address, has the values of REST, and needs no request',
  skip,
  async t => {
    const { page, errors, requests, context } = await open('?app=1')
    const before = restRequests({ requests }).length
    await page.getByRole('button', { name: 'Plan the spend' }).press('Enter')
    await page.waitForSelector('.bp-answer')
    t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Plan')
    t.match(page.url(), /plan=same/)
    await page.getByLabel('Follow the steps').uncheck()
    await page.waitForURL(/steps=off/)
    const slider = page.locator('.bp input[type=range]')
    const total = await slider.evaluate(element => {
      const input = element as HTMLInputElement
      input.value = String(Number(input.min) + 0.9 * (Number(input.max) - Number(input.min)))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      return Math.round(Number(input.value) * 100) / 100
    })
    await page.waitForURL(new RegExp(`plan=${total}(&|$)`))
    const rest = await get<BudgetPlan>(
      `/v1/budget-plan?appId=1&followSteps=false&dailyBudget=${total}`,
    )
    const answer = await page.textContent('.bp-answer')
    t.match(answer, `Spend ${dollars(total)}/day, `)
    t.match(answer, `D7 revenue +${dollars(rest.after.revenue - rest.before.revenue)}/day`)
    const lines = await page
      .locator('[data-plan-row]')
      .evaluateAll(rows => rows.map(row => [row.querySelector('th')!.textContent, row.textContent]))
    for (const [name, line] of lines) {
      const { currentDailySpend, plannedDailySpend } = rest.campaigns.find(
        ({ campaign }) => campaign.trim() === name!.trim(),
      )!
      if (plannedDailySpend !== currentDailySpend)
        t.match(line, `${dollars(currentDailySpend)}${dollars(plannedDailySpend)}`)
    }
    t.equal(restRequests({ requests }).length, before)
    const same = await open(new URL(page.url()).search)
    t.equal(await same.page.textContent('.bp-answer'), answer, 'a link shows the same')
    await same.context.close()

    // A filter plans what is shown; a campaign opens, with its response.
    await page.goto(`${service.url}?app=1&network=AppLovin&plan=roas-0.6&step=0.3&steps=off`)
    await settled(page)
    const filtered = await get<BudgetPlan>(
      '/v1/budget-plan?appId=1&followSteps=false&targetRoas=0.6&maxStep=0.3&networks=AppLovin',
    )
    t.match(await page.textContent('.bp-answer'), `spend ${dollars(filtered.after.dailySpend)}/day`)
    const calls = await get<Recommendation[]>('/v1/recommendations?appId=1&networks=AppLovin')
    const call = calls.find(({ campaign }) => campaign === 'Campaign 5')!
    await page.getByRole('button', { name: 'Close the plan' }).click()
    t.notMatch(page.url(), /plan=|step=/)
    await page.goto(`${service.url}?app=1&plan=same&open=Campaign+5&on=IOS&of=AppLovin`)
    const response = await page.textContent('section:has(> #h-response)')
    t.match(
      response,
      `${(call.marginalRoas! * 100).toFixed(1)}% of the last unit spent; target 60.0%`,
    )
    t.match(
      response,
      `${call.responseElasticity!.toFixed(2)}% more installs (80% interval ${call.responseLow!.toFixed(2)} to ${call.responseHigh!.toFixed(2)})`,
    )
    t.same(errors, [])
    await context.close()
  },
)

t.test('overflow, overlap and axe checks pass, and forced colors keep the marks', skip, async t => {
  for (const [width, theme] of [
    [320, 'light'],
    [390, 'dark'],
    [1400, 'light'],
    [2560, 'dark'],
  ] as const) {
    const { page, context, errors } = await open('?app=1&plan=same&steps=off', width, theme)
    t.same(await overflow(page), [], `${width} px`)
    t.same(await overlappingLabels(page), [], `${width} px: labels`)
    if (width === 390 || width === 1400)
      t.same(await axeViolations(page), [], `${width} px, ${theme}: axe`)
    if (width === 1400) {
      await page.emulateMedia({ forcedColors: 'active' })
      const strokes = await page.evaluate(() =>
        ['.bp .ch-line', '.bp-today .ch-step', '.bp-plan .ch-dot', '.pc .ch-at'].map(selector => {
          const { stroke, fill } = getComputedStyle(document.querySelector(selector)!)
          return [stroke, fill].some(
            color => color !== 'none' && color !== getComputedStyle(document.body).backgroundColor,
          )
        }),
      )
      t.same(strokes, [true, true, true, true], 'each mark differs from the ground')
      t.same(await axeViolations(page), [], 'forced colors: axe')
    }
    t.same(errors, [])
    await context.close()
  }
})
