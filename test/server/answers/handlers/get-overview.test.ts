import t from 'tap'
import type { components } from '../../../../generated/types.ts'
import { createHandlers } from '../../../../server/answers/handlers/handlers.ts'
import { ExportLinks } from '../../../../server/core/access/export-links.ts'
import type { Catalog } from '../../../../server/core/model/catalog.ts'
import type { Store } from '../../../../server/core/model/store.ts'
import type { CohortRow, Delivery, RecommendationRow } from '../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  steadyCohorts,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { work } from '../../../support/work.ts'
import { twoCompanies } from '../../../support/two-companies.ts'
import { addDays } from '../../../reference/periods.ts'

const NO_INSTALLS = { paid_installs: 0, incremental_blended_installs: 0, full_blended_installs: 0 }

const NO_STEPS = {
  steps: 0,
  unpriced: 0,
  spendChange: 0,
  revenueChange: null,
  gain: null,
  gainLow: null,
  gainHigh: null,
}

const NO_PRICE = {
  spendChange: null,
  revenueChange: null,
  revenueChangeLow: null,
  revenueChangeHigh: null,
  gain: null,
  gainLow: null,
  gainHigh: null,
}

const NO_STEP = {
  reason: null,
  ...NO_PRICE,
  bounds: false,
  budget: null,
  brake: null,
  bidStays: false,
  tested: true,
  checkpoint: null,
  nextRoas: null,
  newest: null,
  rightShare: null,
  judged: 0,
}

const EVERYTHING = { platform: null, network: null, campaign: null, country: null }

/** By the clock of the tests. */
const LATE = { kind: 'late', title: 'Data end on 2026-03-30', since: '2026-03-31', ...EVERYTHING }

type Overview = components['schemas']['Overview']

async function overviews({ get }: TestService, companyId = 1): Promise<Overview[]> {
  const answer = await get('/v1/overview', companyId)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Overview[]
}

/** The overview of app 1 of a minimal delivery with some other tables. */
async function overviewOf(test: Pick<typeof t, 'teardown'>, tables: Delivery): Promise<Overview> {
  const [only] = await overviews(
    await startService(test, { deliveries: [minimalDelivery(tables)] }),
  )
  return only!
}

/** Cohorts of these install dates and spends, each with revenue of half of its spend by DSI 7. */
function cohortsOf(
  spends: Record<string, number>,
): Pick<Required<Delivery>, 'cohorts' | 'cohort_revenue'> {
  const entries = Object.entries(spends)
  return {
    cohorts: entries.map(([install_date, spend]): CohortRow =>
      cohortRow({ install_date, spend: String(spend) }),
    ),
    cohort_revenue: entries.map(([install_date, spend]) =>
      revenueRow({ install_date, ...revenueOf(String(spend / 2)) }),
    ),
  }
}

function target(
  id: number,
  campaign: string,
  daily: number,
  roas: { target: number | null; predicted: number | null },
): RecommendationRow {
  const of = { target_paid_gross_roas: roas.target, predicted_paid_gross_roas: roas.predicted }
  return recommendationRow({ recommendation_id: id, campaign, spend: String(daily * 6), ...of })
}

t.test('every field of an app matches hand-computed values', async t => {
  const short = (200 / 7) * (1 - 0.7)
  // 2026-03-30 is a Monday.
  const facts = cohortsOf({
    '2026-03-30': 100,
    '2026-03-29': 60,
    '2026-03-24': 40,
    '2026-03-23': 30,
    '2026-03-17': 20,
    '2026-02-09': 8,
  })
  facts.cohort_revenue[3] = revenueRow({ install_date: '2026-03-23', ...revenueOf('30') })
  const only = await overviewOf(t, {
    ...facts,
    recommendations: [
      target(1, 'Alpha', 10, { target: 1, predicted: 0.7 }),
      target(2, 'Beta', 30, { target: 0.5, predicted: 0.51 }),
      target(3, 'Gamma', 20, { target: 1, predicted: 1.5 }),
    ],
    events: [
      eventRow(),
      eventRow({ event_id: 2, start_date: '2026-02-01', end_date: '2026-02-08' }),
    ],
  })
  t.strictSame(only, {
    appId: 1,
    name: 'Game',
    currency: 'USD',
    dataThrough: '2026-03-30',
    runId: 1,
    targetDsi: 7,
    targetRoasType: 'paid',
    targetRevenueType: 'gross',
    actionThreshold: 0.05,
    spend: { day: 100, dayBefore: 60, week: 200, weekBefore: 50 },
    // 7 days up to March 23 are actual, with revenue of 30 + 10 for 50 spent.
    roas: { week: 0.5, weekActualShare: 0, weekBefore: 0.8, weekBeforeActualShare: 1 },
    target: (10 * 1 + 30 * 0.5 + 20 * 1) / 60,
    tested: true,
    checkpoint: null,
    weeks: [
      { startDate: '2026-02-09', spend: 8, roas: 0.5, actualShare: 1 },
      { startDate: '2026-02-16', spend: 0, roas: null, actualShare: 1 },
      { startDate: '2026-02-23', spend: 0, roas: null, actualShare: 1 },
      { startDate: '2026-03-02', spend: 0, roas: null, actualShare: 1 },
      { startDate: '2026-03-09', spend: 0, roas: null, actualShare: 1 },
      { startDate: '2026-03-16', spend: 20, roas: 0.5, actualShare: 1 },
      { startDate: '2026-03-23', spend: 130, roas: (30 + 20 + 30) / 130, actualShare: 1 / 7 },
      { startDate: '2026-03-30', spend: 100, roas: 0.5, actualShare: 0 },
    ],
    openAlerts: 1,
    openAlertCampaigns: 1,
    openAlertGap: null,
    yesterday: {
      date: '2026-03-30',
      spend: 100,
      roas: 0.5,
      reason: null,
      actualShare: 0,
      roasLow: null,
      roasHigh: null,
      intervalDays: 0,
      cases: 0,
    },
    data: [LATE],
    otherProblems: 0,
    // The others spend nothing.
    actions: [
      {
        id: 1,
        platform: 'IOS',
        network: 'Meta',
        campaign: 'Alpha',
        country: 'US',
        action: 'REDUCE',
        dailySpend: 10,
        gap: 10 * Math.abs(0.7 - 1),
        predictedRoas: 0.7,
        targetRoas: 1,
        optimisationDsi: 1,
        optimisationLiveRoas: 0.2,
        optimisationPacedRoas: 0.21,
        optimisationRawRoas: 0.25,
        suggestedDailySpend: null,
        marginalRoas: null,
        currentDailySpend: 200 / 7,
        lookbackStartDate: '2026-03-22',
        lookbackEndDate: '2026-03-28',
        advisedSince: null,
        step: {
          ...NO_STEP,
          kind: 'bid_target',
          direction: 'less',
          from: 0.2,
          to: 0.21,
          optimisationDsi: 1,
          targetDsi: 7,
          targetRoas: 1,
        },
      },
    ],
    otherSteps: 0,
    stepTotals: {
      more: NO_STEPS,
      less: { ...NO_STEPS, steps: 1, unpriced: 1 },
      all: { ...NO_STEPS, steps: 1, unpriced: 1 },
    },
    shortfall: {
      amount: short,
      withStep: short,
      closed: 0,
      closedShare: 0,
      weeks: null,
      reasons: [],
    },
    notDone: { steps: 0, spendChange: 0, since: null },
    overspent: [],
    trackRecord: { decisions: 0 },
    events: [
      {
        id: 1,
        kind: 'attribution',
        title: 'SDK broken',
        startDate: '2026-03-25',
        endDate: '2026-03-25',
        platform: null,
        network: null,
        campaign: null,
        country: null,
        note: null,
      },
    ],
    pacing: [],
  })
})

t.test('a ROAS is null exactly if the revenue of one cohort is unknown', async t => {
  const facts = cohortsOf({ '2026-03-30': 100, '2026-03-25': 60, '2026-03-20': 40 })
  const idle = cohortRow({
    install_date: '2026-03-19',
    spend: '0',
    paid_installs: 0,
    incremental_blended_installs: 0,
    full_blended_installs: 0,
  })
  const without = {
    cohorts: [...facts.cohorts, idle],
    cohort_revenue: facts.cohort_revenue.slice(1),
  }
  const { spend, roas, weeks } = await overviewOf(t, without)
  t.match(roas, { week: null, weekBefore: 0.5 })
  t.equal(spend.week, 160, 'the spend is known')
  t.strictSame(
    weeks.slice(-3).map(week => week.roas),
    [0.5, 0.5, null],
  )
})

t.test('actions are the first three steps, by gain', async t => {
  const recommendations = [
    target(1, 'Small', 10, { target: 1, predicted: 0.5 }),
    target(2, 'Large', 100, { target: 1, predicted: 0.5 }),
    target(3, 'Middle', 50, { target: 1, predicted: 0.5 }),
    target(4, 'Twice', 25, { target: 1, predicted: 2 }),
    target(5, 'No target', 1000, { target: null, predicted: 2 }),
    target(6, 'Zero', 1000, { target: 0, predicted: 2 }),
    target(7, 'No prediction', 40, { target: 3, predicted: null }),
    target(8, 'Refunds', 20, { target: 1, predicted: -0.1 }),
  ].map(row => ({ ...row, optimisation_live_roas: null, response_elasticity: 0.9 }))
  const {
    actions,
    otherSteps,
    stepTotals,
    target: aim,
  } = await overviewOf(t, {
    recommendations,
    cohorts: steadyCohorts(recommendations),
    cohort_revenue: [],
  })
  t.strictSame(
    actions.map(({ campaign, step: { gainLow } }) => [campaign, Math.round(gainLow!)]),
    [
      ['Large', 10],
      ['Middle', 5],
      ['Refunds', 4],
    ],
  )
  t.equal(otherSteps, 2)
  t.match(stepTotals, {
    more: { steps: 1, unpriced: 1, spendChange: /^2\.5/, gain: null },
    less: { steps: 4, spendChange: /^-3[56]/ },
  })
  t.equal(
    aim,
    (10 + 100 + 50 + 25 + 20 + 40 * 3) / 245,
    'a target without a prediction counts, a target of 0 does not',
  )
})

t.test('data problems are listed worst first', async t => {
  // Both measures on 28 days, then one of them on three.
  const days = (network: string, campaign: string, newest: Partial<CohortRow>) =>
    Array.from({ length: 31 }, (_, back) =>
      cohortRow({
        install_date: addDays('2026-03-30', -back),
        network,
        campaign,
        ...(back < 3 ? newest : {}),
      }),
    )
  const { data, otherProblems, yesterday } = await overviewOf(t, {
    runs: [
      runRow(),
      runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
      runRow({ run_id: 3, status: 'failed', created_at: '2026-03-31T12:00:00.000Z' }),
    ],
    cohorts: [
      ...days('Google', 'A', NO_INSTALLS),
      ...days('Unity', 'B', { spend: '0' }),
      ...days('Unity', 'C', {}),
      ...days('Unity', 'N', { spend: '0' }).map(row => ({ ...row, platform: null })),
      ...days('Unity', 'D', {}),
      ...days('Steady', 'E', {}),
      ...days('Steady', 'Gap', {}).map(row =>
        row.install_date === '2026-03-28' ? { ...row, spend: '0' } : row,
      ),
      ...days('Half', 'F', { spend: '0', paid_installs: 2 }),
      ...days('Fades', 'G', { spend: '0', paid_installs: 1 }),
      ...days('Paid once', 'H', { spend: '0' }).map(row => ({
        ...row,
        spend: row.install_date === '2026-03-10' ? '90' : '0',
      })),
    ],
    cohort_revenue: [],
    recommendations: [
      target(1, 'Alpha', 10, { target: 1, predicted: 0.7 }),
      target(2, 'Beta', 10, { target: 1, predicted: 0.7 }),
    ],
    events: [
      eventRow({
        event_id: 1,
        kind: 'outage',
        title: 'Store down',
        start_date: '2026-03-22',
        end_date: '2026-03-25',
        campaign: 'Alpha',
      }),
      eventRow({
        event_id: 2,
        kind: 'attribution',
        title: 'One day',
        start_date: '2026-03-26',
        campaign: 'Beta',
      }),
    ],
    alerts: [
      alertRow({
        campaign: null,
        metric: 'installs',
        value: 3,
        reference: 90,
        title: 'Installs fell',
        platform: 'ANDROID',
      }),
      alertRow({ alert_id: 2, campaign: 'Beta', metric: 'attribution', title: 'Installs rose' }),
      alertRow({
        alert_id: 3,
        campaign: null,
        metric: 'installs',
        value: 0,
        reference: 90,
        title: 'No installs',
        network: 'Moloco',
      }),
      alertRow({
        alert_id: 4,
        campaign: 'E',
        metric: 'spend',
        value: 0,
        reference: 90,
        title: 'Over',
        network: 'Steady',
      }),
      alertRow({
        alert_id: 5,
        campaign: null,
        metric: 'spend',
        value: 0,
        reference: 90,
        title: 'Over too',
        network: 'Steady',
      }),
      alertRow({
        alert_id: 6,
        campaign: 'Gap',
        metric: 'spend',
        value: 0,
        reference: 90,
        title: 'A gap',
        network: 'Steady',
      }),
    ],
  })
  t.strictSame(
    data.map(({ kind, title, since, network, campaign }) => [
      kind,
      title,
      since,
      network,
      campaign,
    ]),
    [
      ['late', 'Data end on 2026-03-30', '2026-03-31', null, null],
      ['failed_run', 'The run of 2026-03-31 failed', '2026-03-31', null, null],
      ['attribution', 'Installs rose', '2026-03-31', 'Meta', 'Beta'],
      ['outage', 'Store down', '2026-03-22', null, 'Alpha'],
      ['no_cost', 'B has paid installs but no spend', '2026-03-28', 'Unity', 'B'],
      ['no_cost', 'N has paid installs but no spend', '2026-03-28', 'Unity', 'N'],
      ['no_cost', 'Half has paid installs but no spend', '2026-03-28', 'Half', null],
      ['no_cost', 'A gap', '2026-03-31', 'Steady', 'Gap'],
      ['no_installs', 'Google has spend but no paid installs', '2026-03-28', 'Google', null],
      ['no_installs', 'No installs', '2026-03-31', 'Moloco', null],
    ],
  )
  t.equal(data.find(({ campaign }) => campaign === 'N')!.platform, 'Unknown')
  t.equal(otherProblems, 0)
  t.match(yesterday, { date: '2026-03-30', reason: 'too_young' })
})

t.test('at most 20 problems are listed, and the others counted', async t => {
  const alerts = Array.from({ length: 25 }, (_, index) =>
    alertRow({ alert_id: index + 1, run_id: 2, campaign: `C${index}`, metric: 'attribution' }),
  )
  const { data, otherProblems } = await overviewOf(t, { alerts })
  t.strictSame([data.length, otherProblems, data[0]!.kind], [20, 6, 'late'])
})

t.test('an app without recommendations or spend has no target', async t => {
  t.match(await overviewOf(t, { recommendations: [] }), { target: null, actions: [] })
  t.match(
    await overviewOf(t, {
      recommendations: [target(1, 'Alpha', 0, { target: 1, predicted: 0.5 })],
    }),
    { target: null },
  )
})

t.test(
  "open alerts are those of the latest run, each once, and count each campaign's money once",
  async t => {
    const measured = { metric: 'roas' as const, value: 0.5, reference: 1 }
    const { openAlerts, openAlertCampaigns, openAlertGap } = await overviewOf(t, {
      runs: [
        runRow(),
        runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-30T07:00:00.000Z' }),
        runRow({ run_id: 3, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
      ],
      alerts: [
        alertRow({ alert_id: 1, run_id: 2, campaign: 'Old', ...measured, change: -0.9 }),
        alertRow({ alert_id: 2, run_id: 3, daily_spend: '100', ...measured, change: -0.5 }),
        alertRow({ alert_id: 3, run_id: 3, daily_spend: '100', ...measured, change: -0.5 }),
        alertRow({
          alert_id: 4,
          run_id: 3,
          title: 'ROAS fell again',
          daily_spend: '100',
          ...measured,
          change: 0.25,
        }),
        alertRow({
          alert_id: 5,
          run_id: 3,
          country: 'DE',
          daily_spend: '10',
          ...measured,
          change: 0.2,
        }),
        alertRow({
          alert_id: 6,
          run_id: 3,
          country: 'DE',
          title: 'CPI rose',
          daily_spend: '10',
          metric: 'cpi',
          change: 9,
        }),
      ],
    })
    t.equal(openAlerts, 4)
    t.equal(openAlertCampaigns, 1, 'a campaign in two countries is one')
    t.equal(openAlertGap, 50 + 2)
  },
)

t.test(
  'equal alerts of a run count the money of the highest spend, which the alert list shows',
  async t => {
    const measured = { metric: 'roas' as const, value: 0.5, reference: 1, change: -0.5 }
    const { openAlerts, openAlertGap } = await overviewOf(t, {
      runs: [runRow(), runRow({ run_id: 2, kind: 'alert' })],
      alerts: ['10', '300', '20'].map((daily_spend, index) =>
        alertRow({ alert_id: 1 + index, run_id: 2, daily_spend, ...measured }),
      ),
    })
    t.strictSame({ openAlerts, openAlertGap }, { openAlerts: 1, openAlertGap: 150 })
  },
)

t.test('an app without a succeeded run has alerts but no amounts', async t => {
  const runs = [runRow({ status: 'failed' }), minimalDelivery().runs[1]!]
  const only = await overviewOf(t, {
    runs,
    cohorts: [],
    cohort_revenue: [],
    roas_snapshots: [],
    recommendations: [],
    events: [eventRow()],
  })
  t.match(only, {
    dataThrough: null,
    runId: null,
    spend: { day: null, dayBefore: null, week: null, weekBefore: null },
    roas: { week: null, weekActualShare: null, weekBefore: null, weekBeforeActualShare: null },
    target: null,
    openAlerts: 1,
    openAlertCampaigns: 1,
    trackRecord: { decisions: 0 },
  })
  t.strictSame([only.weeks, only.actions, only.events, only.pacing], [[], [], [], []])
})

t.test('a run without cohorts has no spend', async t => {
  const { spend, roas, weeks } = await overviewOf(t, { cohorts: [], cohort_revenue: [] })
  t.strictSame(spend, { day: 0, dayBefore: 0, week: 0, weekBefore: 0 })
  t.match(roas, { week: null, weekBefore: null })
  t.equal(weeks.length, 8)
})

t.test('a company gets its live apps, by id', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()] })
  const names = async (companyId: number) =>
    (await overviews(service, companyId)).map(({ appId, name }) => [appId, name])
  t.strictSame(await names(1), [
    [1, 'Game'],
    [2, 'Weekly'],
  ])
  t.strictSame(await names(2), [[4, 'Theirs']])
  t.equal((await service.get('/v1/overview')).headers['total-rows'], '2')
  await service.import({ companies: [{ company_id: 3, name: 'New' }] })
  service.passSecond()
  t.strictSame(await overviews(service, 3), [])
})

t.test('invalid requests are refused', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  const unknown = await service.get('/v1/overview?appId=1')
  t.equal(unknown.status, 400)
  t.match(unknown.json(), { code: 'invalid_parameter', errors: [{ parameter: 'appId' }] })
  t.equal((await service.server.inject('/v1/overview')).statusCode, 401)
  const posted = await service.server.inject({ method: 'POST', url: '/v1/overview' })
  t.strictSame([posted.statusCode, posted.headers['allow']], [405, 'GET, HEAD'])
})

t.test('the ETag changes exactly with the data that the company reads', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()] })
  const etag = async () => {
    service.passSecond()
    return (await service.get('/v1/overview')).headers['etag']!
  }
  const first = await etag()
  t.equal((await service.get('/v1/overview', 1, { 'if-none-match': first })).status, 304)
  t.equal(
    (await service.get('/v1/overview', 2, { 'if-none-match': first })).status,
    200,
    "another company's differs",
  )
  await service.import({ apps: [appRow({ app_id: 4, name: 'Theirs, renamed' })] })
  t.equal(await etag(), first, "an import of another company's app")
  const changes: Delivery[] = [
    { apps: [appRow({ name: 'Renamed' })] },
    { apps: [appRow({ name: 'Renamed', currency: 'EUR' })] },
    { apps: [appRow({ name: 'Renamed', currency: 'EUR', action_threshold: 0.5 })] },
    { events: [eventRow()] },
    { networks: [{ network: 'Meta', traditional: false }] },
    { runs: [runRow({ run_id: 30, kind: 'alert', created_at: '2026-04-01T07:00:00.000Z' })] },
    {
      runs: [runRow({ run_id: 31, created_at: '2026-04-01T08:00:00.000Z' })],
      cohorts: [cohortRow({ run_id: 31 })],
    },
    { app_access: [{ company_id: 1, app_id: 4 }] },
  ]
  const seen = new Set([first])
  for (const [index, change] of changes.entries()) {
    await service.import(change)
    const next = await etag()
    t.notOk(seen.has(next), Object.keys(changes[index]!).join())
    seen.add(next)
  }
})

t.test('an import published during the request is seen by all apps or by none', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()] })
  const before = await service.store.catalog()
  await service.import({
    apps: [
      appRow({ name: 'New' }),
      appRow({
        app_id: 2,
        name: 'New',
        weekly_aggregation: true,
        target_dsi: 30,
        dsi_values: '30,90',
      }),
    ],
  })
  service.passSecond()
  const after = await service.store.catalog()
  const looks: (number | undefined)[] = []
  // The import appears between the first look at app 1 and that at app 2.
  const store: Store = {
    ...service.store,
    async catalog(appId?: number): Promise<Catalog> {
      looks.push(appId)
      return looks.length <= 2 ? before : after
    },
  }
  const { getOverview } = createHandlers({
    store,
    links: new ExportLinks('unused in this test', () => new Date()),
    clock: () => new Date(),
  })
  const { body } = await getOverview({
    query: {},
    path: {},
    companyId: 1,
  })
  const rows = await body(work)
  t.strictSame(
    rows.map(({ name }) => name),
    ['New', 'New'],
  )
  t.strictSame(looks, [undefined, 1, 2, undefined, undefined, 1, 2, undefined])
})

t.test(
  'a company with many apps holds few turns at once, and each app is computed once per import',
  async t => {
    const ids = Array.from({ length: 30 }, (_, index) => index + 1)
    const service = await startService(t, {
      deliveries: [
        minimalDelivery({
          apps: ids.map(app_id => appRow({ app_id })),
          app_access: ids.map(app_id => ({ company_id: 1, app_id })),
          runs: ids.flatMap(app_id => [
            runRow({ run_id: app_id * 2, app_id }),
            runRow({ run_id: app_id * 2 + 1, app_id, kind: 'alert' }),
          ]),
          cohorts: ids.map(id => cohortRow({ run_id: id * 2 })),
          cohort_revenue: [],
          roas_snapshots: [],
          recommendations: [],
          alerts: [],
        }),
      ],
    })
    let [open, most, made] = [0, 0, 0]
    const store: Store = {
      ...service.store,
      async withReportGroups(...args) {
        made++
        most = Math.max(most, ++open)
        return await service.store.withReportGroups(...args).finally(() => open--)
      },
    }
    const { getOverview } = createHandlers({
      store,
      links: new ExportLinks('unused in this test', () => new Date()),
      clock: () => new Date(),
    })
    const ask = async () => {
      const { body } = await getOverview({
        query: {},
        path: {},
        companyId: 1,
      })
      return (await body(work)).length
    }
    t.equal(await ask(), 30)
    t.equal(made, 30)
    t.ok(most > 1 && most <= 4, `${most} at once`)
    await service.import({
      runs: [runRow({ run_id: 100, app_id: 7, created_at: '2026-04-01T08:00:00.000Z' })],
      cohorts: [cohortRow({ run_id: 100 })],
    })
    service.passSecond()
    t.equal(await ask(), 30)
    t.equal(made, 31, 'only the app that the import touched')
  },
)
