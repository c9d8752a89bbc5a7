import t from 'tap'
import { startBrowser } from '../../../support/browser.ts'
import { until } from '../../../support/until.ts'
import { startToolService } from '../../../support/tool-service.ts'
import { type ChartView, showChart } from '../../../support/views/chart-view.ts'
import { overlaps } from '../../../support/views/overlaps.ts'
import { EVERYTHING } from '../../../support/views/raw-host.ts'
import { type Answer, reportDelivery, WEEKLY } from '../../../support/views/report-delivery.ts'

const DAILY = { appId: 1, metrics: ['spend', 'roas'] }
const ALL_IN_ONE = { ...WEEKLY, installGrouping: 'TOTAL' }

/** The contexts that the host received by `ui/update-model-context`, in order. */
function sharedContexts({ requests }: ChartView) {
  return requests.flatMap(({ method, params }) =>
    method === 'ui/update-model-context' ? [params['structuredContent'] as object] : [],
  )
}

t.test('the report view separates the request from the display', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [reportDelivery()] })
  const answerOf = (args: object) => service.result<Answer>('svc_get_report', args)
  const spend = ({ frame }: ChartView) =>
    frame.locator('.totals:not(.stale) dd[data-column=spend]').innerText()

  t.test(
    'a truncated result is completed by the same question, and the chat keeps its own',
    async t => {
      const view = await showChart(t, browser, service, 'report', DAILY)
      await view.frame.getByText('Rows (155)').waitFor()
      t.strictSame(
        view.calls('svc_get_report').map(call => call.arguments),
        [{ ...DAILY, limit: 500, offset: 100 }],
      )
      t.equal(await view.frame.getByRole('combobox', { name: /^Cohorts/ }).inputValue(), 'DAILY')
      t.equal(await view.frame.locator('.p').count(), 5)
      t.equal(
        await view.frame.locator('.notice:has-text("rows"), progress').count(),
        0,
        'nothing is being asked',
      )
      await view.frame
        .locator('summary', { hasText: 'Shared with the chat: 100 of 155 rows, 20 of 31 days' })
        .click()
      const table = view.frame.locator('.folded').last()
      await table.getByRole('button', { name: 'Show all 100 rows' }).click()
      t.equal(await table.locator('tbody tr').count(), 100)
      t.strictSame(view.errors, [])
    },
  )

  t.test(
    'a requested limit stays; the view says so and offers the rest, or a coarser question',
    async t => {
      const view = await showChart(t, browser, service, 'report', { ...DAILY, limit: 20 })
      const notice = view.frame.locator('.notice', { hasText: 'of 155 rows' })
      t.match(await notice.innerText(), /^Showing 20 of 155 rows, 4 of 31 days/)
      t.strictSame(view.calls('svc_get_report'), [])
      await notice.getByRole('button', { name: 'Load all 155 rows' }).click()
      await view.frame.getByText('Rows (155)').waitFor()
      t.equal(await notice.count(), 0, 'everything is shown')
      t.strictSame(view.calls('svc_get_report')[0]!.arguments, { ...DAILY, limit: 500, offset: 20 })

      const other = await showChart(t, browser, service, 'report', { ...DAILY, limit: 20 })
      await other.frame.getByRole('button', { name: 'Show by network, weekly instead' }).click()
      await other.frame.locator('.p[data-panel="Google"]').waitFor()
      t.equal(
        await other.frame.getByRole('combobox', { name: /^Cohorts/ }).inputValue(),
        'WEEKLY',
        'the form says what is shown',
      )
      // A person's choice is not overruled.
      await other.frame.getByRole('combobox', { name: /^Cohorts/ }).selectOption('DAILY')
      await other.frame.getByText('Rows (93)').waitFor()
      t.equal(await other.frame.getByRole('combobox', { name: /^Cohorts/ }).inputValue(), 'DAILY')
      t.equal(await other.frame.locator('.notice:has-text("Showing"), progress').count(), 0)
    },
  )

  t.test('a host without tool calls is offered the question for the chat', async t => {
    const { serverTools: _, ...capabilities } = EVERYTHING
    const view = await showChart(t, browser, service, 'report', DAILY, { capabilities })
    t.match(
      await view.frame.locator('.notice', { hasText: 'of 155 rows' }).innerText(),
      /^Showing 100 of 155 rows/,
    )
    await view.frame.getByRole('button', { name: 'Ask for it by network, weekly' }).click()
    await view.frame.getByText('Sent to the chat').waitFor()
    t.strictSame(view.calls(), [])
    const said = view.requests.find(({ method }) => method === 'ui/message')!
    t.match(JSON.stringify(said.params), 'by network, weekly')
    t.equal(await view.frame.getByRole('button', { name: 'Export all rows' }).count(), 0)
  })

  t.test('without a chat, the view does not mention one', async t => {
    const { message: _message, updateModelContext: _context, ...capabilities } = EVERYTHING
    const view = await showChart(t, browser, service, 'report', DAILY, { capabilities })
    await view.frame.getByText('Rows (155)').waitFor()
    t.notMatch(await view.frame.locator('body').innerText(), /\bchat\b/i)
  })

  t.test('a metric that the result lacks appears once it is chosen', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    for (const [metric, label] of [
      ['ltv', 'LTV paid gross'],
      ['revenue', 'Revenue paid gross'],
      ['cpi', 'CPI paid'],
    ] as const) {
      await view.frame.getByLabel('Metric').selectOption(`+${metric}`)
      await view.frame.getByRole('heading', { name: `${label} by install cohort` }).waitFor()
      t.match(await view.frame.getByLabel('Metric').inputValue(), new RegExp(`^${metric}_`))
    }
    t.equal(view.calls('svc_get_report').length, 3, 'one request each')
  })

  t.test(
    'a filter is part of the question: totals follow, and a new grouping keeps it',
    async t => {
      const view = await showChart(t, browser, service, 'report', WEEKLY)
      const [whole, part] = [
        await answerOf(WEEKLY),
        await answerOf({ ...WEEKLY, networks: ['Google'] }),
      ]
      const money = new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency: 'USD',
        maximumFractionDigits: 0,
      })
      t.equal(await spend(view), money.format(whole.totals['spend']!))
      await view.frame.locator('.menu > button').click()
      await view.frame.getByRole('checkbox', { name: 'Google' }).check()
      t.equal(await view.frame.locator('.p').count(), 1, 'at once')
      await view.frame.locator('.chip', { hasText: 'Google' }).waitFor()
      t.equal(await spend(view), money.format(part.totals['spend']!))
      await view.page.keyboard.press('Escape')
      await view.frame.getByLabel('Group by').selectOption('PLATFORM')
      await view.frame.locator('.p[data-panel="ANDROID"]').waitFor()
      t.strictSame(view.calls('svc_get_report').at(-1)!.arguments['networks'], ['Google'])
      t.equal(await spend(view), money.format(part.totals['spend']!))
      await view.frame.locator('button', { hasText: 'Network: Google' }).waitFor()
      await view.frame.getByRole('button', { name: 'Clear filters' }).click()
      await view.frame.locator('.p[data-panel="IOS"]').waitFor()
      t.equal(await spend(view), money.format(whole.totals['spend']!))
      t.strictSame(view.errors, [])
    },
  )

  t.test('without tool calls, totals that ignore a filter are hidden', async t => {
    const { serverTools: _, ...capabilities } = EVERYTHING
    const view = await showChart(t, browser, service, 'report', WEEKLY, { capabilities })
    await view.frame.locator('.totals').waitFor()
    await view.frame.locator('.menu > button').click()
    await view.frame.getByRole('checkbox', { name: 'Google' }).check()
    await view.frame.getByText('Totals are of all rows').waitFor()
    t.equal(await view.frame.locator('.totals').count(), 0)
  })

  t.test('the host receives a changed question once, and its own never', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    await view.frame.locator('[data-target]').first().waitFor({ state: 'attached' })
    await view.frame.getByLabel('Group by').selectOption('PLATFORM')
    await view.frame.locator('.p[data-panel="ANDROID"]').waitFor()
    await until('the question', () => sharedContexts(view).length > 0)
    t.match(sharedContexts(view), [
      { tool: 'svc_get_report', arguments: { ...WEEKLY, groupBy: ['PLATFORM'] } },
    ])
    await view.frame.getByRole('combobox', { name: 'DSI' }).selectOption('7')
    await until('the DSI', () => sharedContexts(view).length > 1)
    t.match(sharedContexts(view).at(-1), { shown: { dsi: 7 } })
  })

  t.test('a total is labeled with its range', async t => {
    const view = await showChart(t, browser, service, 'report', ALL_IN_ONE)
    const cells = await view.frame.locator('.folded tbody tr td:first-child').allInnerTexts()
    t.strictSame(new Set(cells), new Set(['Feb 28–Mar 30']))
    t.match(await view.frame.locator('.folded thead').innerText(), /^Installs/)
  })

  t.test('money panels have separate scales, ratio panels share one', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    await view.frame.getByLabel('Metric').selectOption('spend')
    await view.frame.getByText('Each panel has its own scale').waitFor()
    const heights = await view.frame.$$eval('.p', panels =>
      panels.map(panel => {
        const box = panel.querySelector('.ch-line')!.getBoundingClientRect()
        return box.height
      }),
    )
    t.ok(
      heights.every(height => height > 40),
      `each line fills its panel: ${heights.join()}`,
    )
  })

  t.test(
    'a single line looks as on the page: hollow for forecast, hatched for partly actual, labeled target and last dot',
    async t => {
      const view = await showChart(t, browser, service, 'report', WEEKLY)
      await view.frame.getByRole('combobox', { name: 'DSI' }).selectOption('7')
      const panel = view.frame.locator('.p[data-panel="Meta"]')
      await panel.locator('.trend').waitFor()
      const { columns, rows } = await answerOf(WEEKLY)
      const own = rows
        .filter(row => row[columns.indexOf('network')] === 'Meta')
        .sort((a, b) => String(a[0]).localeCompare(String(b[0])))
      const shares = own.map(row => Number(row[columns.indexOf('actual_share_d7')]))
      t.equal(await panel.locator('.ch-dot').count(), own.length)
      t.equal(
        await panel.locator('.ch-dot.ch-hollow').count(),
        shares.filter(share => share < 1).length,
      )
      t.equal(
        await panel.locator('.ch-hatch').count(),
        shares.filter(share => share > 0 && share < 1).length,
      )
      const last = `${(Number(own.at(-1)![columns.indexOf('roas_paid_gross_d7')]) * 100).toFixed(1)}%`
      t.equal(
        await panel.locator('.ch-value').innerHTML(),
        last,
        'of its own dot, also in a week that has begun',
      )
      await panel.locator('.ch-target').waitFor({ state: 'attached' })
      await view.frame.getByRole('combobox', { name: 'DSI' }).selectOption('365')
      t.equal(await panel.locator('.ch-dot:not(.ch-hollow)').count(), 0, 'a year is forecast')
    },
  )

  t.test('axis labels do not overlap at any width', async t => {
    for (const width of [320, 800, 1400])
      for (const args of [
        DAILY,
        WEEKLY,
        { ...WEEKLY, groupBy: ['NONE'] },
        { ...DAILY, dsiValues: [7], groupBy: ['NETWORK'] },
      ]) {
        const view = await showChart(t, browser, service, 'report', args, {
          size: { width, height: 900 },
        })
        await view.frame.locator('.p svg').first().waitFor()
        t.strictSame(await overlaps(view.frame, '.p svg'), [], `${width} ${JSON.stringify(args)}`)
        t.equal(
          await view.frame.evaluate(() => document.documentElement.scrollWidth),
          width,
          'no sideways scrolling',
        )
      }
  })

  t.test('Escape, a click outside and the host taking focus close menus', async t => {
    const view = await showChart(t, browser, service, 'report', {
      ...WEEKLY,
      groupBy: ['PLATFORM', 'NETWORK'],
    })
    const open = view.frame.locator('.menu > :popover-open')
    const summary = (name: string) => view.frame.locator('.menu > button', { hasText: name })
    await summary('Network').click()
    t.equal(await open.count(), 1)
    await view.page.keyboard.press('Escape')
    t.equal(await open.count(), 0)
    t.ok(
      await summary('Network').evaluate(element => element === document.activeElement),
      'focus returns',
    )
    await summary('Network').click()
    await view.frame.locator('h1').click()
    t.equal(await open.count(), 0)
    await summary('Network').click()
    await summary('Platform').click()
    t.equal(await open.count(), 1, 'one at a time')
    await view.frame.evaluate(() => void window.dispatchEvent(new Event('blur')))
    t.equal(await open.count(), 0)
  })

  t.test('print shows charts and bars, and no controls', async t => {
    const view = await showChart(t, browser, service, 'report', ALL_IN_ONE)
    await view.frame.locator('.bars').first().waitFor()
    await view.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    t.ok((await view.frame.locator('.bars rect').first().boundingBox())!.width > 0)
    t.equal(
      await view.frame
        .locator('select:visible, .filters:visible, button:visible:text("Copy")')
        .count(),
      0,
    )
    t.ok((await view.frame.locator('.totals').boundingBox())!.height > 40)
    t.equal(
      await view.frame.evaluate(() => getComputedStyle(document.documentElement).printColorAdjust),
      'exact',
    )
    t.equal(
      await view.frame
        .locator('.scroll')
        .first()
        .evaluate(box => getComputedStyle(box).maxHeight),
      'none',
    )
  })
})
