import t from 'tap'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { startToolService } from '../../support/tool-service.ts'

interface Rows {
  totalRows: number
  truncated: boolean
  nextOffset?: number
  note?: string
  unmatched?: unknown
  interpreted?: unknown
  context: Record<string, unknown>
  totals: Record<string, unknown>
  gone?: unknown
  columns: string[]
  rows: unknown[][]
}

/** The rows by column name. */
function objects({ columns, rows }: Rows) {
  return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]])))
}

t.test('an unmatched name is returned with the nearest names', async t => {
  const cohorts = [
    cohortRow({ campaign: 'AXON US | iOS | D0 15%', network: 'AppLovin' }),
    cohortRow({ network: 'TikTok For Business', country: 'GB' }),
  ]
  const { result } = await startToolService(t, {
    deliveries: [minimalDelivery({ cohorts, cohort_revenue: [], recommendations: [] })],
  })
  const names = { networks: ['TikTok', 'AppLovin', 'Unknown'], campaigns: ['axon us ios'] }
  const wanted = {
    networks: { TikTok: ['TikTok For Business'] },
    campaigns: { 'axon us ios': ['AXON US | iOS | D0 15%'] },
  }
  for (const name of [
    'svc_get_recommendations',
    'svc_get_report',
    'svc_export_report',
    'svc_get_roas_history',
    'svc_get_alerts',
  ]) {
    t.strictSame((await result<Rows>(name, { appId: 1, ...names })).unmatched, wanted, name)
    t.notOk('unmatched' in (await result<object>(name, { appId: 1, networks: ['AppLovin'] })), name)
  }
  const geo = { appId: 1, granularity: 'campaign_geo', countries: ['UK', 'US', 'ZZ'] }
  const { unmatched, interpreted } = await result<Rows>('svc_get_report', geo)
  t.strictSame(unmatched, { countries: { ZZ: [] } })
  t.strictSame(interpreted, { countries: ['GB', 'US', 'ZZ'] }, 'UK has one meaning')
  // A caller's name must not reach the answer's prototype.
  t.match(
    JSON.stringify(await result('svc_get_report', { appId: 1, networks: ['__proto__'] })),
    '"unmatched":{"networks":{"__proto__":[]}}',
  )
})

t.test('recommendations show changes since a day, including dropped ones', async t => {
  const runs = [
    runRow(),
    runRow({ run_id: 3, created_at: '2026-03-24T06:00:00.000Z', max_install_date: '2026-03-23' }),
    runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
  ]
  const now = (campaign: string, predicted: number, spend: string) => ({
    campaign,
    predicted_paid_gross_roas: predicted,
    spend,
    lookback_days: 6,
  })
  const was = { run_id: 3, created_at: '2026-03-24T06:00:00.000Z' }
  const recommendations = [
    recommendationRow({ recommendation_id: 1, ...now('turned', 2, '60') }),
    recommendationRow({ recommendation_id: 2, ...now('same', 1, '120') }),
    recommendationRow({ recommendation_id: 3, ...now('new', 0.5, '30') }),
    recommendationRow({ recommendation_id: 11, ...was, ...now('turned', 0.5, '66') }),
    recommendationRow({ recommendation_id: 12, ...was, ...now('same', 1.01, '90') }),
    recommendationRow({ recommendation_id: 13, ...was, ...now('gone', 3, '6') }),
    recommendationRow({ recommendation_id: 14, ...was, ...now('gone too', 1, '12') }),
  ]
  const { result } = await startToolService(t, {
    deliveries: [minimalDelivery({ runs, recommendations })],
  })
  const ask = (args: object) => result<Rows>('svc_get_recommendations', { appId: 1, ...args })
  const compared = await ask({ since: '2026-03-24' })
  t.strictSame(
    objects(compared).map(
      ({ campaign, action, change, previousAction, previousDailySpend, previousPredictedRoas }) => [
        ...[campaign, action, change, previousAction, previousDailySpend, previousPredictedRoas],
      ],
    ),
    [
      ['same', 'HOLD', 'none', 'HOLD', 15, 1.01],
      ['turned', 'SCALE', 'action', 'REDUCE', 11, 0.5],
      ['new', 'REDUCE', 'new', null, null, null],
    ],
  )
  const place = { platform: 'IOS', network: 'Meta', country: 'US' }
  const gone = [
    { ...place, campaign: 'gone too', action: 'HOLD', dailySpend: 2 },
    { ...place, campaign: 'gone', action: 'SCALE', dailySpend: 1 },
  ]
  t.same(compared.gone, gone)
  t.match(compared.context, { since: '2026-03-24', previousRunId: 3 })
  t.type(compared.context['previousRunCreatedAt'], 'string')
  const changed = await ask({
    since: '2026-03-24',
    changed: true,
    actions: ['SCALE'],
    sort: 'dailySpend',
    detail: 'full',
  })
  t.strictSame(
    objects(changed).map(({ campaign, change }) => [campaign, change]),
    [['turned', 'action']],
  )
  t.same(changed.gone, gone, 'neither filters of rows nor their order say what is gone')
  t.strictSame((await ask({ since: '2026-03-24', campaigns: ['gone'] })).gone, [gone[1]])
  const before = await ask({ asOf: '2026-03-24' })
  t.match(before, {
    totalRows: 4,
    context: {
      asOf: '2026-03-24',
      runId: 3,
      lookback: [{ startDate: '2026-03-15', endDate: '2026-03-21' }],
    },
  })
  t.notOk('gone' in before)
  t.match(await ask({ asOf: '2026-03-01' }), {
    totalRows: 0,
    note: /No run was made by the end of 2026-03-01; the latest is from 2026-03-31/,
  })
})

t.test('lists can be paged', async t => {
  const rows = Array.from({ length: 7 }, (_, index) => index + 1)
  const { result } = await startToolService(t, {
    deliveries: [
      minimalDelivery({
        recommendations: rows.map(id =>
          recommendationRow({ recommendation_id: id, campaign: `c${id}`, spend: String(id * 60) }),
        ),
        alerts: rows.map(id => alertRow({ alert_id: id, daily_spend: String(id) })),
      }),
    ],
  })
  for (const name of ['svc_get_recommendations', 'svc_get_alerts']) {
    const page = (args: object) => result<Rows>(name, { appId: 1, ...args })
    const ids = async (args: object) => objects(await page(args)).map(({ id }) => id)
    t.match(await page({ limit: 3 }), {
      totalRows: 7,
      truncated: true,
      truncatedBy: 'limit',
      nextOffset: 3,
    })
    t.strictSame(await ids({ limit: 3, offset: 3 }), [4, 3, 2])
    const last = await page({ limit: 3, offset: 6 })
    t.match(last, { totalRows: 7, truncated: false })
    t.notOk('nextOffset' in last)
    t.strictSame(await ids({ offset: 7 }), [])
  }
})

t.test(
  'alerts of a range: duplicates merge on request, and the advice names it if rows are left out',
  async t => {
    const runs = [1, 2, 3].map(day =>
      runRow({
        run_id: 10 + day,
        kind: 'alert',
        created_at: `2026-03-0${day}T07:00:00.000Z`,
        max_install_date: null,
      }),
    )
    const alerts = runs.flatMap(({ run_id, created_at }, index) => [
      alertRow({ alert_id: run_id, run_id, created_at, title: 'Always' }),
      ...(index === 0 ? [alertRow({ alert_id: 99, run_id, created_at, title: 'Once' })] : []),
    ])
    const { result } = await startToolService(t, {
      deliveries: [minimalDelivery({ runs: [runRow(), ...runs], alerts })],
    })
    const range = { appId: 1, startDate: '2026-03-01' }
    t.match(await result('svc_get_alerts', { ...range, limit: 1 }), {
      totalRows: 4,
      advice: /distinct: true/,
    })
    const distinct = await result<Rows>('svc_get_alerts', { ...range, distinct: true })
    t.strictSame(
      objects(distinct).map(({ title, firstSeen, lastSeen, timesSeen, inLatestRun }) => [
        title,
        firstSeen,
        lastSeen,
        timesSeen,
        inLatestRun,
      ]),
      [
        ['Always', '2026-03-01T07:00:00.000Z', '2026-03-03T07:00:00.000Z', 3, true],
        ['Once', '2026-03-01T07:00:00.000Z', '2026-03-01T07:00:00.000Z', 1, false],
      ],
    )
    t.strictSame(distinct.totals, { BIDS: { count: 0 }, ANALYTICS: { count: 2 } })
    t.notOk((await result<Rows>('svc_get_alerts', { appId: 1 })).columns.includes('inLatestRun'))
  },
)

t.test('a report has totals over all matches, shares, and unknown values', async t => {
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
  const cohorts = days.map((install_date, index) =>
    cohortRow({ install_date, spend: String(10 * (index + 1)), campaign: `c${index}` }),
  )
  const { result } = await startToolService(t, {
    deliveries: [
      minimalDelivery({
        cohorts,
        // That of the last day is not known, and nothing at DSI 365.
        cohort_revenue: days
          .slice(0, 3)
          .map((install_date, index) =>
            revenueRow({ install_date, campaign: `c${index}`, ...revenueOf('6') }),
          ),
      }),
    ],
  })
  const ask = (args: object) =>
    result<Rows>('svc_get_report', { appId: 1, startDate: '2026-03-01', ...args })
  const got = await ask({
    metrics: ['spend', 'installs', 'cpi', 'roas', 'revenue'],
    dsiValues: [7, 365],
    limit: 1,
  })
  t.match(got, { totalRows: 4, truncated: true, nextOffset: 1 })
  t.strictSame(got.totals, {
    spend: 100,
    installs_paid: 16,
    cpi_paid: 6.25,
    revenue_paid_gross_d7: 18,
    revenue_paid_gross_d365: null,
    roas_paid_gross_d7: 0.3,
    roas_paid_gross_d365: null,
    // The 30 days of the range, up to a week before the latest.
    actual_share_d7: 0.766667,
    actual_share_d365: 0,
    covered_share_d7: 0.6,
    covered_share_d365: 0,
  })
  t.match(got.note, /d7 is known for 60 % of the spend.*d365 is not known for any/)
  t.notOk('note' in (await ask({})))
  t.strictSame((await ask({ networks: ['None'] })).totals, {
    spend: 0,
    installs_paid: 0,
    cpi_paid: null,
  })
  t.match(await ask({ networks: ['None'] }), {
    note: /No cohort matches from 2026-03-01 to 2026-03-30; .* from 2026-03-01 to 2026-03-30/,
  })

  const shares = await ask({
    groupBy: ['CAMPAIGN'],
    installGrouping: 'TOTAL',
    metrics: ['spend'],
    sort: '-spend',
  })
  t.strictSame(
    objects(shares).map(({ campaign, spend, spend_share }) => [campaign, spend, spend_share]),
    [
      ['c3', 40, 0.4],
      ['c2', 30, 0.3],
      ['c1', 20, 0.2],
      ['c0', 10, 0.1],
    ],
  )
  t.match(shares.context, {
    groupBy: ['CAMPAIGN'],
    installGrouping: 'TOTAL',
    totalsOf: /all 4 rows: install dates 2026-03-01 to 2026-03-30/,
  })
  t.notOk((await ask({ groupBy: ['CAMPAIGN'], metrics: ['cpi'] })).columns.includes('spend_share'))
  t.notOk((await ask({})).columns.includes('spend_share'))
})

t.test('ROAS history has forecast errors and lists the DSIs that have any', async t => {
  const runs = [
    runRow({ run_id: 5, created_at: '2026-03-10T06:00:00.000Z', max_install_date: '2026-03-08' }),
    runRow({ run_id: 6, created_at: '2026-03-31T06:00:00.000Z', max_install_date: '2026-03-30' }),
  ]
  const roas_snapshots = [
    snapshotRow({ run_id: 5, install_date: '2026-03-02', ...revenueOf('12') }),
    snapshotRow({ run_id: 6, install_date: '2026-03-02', ...revenueOf('10') }),
  ]
  const recommendations = [recommendationRow({ run_id: 6 })]
  const cohorts = [cohortRow({ run_id: 6, install_date: '2026-03-02' })]
  const { result } = await startToolService(t, {
    deliveries: [
      minimalDelivery({
        runs,
        roas_snapshots,
        recommendations,
        cohorts,
        cohort_revenue: [],
        alerts: [],
      }),
    ],
  })
  const got = await result<Rows>('svc_get_roas_history', { appId: 1 })
  t.same(got.context['accuracy'], [], 'one cohort is too few')
  t.notOk('withheldDsis' in got.context || 'untestedDsis' in got.context)
  t.match(got.context, { fullFromAge: 6, actualFromAge: 13 })
  t.match(await result('svc_get_roas_history', { appId: 1, dsi: 365 }), {
    totalRows: 0,
    context: { accuracy: [] },
    note: /at d365; available: d7\./,
  })
})

t.test('every tool reports that a new app has no data', async t => {
  const apps = [appRow(), appRow({ app_id: 2, name: 'New' })]
  const app_access = [1, 2].map(app_id => ({ company_id: 1, app_id }))
  const { result } = await startToolService(t, {
    deliveries: [minimalDelivery({ apps, app_access })],
  })
  for (const name of [
    'svc_get_recommendations',
    'svc_get_report',
    'svc_get_roas_history',
    'svc_get_alerts',
  ]) {
    t.match(
      (await result<Rows>(name, { appId: 2 })).note,
      /has no (data|recommendation run|alert run) yet/,
      name,
    )
  }
})

t.test(
  'ROAS history has accuracy by age from five cohorts on, and every context names withheld and untested DSIs',
  async t => {
    const weeks = [
      '2026-03-02',
      '2026-02-23',
      '2026-02-16',
      '2026-02-09',
      '2026-02-02',
      '2026-01-26',
    ]
    const saw = (date: string, days: number) =>
      new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
    const runs = weeks.flatMap((week, index) =>
      [6, 13].map(age =>
        runRow({
          run_id: 10 * (index + 1) + age,
          created_at: `${saw(week, age)}T23:00:00.000Z`,
          max_install_date: saw(week, age),
          withheld_dsis: '365:history',
          untested_dsis: '7',
        }),
      ),
    )
    const newest = new Map(runs.map(run => [run.max_install_date, run]))
    const roas_snapshots = weeks.flatMap(week =>
      [6, 13].map(age =>
        snapshotRow({
          run_id: newest.get(saw(week, age))!.run_id,
          install_date: week,
          ...revenueOf(age === 6 ? '12' : '10'),
        }),
      ),
    )
    const served = runs.reduce((a, b) => (a.created_at > b.created_at ? a : b)).run_id
    const { result } = await startToolService(t, {
      deliveries: [
        minimalDelivery({
          runs,
          roas_snapshots,
          recommendations: [recommendationRow({ run_id: served })],
          cohorts: weeks.map(install_date => cohortRow({ run_id: served, install_date })),
          cohort_revenue: [],
          alerts: [],
        }),
      ],
    })
    const withheldDsis = [{ dsi: 365, reason: 'TOO_LITTLE_HISTORY' }]
    const { context } = await result<Rows>('svc_get_roas_history', {
      appId: 1,
      startDate: '2026-01-26',
    })
    t.match(context, {
      withheldDsis,
      untestedDsis: [7],
      accuracy: [{ age: 6, cohorts: 6, bias: 0.2, wape: 0.2 }],
    })
    t.match((await result<Rows>('svc_get_report', { appId: 1, granularity: 'campaign' })).context, {
      withheldDsis,
      untestedDsis: [7],
    })
    t.match((await result<Rows>('svc_get_recommendations', { appId: 1 })).context, {
      withheldDsis,
      untestedDsis: [7],
    })
    t.match(await result('svc_export_report', { appId: 1, granularity: 'campaign' }), {
      withheldDsis,
      untestedDsis: [7],
    })
  },
)

t.test(
  'a comparison has both values, the change and its contributions, in rows and totals',
  async t => {
    const cohorts = [
      cohortRow({ install_date: '2026-03-30', spend: '30' }),
      cohortRow({ install_date: '2026-03-30', network: 'Beta', spend: '10' }),
      cohortRow({ install_date: '2026-03-29', spend: '20' }),
    ]
    const cohort_revenue = [
      revenueRow({ install_date: '2026-03-30', ...revenueOf('15') }),
      revenueRow({ install_date: '2026-03-30', network: 'Beta', ...revenueOf('8') }),
      revenueRow({ install_date: '2026-03-29', ...revenueOf('8') }),
    ]
    const { result } = await startToolService(t, {
      deliveries: [minimalDelivery({ cohorts, cohort_revenue })],
    })
    const query = {
      appId: 1,
      groupBy: ['NETWORK'],
      installGrouping: 'TOTAL',
      startDate: '2026-03-30',
      dsiValues: [7],
    }
    const got = await result<Rows>('svc_get_report', {
      ...query,
      metrics: ['spend', 'installs', 'roas'],
      compare: 'PREVIOUS',
      explain: true,
      sort: '-spend_change',
    })
    t.match(got.context, {
      startDate: '2026-03-30',
      endDate: '2026-03-30',
      compareStartDate: '2026-03-29',
      compareEndDate: '2026-03-29',
    })
    t.match(got.totals, {
      spend: 40,
      spend_before: 20,
      spend_change: 1,
      installs_paid: 8,
      installs_paid_before: 4,
    })
    t.match(got.totals, {
      roas_paid_gross_d7: 0.575,
      roas_paid_gross_d7_before: 0.4,
      roas_paid_gross_d7_change: 0.4375,
    })
    t.notOk(Object.keys(got.totals).some(name => /_(mix|rate)$/.test(name)))
    const middle = (0.575 + 0.4) / 2
    t.match(objects(got), [
      {
        network: 'Meta',
        spend_before: 20,
        spend_change: 0.5,
        roas_paid_gross_d7_mix: Number((-0.25 * (0.45 - middle)).toPrecision(6)),
        roas_paid_gross_d7_rate: Number((0.875 * 0.1).toPrecision(6)),
        spend_share: 0.75,
        period_days_before: 1,
      },
      { network: 'Beta', spend_before: 0, spend_change: null, roas_paid_gross_d7_before: null },
    ])
    t.notOk('note' in got)
    const earlier = await result<Rows>('svc_get_report', {
      ...query,
      compare: '2026-03-01..2026-03-20',
    })
    t.match(earlier.note, /The compared range begins before the app's data, on 2026-03-29/)
    t.match(earlier.totals, {
      spend: 40,
      spend_before: 0,
      spend_change: null,
      cpi_paid_before: null,
    })
  },
)

t.test('recommendations can be sorted by a field', async t => {
  const recommendations = [3, 1, 2].map(id =>
    recommendationRow({
      recommendation_id: id,
      spend: String(id * 60),
      campaign: String(id),
      paid_installs: 4 - id,
    }),
  )
  const { result } = await startToolService(t, {
    deliveries: [minimalDelivery({ recommendations })],
  })
  const ids = async (args: object) =>
    objects(await result<Rows>('svc_get_recommendations', { appId: 1, ...args })).map(
      ({ id }) => id,
    )
  t.strictSame(await ids({}), [3, 2, 1])
  t.strictSame(await ids({ sort: '-paidInstalls' }), [1, 2, 3])
  t.strictSame(await ids({ sort: 'dailySpend', limit: 1, offset: 1 }), [2])
})
