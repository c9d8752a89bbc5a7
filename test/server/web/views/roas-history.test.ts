import t from 'tap'
import {
  appRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { startToolService } from '../../../support/tool-service.ts'
import { violations } from '../../../support/views/axe.ts'
import { pointsOf, showChart, ticksOf, type ChartView } from '../../../support/views/chart-view.ts'
import { startBrowser } from '../../../support/browser.ts'
import { EVERYTHING } from '../../../support/views/raw-host.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const CAMPAIGNS = [
  { campaign: 'Alpha', network: 'Meta', spend: 60 },
  { campaign: HOSTILE, network: '=1+1', spend: 40 },
]
/** Sundays: runs saw nine whole weeks, and fewer before. */
const RUNS = [4, 5, 6, 7, 8, 9].map((weeks, index) => ({ run_id: 10 + index, weeks }))

/** The day `days` after the first Monday. */
function day(offset: number): string {
  return new Date(Date.UTC(2026, 0, 26 + offset)).toISOString().slice(0, 10)
}

/** What six weekly runs estimated for the cohorts of two campaigns, each a little else, at two DSI. */
function delivery() {
  const days = Array.from({ length: 63 }, (_, offset) => offset)
  const runs = RUNS.map(({ run_id, weeks }) =>
    runRow({
      run_id,
      created_at: `${day(weeks * 7)}T06:00:00.000Z`,
      max_install_date: day(weeks * 7 - 1),
    }),
  )
  const roas_snapshots = RUNS.flatMap(({ run_id, weeks }) =>
    days
      .filter(offset => offset < weeks * 7)
      .flatMap(offset =>
        CAMPAIGNS.flatMap(({ spend, ...identity }, place) =>
          [7, 365].map(dsi => {
            const settled = Math.min(1, (weeks * 7 - offset) / 20)
            const roas =
              (0.4 + ((offset * 3 + place * 5) % 13) / 40) *
              (dsi === 7 ? 1 : 2) *
              (0.8 + settled * 0.2 + (run_id % 3) / 50)
            return snapshotRow({
              ...identity,
              run_id,
              install_date: day(offset),
              dsi,
              spend: String(spend),
              ...revenueOf((spend * roas).toFixed(2)),
            })
          }),
        ),
      ),
  )
  const run_id = RUNS.at(-1)!.run_id
  const cohorts = days.flatMap(offset =>
    CAMPAIGNS.map(({ spend, ...identity }) =>
      cohortRow({ ...identity, run_id, install_date: day(offset), spend: String(spend) }),
    ),
  )
  const recommendations = CAMPAIGNS.map(({ spend, ...identity }, index) =>
    recommendationRow({
      ...identity,
      run_id,
      recommendation_id: index + 1,
      spend: String(spend * 6),
      target_paid_gross_roas: 0.5 + index / 10,
    }),
  )
  const events = [eventRow({ start_date: day(10), end_date: day(12) })]
  return minimalDelivery({
    apps: [appRow()],
    runs,
    roas_snapshots,
    cohorts,
    cohort_revenue: [],
    recommendations,
    alerts: [],
    events,
  })
}

interface Answer {
  columns: string[]
  rows: unknown[][]
  context: {
    fullFromAge: number
    actualFromAge: number
    accuracy: {
      age: number
      cohorts: number
      wape: number
      p50: number
      p90: number
      bias: number
    }[]
  }
}

interface Row {
  install_cohort: string
  campaign?: string
  roas_by_age: Record<string, number>
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
/** The host's clock says 2026, as the data do: no year. */
const date = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dateOf(text: string): string {
  return date.format(Date.parse(`${text}T00:00:00Z`))
}

function objects({ columns, rows }: Answer): Row[] {
  return rows.map(
    row => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as unknown as Row,
  )
}

/** The values that were known at an age: then, or before where more came later. */
function known(rows: readonly Row[], age: number): number[] {
  return rows.flatMap(({ roas_by_age }) => {
    const ages = Object.keys(roas_by_age).map(Number)
    const before = ages.filter(other => other <= age)
    if (before.length === 0 || Math.max(...ages) < age) return []
    return [roas_by_age[Math.max(...before)]!]
  })
}

/** By the definition: the value that a share of all others lies below, in between two by proportion. */
function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low * (1 - (place % 1)) + high * (place % 1)
}

async function drawn({ frame }: ChartView) {
  return frame.$eval('.estimates', section => ({
    ticks: [...section.querySelectorAll('[data-tick]')].map(text => ({
      y: Number(text.getAttribute('y')) - 4,
      value: Number(text.getAttribute('data-tick')),
    })),
    cohorts: [...section.querySelectorAll('[data-line] .ch-one')].map(path => ({
      cohort: path.parentElement!.getAttribute('data-line'),
      path: path.getAttribute('d')!,
    })),
    median: section.querySelector('[data-line=median] .ch-line')?.getAttribute('d') ?? '',
    band: section.querySelector('[data-line=median] .ch-band')?.getAttribute('d') ?? '',
    target: Number(section.querySelector('[data-target]')?.getAttribute('data-target') ?? NaN),
  }))
}

t.test('the ROAS history view works in a host', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [delivery()] })
  const answerOf = (args: object) => service.result<Answer>('svc_get_roas_history', args)

  t.test('the chart has a line per cohort, their median and the middle 80 %', async t => {
    const view = await showChart(t, browser, service, 'roas-history', { appId: 1 })
    await view.frame.waitForSelector('[data-line=median]', { state: 'attached' })
    const answer = await answerOf({ appId: 1 })
    const { actualFromAge } = answer.context
    const rows = objects(answer)
    const { ticks, cohorts, median, band } = await drawn(view)
    const scale = ticksOf(ticks)
    const near = (y: number, value: number, message: string) =>
      t.ok(Math.abs(scale.valueAt(y) - value) <= scale.perPx, message)
    t.strictSame(
      cohorts.map(({ cohort }) => cohort),
      rows.map(row => row.install_cohort),
    )
    cohorts.forEach(({ path }, index) => {
      const values = Object.entries(rows[index]!.roas_by_age).sort(
        ([a], [b]) => Number(a) - Number(b),
      )
      const points = pointsOf(path)
      t.equal(points.length, values.length)
      points.forEach(({ y }, place) =>
        near(y, values[place]![1], `cohort ${index}, age ${values[place]![0]}`),
      )
    })
    const ages = [...new Set(rows.flatMap(row => Object.keys(row.roas_by_age).map(Number)))].sort(
      (a, b) => a - b,
    )
    const wide = ages.filter(age => known(rows, age).length >= 5)
    const uncertain = wide.filter(age => age <= actualFromAge)
    t.ok(uncertain.length > 0)
    t.equal(pointsOf(median).length, wide.length)
    t.equal(pointsOf(band).length, 2 * uncertain.length, 'no band over actual values')
    wide.forEach((age, index) =>
      near(pointsOf(median)[index]!.y, quantileOf(known(rows, age), 0.5), `median at ${age}`),
    )
    uncertain.forEach((age, index) => {
      near(pointsOf(band)[index]!.y, quantileOf(known(rows, age), 0.9), `90 % at ${age}`)
      near(
        pointsOf(band).toReversed()[index]!.y,
        quantileOf(known(rows, age), 0.1),
        `10 % at ${age}`,
      )
    })
    const slider = view.frame.getByRole('slider', { name: 'Ages' })
    await slider.focus()
    await view.page.keyboard.press('Home')
    const first = known(rows, ages[0]!)
    t.match(
      await slider.getAttribute('aria-valuetext'),
      `Age ${ages[0]}: median ${percent.format(quantileOf(first, 0.5))}`,
    )
    t.match(await view.frame.locator('.ch-tip').innerText(), `${first.length} cohorts`)
    t.strictSame(view.errors, [])
  })

  t.test('the target comes from one request for recommendations', async t => {
    const view = await showChart(t, browser, service, 'roas-history', {
      appId: 1,
      networks: ['Meta', '=1+1'],
    })
    await view.frame.waitForSelector('[data-target]', { state: 'attached' })
    t.strictSame(view.calls(), [
      {
        name: 'svc_get_recommendations',
        arguments: { appId: 1, networks: ['Meta', '=1+1'], limit: 500 },
      },
    ])
    t.ok(
      Math.abs((await drawn(view)).target - (60 * 0.5 + 40 * 0.6) / 100) < 1e-9,
      'weighted by spend',
    )
    t.match(
      await view.frame.locator('main').innerText(),
      'Target 54.0%, averaged over recommendations by spend.',
    )
  })

  t.test('another DSI has no target, nor has a host without tool calls', async t => {
    const other = await showChart(t, browser, service, 'roas-history', { appId: 1, dsi: 365 })
    await other.frame
      .getByText("No target shown: the app's target is for D7, paid, gross.")
      .waitFor()
    t.strictSame(other.calls(), [])
    const { serverTools: _, ...capabilities } = EVERYTHING
    const mute = await showChart(
      t,
      browser,
      service,
      'roas-history',
      { appId: 1 },
      { capabilities },
    )
    await mute.frame.getByText('this host does not let the view load it').waitFor()
    t.strictSame(mute.calls(), [])
    t.ok(Number.isNaN((await drawn(mute)).target))
    t.match(await mute.frame.locator('.heat').innerText(), 'around the median')
  })

  t.test('the heat map describes every cell, and has a table too', async t => {
    const view = await showChart(t, browser, service, 'roas-history', { appId: 1 })
    const { frame, page } = view
    await frame.getByText('around the target, 54.0%').waitFor()
    const rows = objects(await answerOf({ appId: 1 }))
    const ages = [...new Set(rows.flatMap(row => Object.keys(row.roas_by_age).map(Number)))].sort(
      (a, b) => a - b,
    )
    await frame.getByRole('application').focus()
    const readout = frame.locator('.heat-told')
    await page.keyboard.press('ArrowDown')
    for (const [index, age] of ages.entries()) {
      const value = known([rows[0]!], age)[0]
      if (value === undefined) t.match(await readout.innerText(), `age ${age}: –`)
      else
        t.match(
          await readout.innerText(),
          `${dateOf(rows[0]!.install_cohort)}, age ${age}: ${percent.format(value)}`,
        )
      if (index < ages.length - 1) await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('ArrowDown')
    t.match(await readout.innerText(), dateOf(rows[1]!.install_cohort))
    await frame.getByText('Estimates as a table').click()
    await frame.locator('.folded tbody tr').first().waitFor()
    const cells = await frame.$$eval('.folded tbody tr', lines =>
      lines.map(line => [...line.querySelectorAll('td')].map(cell => cell.textContent)),
    )
    const wanted = rows.map(row => [
      dateOf(row.install_cohort),
      ...ages.map(age =>
        row.roas_by_age[age] === undefined ? '–' : percent.format(row.roas_by_age[age]),
      ),
    ])
    t.strictSame(cells, wanted)
  })

  t.test('an event is marked at the cohort of the week in which it begins', async t => {
    const { frame, errors } = await showChart(t, browser, service, 'roas-history', { appId: 1 })
    await frame.waitForSelector('.heat-names')
    const names = await frame.locator('.heat-names > div').allInnerTexts()
    t.strictSame(
      names.filter(name => name.includes('▲')).map(name => name.replace(/\s+/g, ' ').trim()),
      ['Feb 2 ▲ A'],
    )
    t.match(
      await frame.locator('.event-list').innerText(),
      /▲ A Feb 5–7: SDK broken, wrong attribution/,
    )
    t.strictSame(errors, [])
  })

  t.test('forecast errors are shown at exactly the ages of the result', async t => {
    const view = await showChart(t, browser, service, 'roas-history', { appId: 1 })
    const { accuracy } = (await answerOf({ appId: 1 })).context
    t.ok(accuracy.length > 0)
    await view.frame.locator('.accuracy table').waitFor()
    const lines = await view.frame.locator('.accuracy tbody tr').all()
    const cells = await Promise.all(lines.map(line => line.locator('td').allInnerTexts()))
    const wanted = accuracy.map(({ age, cohorts, wape, p50, p90, bias }) => [
      String(age),
      String(cohorts),
      ...[wape, p50, p90, bias].map(value => percent.format(value).replace('-', '−')),
    ])
    t.strictSame(cells, wanted)
  })

  t.test('DSIs load when the menu opens; choosing one sends a request', async t => {
    const view = await showChart(t, browser, service, 'roas-history', {
      appId: 1,
      startDate: '2026-02-02',
    })
    await view.frame.waitForSelector('[data-target]', { state: 'attached' })
    t.strictSame(view.calls('svc_list_apps'), [])
    await view.frame.getByText('DSI: D7').click()
    await view.frame.getByRole('button', { name: 'D365' }).click()
    await view.frame.getByText('ROAS at D365, as it was estimated').waitFor()
    t.equal(view.calls('svc_list_apps').length, 1)
    t.strictSame(
      view.calls('svc_get_roas_history').map(call => call.arguments),
      [{ appId: 1, startDate: '2026-02-02', dsi: 365, limit: 500 }],
    )
  })

  t.test('choosing a campaign shows it without a request', async t => {
    const args = { appId: 1, granularity: 'campaign' }
    const view = await showChart(t, browser, service, 'roas-history', args)
    await view.frame.waitForSelector('[data-target]', { state: 'attached' })
    const rows = objects(await answerOf(args))
    const of = (campaign: string) => rows.filter(row => row.campaign === campaign)
    t.equal(
      (await drawn(view)).cohorts.length,
      of('Alpha').length,
      'that with the highest spend first',
    )
    t.ok(Math.abs((await drawn(view)).target - 0.5) < 1e-9, 'with its own target')
    await view.frame
      .getByRole('combobox', { name: /^Campaign/ })
      .selectOption({ label: `IOS · =1+1 · ${HOSTILE}` })
    t.ok(Math.abs((await drawn(view)).target - 0.6) < 1e-9)
    const copied = await view.copied('Copy estimates for a spreadsheet')
    t.strictSame(
      copied.slice(1).map(([cohort]) => cohort),
      of(HOSTILE).map(row => row.install_cohort),
    )
    t.equal(view.calls('svc_get_roas_history').length, 0)
    await view.frame
      .getByRole('combobox', { name: /^Campaign/ })
      .selectOption({ label: 'All loaded campaigns' })
    t.equal((await drawn(view)).cohorts.length, rows.length)
    t.equal(await view.frame.locator('img').count(), 0)
    t.strictSame(view.errors, [])
  })

  t.test('a cohort can be sent to the chat', async t => {
    const view = await showChart(t, browser, service, 'roas-history', { appId: 1 })
    const { install_cohort, roas_by_age } = objects(await answerOf({ appId: 1 }))[1]!
    await view.frame
      .getByRole('combobox', { name: 'Cohort', exact: true })
      .selectOption({ label: `${dateOf(install_cohort)} ` })
    await view.frame
      .getByRole('button', { name: `Why did the estimate for ${dateOf(install_cohort)} move?` })
      .click()
    await view.frame.getByText('Sent to the chat').waitFor()
    const shared = view.requests.find(({ method }) => method === 'ui/update-model-context')!.params
    const wanted = Object.entries(roas_by_age)
      .map(([age, value]) => ({ age: Number(age), value }))
      .sort((a, b) => a.age - b.age)
    t.match(shared['structuredContent'], { cohort: install_cohort, dsi: 7, estimates: wanted })
    t.match(
      JSON.stringify(view.requests.find(({ method }) => method === 'ui/message')!.params),
      `Why did the estimate for ${dateOf(install_cohort)} move?`,
    )
  })

  t.test('a result without matches is explained', async t => {
    const view = await showChart(t, browser, service, 'roas-history', {
      appId: 1,
      networks: ['Nobody'],
    })
    await view.frame.getByText('Nothing matches', { exact: true }).waitFor()
    t.equal(await view.frame.locator('.estimates').count(), 0)
    t.strictSame(view.errors, [])
  })

  t.test('the view is accessible in any width and theme', async t => {
    const cases = [
      [320, 'light', 'WEEKLY'],
      [1400, 'dark', 'DAILY'],
    ] as const
    for (const [width, theme, installGrouping] of cases) {
      const args = { appId: 1, granularity: 'campaign', installGrouping, limit: 500 }
      const view = await showChart(t, browser, service, 'roas-history', args, {
        context: { locale: 'en-US', theme },
        size: { width, height: 900 },
      })
      await view.frame.waitForSelector('[data-target]', { state: 'attached' })
      await view.frame.getByText('Estimates as a table').click()
      await view.frame.locator('.folded tbody tr').first().waitFor()
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
