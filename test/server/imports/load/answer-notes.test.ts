import t from 'tap'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { load } from '../../../support/delivery-folder.ts'
import { type Teardown, temporaryFolder } from '../../../support/temporary-folder.ts'

/** A note that all of these deliveries get: `minimalDelivery` has revenues at one DSI only. */
const USUAL = /lacks? a cohort_revenue row/

async function notes(t: Teardown, ...deliveries: Delivery[]): Promise<string[]> {
  return (await allNotes(t, ...deliveries)).filter(note => !USUAL.test(note))
}

async function allNotes(t: Teardown, ...deliveries: Delivery[]): Promise<string[]> {
  const dataDir = temporaryFolder(t)
  let warnings: string[] = []
  for (const delivery of deliveries) ({ warnings } = await load(t, dataDir, delivery))
  return warnings
}

/** Run 3 of app 1, a day newer than run 1, with all that run 1 has. */
function nextRun(overrides: Delivery = {}): Delivery {
  return {
    runs: [runRow({ run_id: 3, created_at: '2026-04-01T06:00:00.000Z' })],
    cohorts: [cohortRow({ run_id: 3 })],
    roas_snapshots: [snapshotRow({ run_id: 3 })],
    recommendations: [recommendationRow({ run_id: 3, recommendation_id: 3 })],
    ...overrides,
  }
}

t.test('a complete delivery gets no notes', async t => {
  t.strictSame(await notes(t, minimalDelivery()), [])
  t.strictSame(await notes(t, minimalDelivery(), nextRun()), [], 'nor one that leans on the store')
})

t.test('notes name the causes of LOW', async t => {
  const rows = [
    recommendationRow({ recommendation_id: 1, network: 'TikTok' }),
    recommendationRow({ recommendation_id: 2, network: 'TikTok', campaign: 'Beta' }),
    recommendationRow({ recommendation_id: 3, network: 'Unity' }),
    recommendationRow({ recommendation_id: 4, network: null }),
    recommendationRow({ recommendation_id: 5, confidence_score: null }),
  ]
  t.strictSame(await notes(t, minimalDelivery({ recommendations: rows })), [
    '3 recommendations of app 1 are LOW, whatever the score: networks has no row for TikTok, Unity; deliver one for each, with traditional true or false',
    '1 recommendation of app 1 is LOW, whatever the score: the network is empty',
    '1 recommendation of app 1 is LOW: confidence_score is empty',
  ])
  t.strictSame(
    await notes(t, minimalDelivery({ networks: [], recommendations: rows.slice(0, 3) })),
    [
      '3 recommendations of app 1 are LOW, whatever the score: there are no networks in the store; ' +
        'deliver one for each, with traditional true or false (TikTok, Unity)',
    ],
    'of a store without any it is said once',
  )
  t.strictSame(
    await notes(
      t,
      minimalDelivery({
        networks: [{ network: 'TikTok', traditional: false }],
        recommendations: rows.slice(0, 2),
      }),
    ),
    [],
    'who says that a network is not traditional means it',
  )
  const many = Array.from({ length: 30 }, (_, index) =>
    recommendationRow({ recommendation_id: index, network: `Network ${index + 10}` }),
  )
  t.match(await notes(t, minimalDelivery({ recommendations: many })), [
    /^30 recommendations .* Network 19 and 20 more; deliver/,
  ])
  const failed = minimalDelivery({
    runs: [runRow({ status: 'failed' })],
    alerts: [],
    cohorts: [],
    cohort_revenue: [],
    recommendations: rows,
  })
  t.strictSame(await notes(t, failed), [], 'a run that failed is not served')
})

t.test('notes name the causes of REDUCE', async t => {
  const rows = [
    recommendationRow({ target_paid_gross_roas: null }),
    recommendationRow({ recommendation_id: 2, campaign: 'Beta', predicted_paid_gross_roas: null }),
  ]
  t.strictSame(
    await notes(t, minimalDelivery({ recommendations: rows })),
    [
      'recommendations are REDUCE, since the target ROAS that their app decides by is empty or 0: run 1 of app 1 (1 of 2, target_paid_gross_roas)',
    ],
    'that some campaigns have no prediction is common',
  )
  t.strictSame(await notes(t, minimalDelivery({ recommendations: rows.slice(1) })), [
    'all recommendations are REDUCE, since the predicted ROAS that their app decides by is empty or 0: ' +
      'run 1 of app 1 (1 of 1, predicted_paid_gross_roas)',
  ])
  const withheld = { ...runRow(), withheld_dsis: '7:history' }
  t.strictSame(
    await notes(
      t,
      minimalDelivery({
        runs: [withheld],
        alerts: [],
        cohort_revenue: [],
        recommendations: rows.slice(1),
        roas_snapshots: [],
      }),
    ),
    [],
    'a run may say itself that it withholds the target DSI',
  )
  t.match(
    await notes(t, minimalDelivery({ recommendations: [recommendationRow({ target_dsi: 365 })] })),
    [
      /^recommendations have a target_dsi that differs from that of their app; .*: run 1 of app 1 \(1 of 1, the app's is 7\)$/,
    ],
  )
})

t.test('notes name missing snapshots at the target DSI', async t => {
  const rule =
    'ROAS history and forecast accuracy at the target DSI have no values from runs without roas_snapshots there: '
  for (const snapshots of [[], [snapshotRow({ dsi: 1 })]]) {
    t.strictSame(await notes(t, minimalDelivery({ roas_snapshots: snapshots })), [
      `${rule}run 1 of app 1 (DSI 7)`,
    ])
  }
})

t.test('falling revenue is noted', async t => {
  const revenue = (amounts: Record<number, string>) =>
    Object.entries(amounts).map(([dsi, amount]) =>
      revenueRow({ dsi: Number(dsi), ...revenueOf(amount) }),
    )
  t.strictSame(await notes(t, minimalDelivery({ cohort_revenue: revenue({ 1: '6', 7: '5' }) })), [
    'full blended gross revenue falls as cohorts age, although it is cumulative: run 1 of app 1 (1 cohorts)',
  ])
})

t.test("an app's served and unserved runs are noted", async t => {
  const older = nextRun({ runs: [runRow({ run_id: 3, created_at: '2026-03-31T05:00:00.000Z' })] })
  t.strictSame(await notes(t, minimalDelivery(), older), [
    'reports and recommendations keep using a run newer than any delivered: app 1 (run 1 of 2026-03-31T06:00:00.000Z)',
  ])
  t.strictSame(await notes(t, minimalDelivery(), nextRun({ cohorts: [], recommendations: [] })), [
    'reports are empty, since the newest run has no cohorts: run 3 of app 1',
    'recommendations are empty, since the newest run has none: run 3 of app 1',
  ])
})

t.test('networks that differ in case or spaces are noted once', async t => {
  const delivery = nextRun({
    cohorts: [cohortRow({ run_id: 3 }), cohortRow({ run_id: 3, network: 'META ' })],
  })
  const note =
    'networks whose names differ only in case or spaces count as different: META  / Meta (app 1)'
  t.strictSame(await notes(t, minimalDelivery(), delivery), [note])
  const later = { run_id: 4, created_at: '2026-04-02T06:00:00.000Z' }
  const next = nextRun({
    runs: [runRow(later)],
    cohorts: delivery.cohorts!.map(row => ({ ...row, run_id: 4 })),
    roas_snapshots: [snapshotRow({ run_id: 4 })],
    recommendations: [recommendationRow({ run_id: 4, recommendation_id: 4 })],
  })
  t.strictSame(await notes(t, minimalDelivery(), delivery, next), [])
})

t.test('notes on two apps name both, each cause and name once', async t => {
  const apps = [1, 2]
  const names = ['Meta', 'META ', 'TikTok']
  const delivery = minimalDelivery({
    apps: apps.map(app_id => appRow({ app_id })),
    app_access: apps.map(app_id => ({ company_id: 1, app_id })),
    runs: apps.map(id => runRow({ run_id: id, app_id: id })),
    cohorts: apps.flatMap(run_id => names.map(network => cohortRow({ run_id, network }))),
    cohort_revenue: [],
    alerts: [],
    roas_snapshots: apps.map(run_id => snapshotRow({ run_id })),
    recommendations: apps.flatMap(run_id =>
      names.map((network, index) =>
        recommendationRow({ run_id, recommendation_id: 10 * run_id + index, network }),
      ),
    ),
  })
  t.strictSame(await allNotes(t, delivery), [
    "6 cohort rows with spend or installs lack a cohort_revenue row for one of the app's dsi_values: app 1, app 2",
    '4 recommendations are LOW, whatever the score: networks has no row for META , TikTok; deliver one for each, with traditional ' +
      'true or false (app 1: 2, app 2: 2)',
    'networks whose names differ only in case or spaces count as different: META  / Meta (app 1, 2)',
  ])
})

t.test('an app that is not live and that no company reads has one note', async t => {
  t.strictSame(
    await notes(t, minimalDelivery({ apps: [appRow({ live: false })], app_access: [] })),
    ['no company can read an app that is not live: app 1'],
  )
  t.strictSame(await notes(t, minimalDelivery({ app_access: [] })), [
    'no company can read app 1: app_access does not name it',
  ])
})

t.test('an app that changes under its data is noted', async t => {
  const changed = (overrides: Parameters<typeof appRow>[0]) =>
    notes(t, minimalDelivery(), { apps: [appRow(overrides)] })
  t.strictSame(await changed({ live: false }), [
    'no company can read an app that is not live: app 1',
  ])
  t.strictSame(await changed({ currency: 'EUR' }), [
    'a new currency converts nothing: amounts of earlier runs stay in the previous one: app 1 (USD, now EUR)',
  ])
  t.strictSame(await changed({ target_dsi: 365, target_revenue_type: 'net' }), [
    'new targets also apply to recommendations of earlier runs: app 1 (DSI 7 paid gross, now DSI 365 paid net)',
  ])
  t.strictSame(await changed({ name: 'Another name' }), [])
})

t.test(
  'recommendations whose spend has another unit than the cohorts are noted without an earlier run',
  async t => {
    const notesFor = async (spend: string) => {
      const row = recommendationRow({
        spend,
        lookback_days: 11,
        lookback_start_date: '2026-03-20',
        lookback_end_date: '2026-03-30',
      })
      const delivery = minimalDelivery({
        cohorts: [cohortRow({ spend: '1000' })],
        recommendations: [row],
      })
      return (await allNotes(t, delivery)).filter(note =>
        note.startsWith('spend of recommendations'),
      )
    }
    t.strictSame(await notesFor('10'), [
      "spend of recommendations and of cohorts on the dates they judge are probably in different units; check the currency's unit of both: run 1 of app 1 (10, cohorts 1000)",
    ])
    t.strictSame(await notesFor('1100'), [])
  },
)

t.test('spend and revenue in another unit, and a network that disappeared, are noted', async t => {
  const cohort = cohortRow({ run_id: 3 })
  const revenue = revenueRow({ run_id: 3 })
  t.strictSame(
    await notes(
      t,
      minimalDelivery(),
      nextRun({
        cohorts: [{ ...cohort, spend: '990' }],
        cohort_revenue: [{ ...revenue, ...revenueOf('495') }],
      }),
    ),
    [
      "spend a day is 50 times that of the run before, or the reverse; check the currency's unit: run 3 of app 1 (10, now 990)",
      "revenue a cohort is 50 times that of the run before, or the reverse; check the currency's unit: run 3 of app 1 (5, now 495)",
    ],
  )
  t.match(await notes(t, minimalDelivery(), nextRun({ cohorts: [{ ...cohort, spend: '0.1' }] })), [
    /run 3 of app 1 \(10, now 0\.1\)$/,
  ])
  t.strictSame(
    await notes(
      t,
      minimalDelivery(),
      nextRun({ cohorts: [{ ...cohort, spend: '400' }], cohort_revenue: [revenue] }),
    ),
    [],
  )
  const networks = [{ network: 'Other', traditional: true }]
  t.strictSame(
    await notes(
      t,
      minimalDelivery(),
      nextRun({ networks, cohorts: [{ ...cohort, network: 'Other' }], cohort_revenue: [] }),
    ),
    ['networks of the run before have no cohorts: run 3 of app 1 (Meta)'],
  )
  const small = minimalDelivery({
    cohorts: [cohortRow({ spend: '1000' }), cohortRow({ network: 'Small', spend: '1' })],
  })
  t.strictSame(await notes(t, small, nextRun()), [
    "spend a day is 50 times that of the run before, or the reverse; check the currency's unit: run 3 of app 1 (1000, now 10)",
  ])
})
