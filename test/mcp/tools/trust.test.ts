import t from 'tap'
import {
  alertRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import { startToolService } from '../../support/tool-service.ts'

interface Rows {
  columns: string[]
  rows: unknown[][]
  note?: string
  context: Record<string, unknown>
}

/** 24 recommendations of 2026-03-10 whose outcome run 7 knows, half of them right, and one of run 7. */
function delivery() {
  const campaigns = Array.from({ length: 24 }, (_, index) => `c${index}`)
  const installed = { run_id: 7, install_date: '2026-03-02' }
  return minimalDelivery({
    runs: [
      runRow({ created_at: '2026-03-10T06:00:00.000Z', max_install_date: '2026-03-09' }),
      runRow({ run_id: 7, created_at: '2026-03-31T06:00:00.000Z' }),
    ],
    cohorts: campaigns.map(campaign => cohortRow({ ...installed, campaign })),
    cohort_revenue: campaigns.map((campaign, index) =>
      revenueRow({ ...installed, campaign, ...revenueOf(index % 2 === 0 ? '12' : '5') }),
    ),
    recommendations: [
      ...campaigns.map((campaign, index) =>
        recommendationRow({
          recommendation_id: index + 1,
          campaign,
          predicted_paid_gross_roas: 1.2,
        }),
      ),
      recommendationRow({
        recommendation_id: 50,
        run_id: 7,
        campaign: 'c1',
        predicted_low_roas: 0.9,
        predicted_high_roas: 1.1,
      }),
    ],
    roas_snapshots: [],
    alerts: [],
    events: [
      eventRow({ note: 'x'.repeat(300) }),
      eventRow({
        event_id: 2,
        title: 'Other',
        start_date: '2026-03-24',
        platform: 'WEB',
        country: 'DE',
      }),
      eventRow({ event_id: 3, title: 'Long ago', start_date: '2025-03-24' }),
    ],
  })
}

t.test('recommendations include the track record and other events', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery()] })
  const { context, columns, rows } = await result<Rows>('svc_get_recommendations', { appId: 1 })
  const [record] = context['trackRecord'] as Record<string, unknown>[]
  t.match(record, {
    platform: 'IOS',
    decisions: 24,
    runs: 1,
    since: '2026-03-10',
    dailySpend: 240,
    rightShare: 0.5,
    oppositeShare: 0.5,
  })
  t.strictSame([record!['p50'], record!['p90']], [0, 1.4])
  t.strictSame(context['events'], [
    {
      kind: 'attribution',
      title: 'Other',
      startDate: '2026-03-24',
      endDate: '2026-03-24',
      platform: 'WEB',
      country: 'DE',
    },
    {
      kind: 'attribution',
      title: 'SDK broken',
      startDate: '2026-03-25',
      endDate: '2026-03-25',
      note: `${'x'.repeat(200)}…`,
    },
  ])
  const row = Object.fromEntries(columns.map((name, index) => [name, rows[0]![index]]))
  t.match(row, { predictedLowRoas: 0.9, predictedHighRoas: 1.1, closeCall: true })
  t.notOk(columns.includes('actualRoas'))
  const filtered = await result<Rows>('svc_get_recommendations', {
    appId: 1,
    campaigns: ['c1'],
    platforms: ['IOS'],
  })
  t.same(
    filtered.context['trackRecord'],
    [{ platform: 'IOS', decisions: 1 }],
    "under the call's filters",
  )
  t.match(filtered.context['events'], [{ title: 'SDK broken' }])
})

t.test('rows have their outcome if requested', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery()] })
  const { columns, rows } = await result<Rows>('svc_get_recommendations', {
    appId: 1,
    asOf: '2026-03-10',
    outcome: true,
    limit: 2,
  })
  const outcome = ['actualRoas', 'actionInHindsight', 'roasError']
  t.strictSame(
    rows.map(row => outcome.map(name => row[columns.indexOf(name)])),
    [
      [1.2, 'SCALE', 0],
      [0.5, 'REDUCE', 1.4],
    ],
  )
})

t.test('a since before the first run marks every row as new and adds a note', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery()] })
  const first = await result<Rows>('svc_get_recommendations', { appId: 1, since: '2026-01-01' })
  t.equal(first.note, 'No run was made by the end of 2026-01-01, so every row is new.')
  t.equal(
    (await result<Rows>('svc_get_recommendations', { appId: 1, since: '2026-03-10' })).note,
    undefined,
  )
})

t.test('report and ROAS history list the events of their range, at most twenty', async t => {
  const events = Array.from({ length: 23 }, (_, index) =>
    eventRow({ event_id: index + 1, title: `e${index}`, start_date: '2026-03-20' }),
  )
  const { result } = await startToolService(t, { deliveries: [{ ...delivery(), events }] })
  for (const [name, more] of [
    ['svc_get_report', { startDate: '2026-03-01' }],
    ['svc_get_roas_history', {}],
  ] as const) {
    const { context, note } = await result<Rows>(name, { appId: 1, ...more })
    const titles = (context['events'] as { title: string }[]).map(({ title }) => title)
    t.strictSame([titles.length, titles[0], titles.at(-1)], [20, 'e3', 'e22'], name)
    t.match(note, 'Of 23 events the latest 20 are listed.')
  }
  t.same(
    (await result<Rows>('svc_get_report', { appId: 1, startDate: '2026-03-21' })).context['events'],
    [],
  )
})

t.test('alerts have the fields to act on, and all fields with detail', async t => {
  const alert = alertRow({
    metric: 'live_bid',
    value: 0.34,
    reference: 0.306,
    change: 0.1111111111,
    run_id: 2,
  })
  const { result } = await startToolService(t, {
    deliveries: [minimalDelivery({ alerts: [alert] })],
  })
  const { columns, rows } = await result<Rows>('svc_get_alerts', { appId: 1 })
  const row = Object.fromEntries(columns.map((name, index) => [name, rows[0]![index]]))
  t.match(row, {
    title: 'ROAS fell',
    metric: 'live_bid',
    value: 0.34,
    reference: 0.306,
    change: 0.111111,
    dailySpend: 10,
  })
  for (const name of ['summary', 'detail', 'spendDetail', 'appId', 'timesSeen'])
    t.notOk(columns.includes(name), name)
  const full = await result<Rows>('svc_get_alerts', { appId: 1, detail: 'full' })
  for (const name of ['summary', 'detail', 'spendDetail', 'appId', 'metric'])
    t.ok(full.columns.includes(name), name)
  const seen = await result<Rows>('svc_get_alerts', {
    appId: 1,
    startDate: '2026-03-01',
    distinct: true,
  })
  const from = seen.columns.indexOf('firstSeen')
  t.strictSame(seen.columns.slice(from, from + 4), [
    'firstSeen',
    'lastSeen',
    'timesSeen',
    'inLatestRun',
  ])
})
