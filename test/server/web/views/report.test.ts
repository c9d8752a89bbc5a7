import t from 'tap'
import { startToolService } from '../../../support/tool-service.ts'
import { violations } from '../../../support/views/axe.ts'
import { pointsOf, showChart, ticksOf, type ChartView } from '../../../support/views/chart-view.ts'
import {
  type Answer,
  HOSTILE,
  objects,
  reportDelivery,
  WEEKLY,
} from '../../../support/views/report-delivery.ts'
import { startBrowser } from '../../../support/browser.ts'
import { EVERYTHING } from '../../../support/views/raw-host.ts'

/** What the charts draw, read back from the page. */
async function drawn({ frame }: ChartView) {
  return frame.$$eval('.p', groups =>
    groups.map(group => ({
      name: group.getAttribute('data-panel'),
      ticks: [...group.querySelectorAll('[data-tick]')].map(text => ({
        y: Number(text.getAttribute('y')) - 4,
        value: Number(text.getAttribute('data-tick')),
      })),
      parts: [...group.querySelectorAll('.ch-part')].map(part => part.getAttribute('data-stop')),
      lines: [...group.querySelectorAll('g[data-line]')].map(line => ({
        column: `roas_paid_gross_${line.getAttribute('data-line')!.toLowerCase()}`,
        solid: line.querySelector('.ch-line')?.getAttribute('d') ?? '',
        dashed: line.querySelector('.ch-forecast')?.getAttribute('d') ?? '',
        dots: [...line.querySelectorAll('.ch-dot')].map(dot => ({
          x: Number(dot.getAttribute('cx')),
          y: Number(dot.getAttribute('cy')),
        })),
      })),
    })),
  )
}

function dayOf(date: string): string {
  return new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(date))
}

/** The parts of a path, each by where it begins and ends. */
function segmentsOf(path: string): string[] {
  const points = pointsOf(path)
  return points.flatMap((point, index) =>
    point.move ? [] : [`${points[index - 1]!.x} ${point.x}`],
  )
}

/** Keeps the delay that merges changes from ending before the test lets it, however long the machine takes between two changes. */
async function holdDelay({ frame }: ChartView): Promise<() => Promise<void>> {
  await frame.evaluate(() => {
    const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
    const held = new Map<number, () => void>()
    window.setTimeout = ((then: () => void, ms?: number) => {
      const id = start(then, ms === 350 ? 2 ** 31 - 1 : ms)
      if (ms === 350) held.set(id, then)
      return id
    }) as typeof setTimeout
    window.clearTimeout = id => {
      held.delete(id as number)
      stop(id)
    }
    Object.assign(window, {
      endDelays() {
        Object.assign(window, { setTimeout: start, clearTimeout: stop })
        for (const [id, then] of held) {
          stop(id)
          then()
        }
      },
    })
  })
  return () => frame.evaluate(() => (window as unknown as { endDelays: () => void }).endDelays())
}

t.test('the report view works in a host', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [reportDelivery()] })
  const answerOf = (args: object) => service.result<Answer>('svc_get_report', args)

  t.test(
    'the label at the end of a line is the value of its last dot, also in a week that has begun',
    async t => {
      const args = { ...WEEKLY, dsiValues: [1] }
      const view = await showChart(t, browser, service, 'report', args)
      await view.frame.waitForSelector('.p .ch-value', { state: 'attached' })
      const rows = objects(await answerOf(args))
      const ends = await view.frame.locator('.p svg[role=img]').evaluateAll(charts =>
        charts.map(chart => {
          const dots = [...chart.querySelectorAll('.ch-dot')].map(dot => ({
            x: Number(dot.getAttribute('cx')),
            r: dot.getAttribute('r'),
          }))
          const last = dots.toSorted((a, b) => a.x - b.x).at(-1)!
          return {
            label: chart.getAttribute('aria-label')!,
            text: chart.querySelector('.ch-value')!.textContent,
            isMarked: last.r === '3.4',
          }
        }),
      )
      t.ok(ends.length > 1)
      for (const { label, text, isMarked } of ends) {
        const own = rows.filter(
          row =>
            label.includes(` of ${String(row['network'])}:`) && row['roas_paid_gross_d1'] !== null,
        )
        const newest = own
          .toSorted((a, b) =>
            String(a['install_cohort']).localeCompare(String(b['install_cohort'])),
          )
          .at(-1)!
        t.equal(text, `${(Number(newest['roas_paid_gross_d1']) * 100).toFixed(1)}%`, label)
        t.ok(isMarked, 'the last dot is the larger one')
      }
      await view.page.close()
    },
  )

  t.test('lines are at their values, solid if both ends are actual', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    await view.frame.waitForSelector('.p .ch-line', { state: 'attached' })
    const rows = objects(await answerOf(WEEKLY))
    const cohorts = [...new Set(rows.map(row => String(row['install_cohort'])))].sort()
    const groups = await drawn(view)
    t.strictSame(
      groups.map(({ name }) => name),
      ['Meta', 'Google', HOSTILE],
      'by spend',
    )
    const greatest = groups.map(({ ticks }) => `${ticks.at(-1)!.value} at ${ticks.at(-1)!.y}`)
    t.equal(new Set(greatest).size, 1, 'one scale')
    for (const { name, ticks, parts, lines } of groups) {
      const scale = ticksOf(ticks)
      const own = cohorts.map(cohort =>
        rows.find(row => row['network'] === name && row['install_cohort'] === cohort)!,
      )
      t.strictSame(
        parts,
        own
          .filter(row => Number(row['period_days']) < 7)
          .map(row => dayOf(String(row['install_cohort']))),
        'part weeks are marked',
      )
      t.ok(parts.length > 0 && parts.length < cohorts.length)
      t.strictSame(
        lines.map(({ column }) => column),
        ['roas_paid_gross_d1', 'roas_paid_gross_d7', 'roas_paid_gross_d365'],
      )
      for (const { column, solid, dashed, dots } of lines) {
        const points = dots
        const expected = own.map(row => Number(row[column]))
        t.equal(points.length, expected.length)
        points.forEach((point, index) =>
          t.ok(
            Math.abs(scale.valueAt(point.y) - expected[index]!) <= scale.perPx,
            `${column} ${index}`,
          ),
        )
        const shares = own.map(row =>
          Number(row[column.replace('roas_paid_gross', 'actual_share')]),
        )
        const segments = points.slice(1).map((point, index) => ({
          at: `${points[index]!.x} ${point.x}`,
          actual: shares[index] === 1 && shares[index + 1] === 1,
        }))
        t.strictSame(
          segmentsOf(solid),
          segments.filter(({ actual }) => actual).map(({ at }) => at),
          'solid',
        )
        t.strictSame(
          segmentsOf(dashed),
          segments.filter(({ actual }) => !actual).map(({ at }) => at),
          'dashed',
        )
      }
      t.equal(lines[2]!.solid, '', 'a year is forecast')
      t.not(lines[1]!.solid, '')
      t.not(lines[1]!.dashed, '')
    }
    t.strictSame(view.errors, [])
  })

  t.test('events are marked in the charts they concern, and listed', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    await view.frame.waitForSelector('.p .ch-strong', { state: 'attached' })
    const marks = await view.frame.$$eval('.p', groups =>
      groups.map(group => ({
        name: group.getAttribute('data-panel'),
        letters: [...group.querySelectorAll('.ch-strong')].map(text => text.textContent),
        x: [...group.querySelectorAll('.ch-strong')].map(text => Number(text.getAttribute('x'))),
        dots: [...group.querySelector('g[data-line]')!.querySelectorAll('.ch-dot')].map(dot =>
          Number(dot.getAttribute('cx')),
        ),
      })),
    )
    t.strictSame(
      marks.map(({ letters }) => letters),
      [['A', 'B'], ['B'], ['B']],
      'Meta has both',
    )
    const places = marks[0]!.dots
    t.strictSame(marks[0]!.x, [places[2], places[4]], 'in the weeks of Mar 9 and Mar 23')
    t.strictSame(await view.frame.locator('.event-list li').allInnerTexts(), [
      `▲ A Mar 11–12: ${HOSTILE}, wrong attribution, Meta`,
      '▲ B Mar 25: Spring, holiday',
    ])
    t.strictSame(view.errors, [])
  })

  t.test('totals are those of the result, with their share of forecast', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    const { totals } = await answerOf(WEEKLY)
    const displayed = await view.frame.$$eval('.totals dd[data-column]', cells =>
      cells.map(cell => [cell.getAttribute('data-column')!, cell.textContent]),
    )
    const percent = new Intl.NumberFormat('en-US', {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    const money = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    })
    const texts = Object.fromEntries(displayed)
    t.equal(texts['spend'], money.format(totals['spend']!))
    for (const dsi of [1, 7, 365])
      t.equal(texts[`roas_paid_gross_d${dsi}`], percent.format(totals[`roas_paid_gross_d${dsi}`]!))
    const words = await view.frame.locator('.totals').innerText()
    const actual = Math.round(totals['actual_share_d7']! * 100)
    t.match(words, `${actual}% actual, ${100 - actual}% forecast`)
    t.match(words, 'all forecast')
    t.match(words, 'Totals of installs Feb 28–Mar 30; paid gross.')
  })

  t.test('another grouping is requested once', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    const endDelay = await holdDelay(view)
    await view.frame.getByLabel('Group by').selectOption('COUNTRY')
    await view.frame.waitForSelector('main[aria-busy=true]')
    await view.frame.getByLabel('Group by').selectOption('PLATFORM')
    await endDelay()
    await view.frame.waitForSelector('.p[data-panel="ANDROID"]')
    const { granularity, ...requested } = view.calls('svc_get_report')[0]!.arguments
    t.equal(view.calls('svc_get_report').length, 1)
    t.strictSame(requested, { ...WEEKLY, groupBy: ['PLATFORM'] })
    t.equal(granularity, 'campaign_geo', 'countries were asked for first')
    await view.frame.getByRole('combobox', { name: /^Cohorts/ }).selectOption('TOTAL')
    await view.frame.waitForSelector('.bars')
    t.strictSame(view.calls('svc_get_report')[1]!.arguments, {
      ...WEEKLY,
      granularity,
      groupBy: ['PLATFORM'],
      installGrouping: 'TOTAL',
    })
    t.match(
      await view.frame.locator('.bars svg').first().getAttribute('aria-label'),
      /D7 [\d.]+%, \d+% actual, \d+% forecast/,
    )
    await view.frame.getByLabel('Metric').selectOption('+cpi')
    await view.frame.waitForSelector('option[value="cpi_paid"]', { state: 'attached' })
    t.strictSame(view.calls('svc_get_report')[2]!.arguments['metrics'], ['spend', 'roas', 'cpi'])
  })

  t.test('targets are read once and averaged by spend per group', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    await view.frame.waitForSelector('[data-target]', { state: 'attached' })
    t.strictSame(
      view.calls('svc_get_recommendations').map(call => call.arguments),
      [{ appId: 1, limit: 500 }],
    )
    const [meta] = await view.frame.$$eval('.p', groups =>
      groups.map(group =>
        Number(group.querySelector('[data-target]')!.getAttribute('data-target')),
      ),
    )
    // Alpha, =1+1 and the long one: 50 at 0.5, 30 at 0.7, 10 at 0.9.
    t.ok(Math.abs(meta! - (50 * 0.5 + 30 * 0.7 + 10 * 0.9) / 90) < 1e-6)
  })

  t.test('an export contains every row, and its link opens where the host allows it', async t => {
    const args = { ...WEEKLY, offset: 0, sort: '-spend' }
    const { limit: _limit, offset: _offset, sort: _sort, ...same } = args
    const { downloadFile: _download, ...links } = EVERYTHING
    const { openLinks: _links, ...nothing } = links
    for (const [capabilities, method] of [
      [EVERYTHING, 'ui/download-file'],
      [links, 'ui/open-link'],
      [nothing, null],
    ] as const) {
      const view = await showChart(t, browser, service, 'report', args, { capabilities })
      await view.frame.getByLabel('File format').selectOption('parquet')
      await view.frame.getByRole('button', { name: 'Export all rows' }).click()
      await view.frame.locator('.export [role=status]', { hasText: '.parquet' }).waitFor()
      t.strictSame(
        view.calls('svc_export_report').map(call => call.arguments),
        [{ ...same, format: 'parquet' }],
      )
      const handed = view.requests.filter(
        ({ method }) => method === 'ui/download-file' || method === 'ui/open-link',
      )
      t.strictSame(
        handed.map(one => one.method),
        method === null ? [] : [method],
      )
      const link = view.frame.locator('.export-link input')
      t.equal(await link.count(), method === null ? 1 : 0)
      const url = method === null ? await link.inputValue() : JSON.stringify(handed[0]!.params)
      t.match(url, 'http://uascope.test/v1/exports/')
      if (method === null)
        t.match(await view.frame.locator('.export-link').innerText(), /works until \d/)
    }
  })

  t.test('a refused download leaves the link to copy', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    await view.page.evaluate(() => {
      const host = window as unknown as {
        answer: (method: string, params: object) => Promise<object>
      }
      const { answer } = host
      host.answer = async (method, params) =>
        method === 'ui/download-file' ? { isError: true } : answer(method, params)
    })
    await view.frame.getByRole('button', { name: 'Export all rows' }).click()
    t.match(
      await view.frame.locator('.export-link input').inputValue(),
      'http://uascope.test/v1/exports/',
    )
  })

  t.test('rows can be sorted, filtered and copied', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    const { frame } = view
    await frame.getByRole('button', { name: 'Spend', exact: true }).click()
    const spends = await frame.$$eval('.folded tbody tr td:nth-child(3)', cells =>
      cells.map(cell => Number(cell.textContent.replace(/[$,]/g, ''))),
    )
    t.strictSame(
      spends,
      [...spends].sort((a, b) => b - a),
    )
    await frame.locator('.menu > button').click()
    await frame.getByRole('checkbox', { name: HOSTILE }).check()
    t.strictSame(
      (await drawn(view)).map(({ name }) => name),
      [HOSTILE],
    )
    const copied = await view.copied('Copy rows for a spreadsheet')
    const rows = objects(await answerOf(WEEKLY)).filter(row => row['network'] === HOSTILE)
    t.equal(copied.length, 1 + rows.length)
    t.strictSame(copied[0]!.slice(0, 4), ['Install week', 'Network', 'Spend', 'ROAS D1 paid gross'])
    t.strictSame(
      copied.slice(1).map(([cohort, network, spend]) => [cohort, network, Number(spend)]),
      rows.map(row => [row['install_cohort'], HOSTILE, row['spend']]),
    )
    t.strictSame(view.errors, [])
  })

  t.test('arrow keys move from cohort to cohort', async t => {
    const view = await showChart(t, browser, service, 'report', WEEKLY)
    const slider = view.frame.getByRole('slider', { name: 'ROAS paid gross of Meta' })
    await slider.focus()
    t.match(
      await slider.getAttribute('aria-valuetext'),
      /^Mar 30 \(1 of 7 days\): D1 [\d.]+%, forecast; D7/,
    )
    await view.page.keyboard.press('ArrowLeft')
    t.match(await slider.getAttribute('aria-valuetext'), /^Mar 23: D1/)
    t.match(await view.frame.locator('.ch-tip').innerText(), /^Mar 23\n/)
    await view.page.keyboard.press('Escape')
    t.equal(await view.frame.locator('.ch-tip').count(), 0)
  })

  t.test('a result without matches is explained', async t => {
    const view = await showChart(t, browser, service, 'report', {
      appId: 1,
      networks: ['Nobody'],
      metrics: ['roas'],
    })
    await view.frame.getByText('Nothing matches').waitFor()
    t.equal(await view.frame.locator('.p').count(), 0)
    t.strictSame(view.errors, [])
  })

  t.test('names never become markup; the view is accessible in any width and theme', async t => {
    const campaigns = { ...WEEKLY, groupBy: ['PLATFORM', 'NETWORK', 'CAMPAIGN'] }
    for (const [width, theme] of [
      [320, 'dark'],
      [1400, 'light'],
    ] as const) {
      const context = { locale: 'en-US', theme }
      const view = await showChart(t, browser, service, 'report', campaigns, {
        context,
        size: { width, height: 900 },
      })
      await view.frame.waitForSelector('[data-target]', { state: 'attached' })
      t.equal(await view.frame.locator('img').count(), 0)
      t.match(await view.frame.locator('.p h3').allInnerTexts(), [
        /Alpha/,
        /Beta/,
        /=1\+1/,
        /<img src=x/,
        /long name/,
      ])
      t.strictSame(
        await view.frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]),
        [width, width],
        'no sideways scrolling',
      )
      t.strictSame(await violations(view.frame), [], `${width} ${theme}`)
      t.strictSame(view.errors, [])
    }
  })
})
