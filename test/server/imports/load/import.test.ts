import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Catalog } from '../../../../server/core/model/catalog.ts'
import { retiredIn } from '../../../support/store-records.ts'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { changeRun } from '../../../../server/imports/load/changes.ts'
import {
  folderDestination,
  importDelivery,
} from '../../../../server/store/facts/embedded/embedded-destination.ts'
import { deliver, load, query } from '../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** One more recommendation run of app 1. */
function laterRun(id: number, more: Delivery = {}): Delivery {
  const created = new Date(Date.UTC(2026, 3, 1 + id)).toISOString()
  return {
    runs: [runRow({ run_id: id, created_at: created })],
    cohorts: [cohortRow({ run_id: id })],
    cohort_revenue: [revenueRow({ run_id: id })],
    ...more,
  }
}

function run(catalog: Catalog, id: number) {
  return catalog.runs.find(run => run.run_id === id)!
}

t.test('CSV and Parquet deliveries are stored unchanged', async t => {
  const delivery = minimalDelivery({
    apps: [appRow({ action_threshold: null, dsi_values: '365,1,7' })],
    cohorts: [
      cohortRow({ install_date: '2026-03-30', country: 'US' }),
      cohortRow({ install_date: '2026-03-29', country: 'US' }),
      cohortRow({ install_date: '2026-03-29', country: 'DE', campaign: 'Beta', spend: '0.0001' }),
      cohortRow({
        spend: '0',
        paid_installs: 0,
        incremental_blended_installs: 0,
        full_blended_installs: 0,
        country: null,
      }),
    ],
    cohort_revenue: [
      revenueRow({ dsi: 7, paid_gross: '1.2345' }),
      revenueRow({ dsi: 1, full_blended_net: '-2' }),
      revenueRow({ dsi: 7, country: '' }),
    ],
  })
  const stores = []
  for (const format of ['csv', 'parquet'] as const) {
    const dataDir = temporaryFolder(t)
    const summary = await load(t, dataDir, delivery, format, new Date('2026-04-01'))
    t.match(summary, {
      version: 1,
      incompleteCohorts: 3,
      rows: { cohorts: 4, cohort_revenue: 3, alerts: 1 },
      prunedRuns: [],
    })
    t.match(summary.warnings, [/^3 cohort rows with spend or installs lack a cohort_revenue row/])
    const files: Record<string, unknown> = {}
    for (const file of (await readdir(join(dataDir, 'deliveries/1'))).sort()) {
      const order = file.startsWith('facts') ? 'ORDER BY install_date, "identity"' : ''
      files[file] = await query(`FROM '${dataDir}/deliveries/1/${file}' ${order}`)
    }
    stores.push({ catalog: await catalogIn(dataDir), files })
  }
  const [one, other] = stores.map(({ catalog, files }) => [
    files,
    JSON.parse(
      JSON.stringify(catalog, (name, value: unknown) =>
        name === 'version' && typeof value === 'string' ? '' : value,
      ),
    ),
  ])
  t.strictSame(one, other)
  const { catalog, files } = stores[0]!
  t.match(catalog.apps, [
    {
      action_threshold: 0.05,
      dsi_values: [1, 7, 365],
      created_at: '2025-01-02T03:04:05.006Z',
      version: /^1-/,
    },
  ])
  t.match(run(catalog, 1).facts, {
    rows: 4,
    dsi_values: [1, 7, 365],
    first_install_date: '2026-03-29',
    last_install_date: '2026-03-30',
  })
  t.strictSame(files['identities-1.parquet'], [
    { id: 0, campaign_id: 0, platform: 'IOS', network: 'Meta', campaign: 'Alpha', country: 'US' },
    {
      id: 1,
      campaign_id: 0,
      platform: 'IOS',
      network: 'Meta',
      campaign: 'Alpha',
      country: 'Unknown',
    },
    { id: 2, campaign_id: 2, platform: 'IOS', network: 'Meta', campaign: 'Beta', country: 'DE' },
  ])
  const facts = files['facts-1.parquet'] as Record<string, unknown>[]
  t.strictSame(
    facts.map(row => [row.install_date, row.identity, row.campaign_id, row.spend]),
    [
      ['2026-03-29', 0, 0, '10.0000'],
      ['2026-03-29', 2, 2, '0.0001'],
      ['2026-03-30', 0, 0, '10.0000'],
      ['2026-03-30', 1, 0, '0.0000'],
    ],
  )
  t.strictSame(
    facts.map(row => [row.full_blended_net_d1, row.paid_gross_d7, row.paid_gross_d365]),
    [
      [null, null, null],
      [null, null, null],
      ['-2.0000', '1.2345', null],
      ['0.0000', '5.0000', '0.0000'],
    ],
  )
  t.match(files['snapshots-1.parquet'], [
    { run_id: '1', identity: 0, campaign_id: 0, dsi: 7, spend: '10.0000' },
  ])
  t.match(files['recommendations-1.parquet'], [
    { recommendation_id: '1', spend: '60.0000', predicted_paid_net_roas: 1 },
  ])
  t.match(files['alerts-1.parquet'], [
    { alert_id: '1', campaign: 'Alpha', recommended_action: null },
  ])
})

t.test('spend or installs alone make a cohort without revenue', async t => {
  const none = {
    spend: '0',
    paid_installs: 0,
    incremental_blended_installs: 0,
    full_blended_installs: 0,
  }
  for (const [cohort, incompleteCohorts] of [
    [none, 0],
    [{ ...none, spend: '1' }, 1],
    [{ spend: '0' }, 1],
  ] as const) {
    t.match(
      await load(
        t,
        temporaryFolder(t),
        minimalDelivery({ cohorts: [cohortRow(cohort)], cohort_revenue: [] }),
      ),
      { incompleteCohorts },
    )
  }
})

t.test('null, empty and Unknown names are displayed as one identity but are two keys', async t => {
  const dataDir = temporaryFolder(t)
  await load(
    t,
    dataDir,
    minimalDelivery({
      cohorts: [
        cohortRow({ network: null, spend: '1' }),
        cohortRow({ network: 'Unknown', spend: '2' }),
      ],
      cohort_revenue: [
        revenueRow({ network: '', paid_net: '3' }),
        revenueRow({ network: 'Unknown', paid_net: '4' }),
      ],
    }),
    'parquet',
  )
  t.strictSame(
    await query(`SELECT f.spend, f.paid_net_d7, i.network FROM '${dataDir}/deliveries/1/facts-1.parquet' f
      JOIN '${dataDir}/deliveries/1/identities-1.parquet' i ON i.id = f."identity" ORDER BY 1`),
    [
      { spend: '1.0000', paid_net_d7: '3.0000', network: 'Unknown' },
      { spend: '2.0000', paid_net_d7: '4.0000', network: 'Unknown' },
    ],
  )
})

t.test('identities keep their ids across imports', async t => {
  const dataDir = temporaryFolder(t)
  await load(
    t,
    dataDir,
    minimalDelivery({ cohorts: [cohortRow({ campaign: 'M' })], cohort_revenue: [] }),
  )
  const first = (await catalogIn(dataDir)).files['1']!.identities!
  const before = await query(`FROM '${dataDir}/${first.file}' ORDER BY id`)
  await load(
    t,
    dataDir,
    laterRun(3, { cohorts: [cohortRow({ run_id: 3, campaign: 'M' })], cohort_revenue: [] }),
  )
  t.strictSame(
    (await catalogIn(dataDir)).files['1']!.identities,
    first,
    'nothing new: the file stays',
  )
  await load(
    t,
    dataDir,
    laterRun(4, {
      cohorts: ['Z', 'A', 'M'].flatMap(campaign =>
        ['US', 'AT'].map(country => cohortRow({ run_id: 4, campaign, country })),
      ),
      cohort_revenue: [],
    }),
  )
  const segment = (await catalogIn(dataDir)).files['1']!.identities!
  const after = await query(`FROM '${dataDir}/${segment.file}' ORDER BY id`)
  t.strictSame(after.slice(0, before.length), before)
  t.equal(segment.rows, 7)
  t.strictSame(
    after.slice(before.length).map(row => [row.id, row.campaign_id, row.campaign, row.country]),
    [
      [2, 2, 'A', 'AT'],
      [3, 2, 'A', 'US'],
      [4, before[1]!.campaign_id, 'M', 'AT'],
      [5, 5, 'Z', 'AT'],
      [6, 5, 'Z', 'US'],
    ],
  )
})

t.test('runs without cohorts do not displace others', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery(), 'csv')
  const none = { cohorts: [], cohort_revenue: [] }
  for (const id of [3, 4, 5])
    t.match(await load(t, dataDir, laterRun(id, none), 'csv'), { prunedRuns: [] })
  t.ok(run(await catalogIn(dataDir), 1).facts, 'three newer ones told snapshots, or nothing')
  t.match(await load(t, dataDir, laterRun(6), 'csv'), { prunedRuns: [] })
  t.match(await load(t, dataDir, laterRun(7), 'csv'), { prunedRuns: [] })
  t.match(await load(t, dataDir, laterRun(8), 'csv'), { prunedRuns: [1] })
})

t.test('withdrawn runs do not displace others, and stay while among the kept ones', async t => {
  const dataDir = temporaryFolder(t)
  const imports = folderDestination(dataDir)
  const holding = async () =>
    (await catalogIn(dataDir)).runs.filter(run => run.facts !== undefined).map(run => run.run_id)
  await load(t, dataDir, minimalDelivery(), 'csv')
  for (const id of [3, 4, 5]) await load(t, dataDir, laterRun(id), 'csv')
  t.strictSame(await holding(), [3, 4, 5])
  for (const runId of [4, 5]) await changeRun(imports, { runId, withdrawn: true })
  t.match(await load(t, dataDir, laterRun(6), 'csv'), { prunedRuns: [] })
  t.match(await load(t, dataDir, laterRun(7), 'csv'), { prunedRuns: [] })
  t.strictSame(await holding(), [3, 4, 5, 6, 7])
  t.match(
    await load(t, dataDir, laterRun(8), 'csv'),
    { prunedRuns: [3, 4, 5] },
    'older than the three newest',
  )
  await changeRun(imports, { runId: 8, withdrawn: true })
  for (const id of [9, 10]) await load(t, dataDir, laterRun(id), 'csv')
  t.strictSame(await holding(), [7, 8, 9, 10])
  await changeRun(imports, { runId: 8, withdrawn: false })
  t.match(
    await load(t, dataDir, laterRun(11), 'csv'),
    { prunedRuns: [7, 8] },
    'restored, it counts again',
  )
})

t.test(
  'facts of the three newest succeeded runs stay; others are deleted after a week and half an hour',
  async t => {
    const dataDir = temporaryFolder(t)
    const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 0, minutes))
    await load(t, dataDir, minimalDelivery(), 'csv', at(0))
    const file = join(dataDir, run(await catalogIn(dataDir), 1).facts!.file)
    await load(t, dataDir, laterRun(3), 'csv', at(1))
    await load(
      t,
      dataDir,
      laterRun(4, { runs: [runRow({ run_id: 4, status: 'failed' })] }),
      'csv',
      at(2),
    )
    const failed = run(await catalogIn(dataDir), 4)
    t.equal(failed.facts, undefined, 'a failed run has no facts')
    await load(t, dataDir, laterRun(5), 'csv', at(3))
    t.ok(run(await catalogIn(dataDir), 1).facts, 'a failed run does not count')
    t.match(await load(t, dataDir, laterRun(6), 'csv', at(4)), { prunedRuns: [1] })
    const catalog = await catalogIn(dataDir)
    t.strictSame(
      catalog.runs.filter(run => run.facts !== undefined).map(run => run.run_id),
      [3, 5, 6],
    )
    t.ok(run(catalog, 1).recommendations, 'recommendations stay')
    const retired = [
      { file: 'deliveries/1/facts-1.parquet', app_id: 1, since: at(4).toISOString() },
    ]
    t.strictSame(await retiredIn(dataDir), retired)
    t.match(
      await load(
        t,
        dataDir,
        laterRun(7, { runs: [runRow({ run_id: 7, created_at: '2026-03-30T00:00:00Z' })] }),
        'csv',
        at(20),
      ),
      { prunedRuns: [7] },
      'an old run that comes late gets no facts',
    )
    t.ok(await readFile(file), 'a reader may still be at it')
    t.strictSame(
      await retiredIn(dataDir),
      retired,
      'an import with nothing to retire forgets nothing',
    )
    const weekLater = (minutes: number) => new Date(at(minutes).getTime() + 7 * 86_400_000)
    await load(
      t,
      dataDir,
      { companies: [{ company_id: 1, name: 'A week later' }] },
      'csv',
      weekLater(30),
    )
    t.ok(await readFile(file), 'a repair may need it')
    await load(t, dataDir, { companies: [{ company_id: 1, name: 'Later' }] }, 'csv', weekLater(35))
    await t.rejects(readFile(file), { code: 'ENOENT' })
    t.strictSame(await retiredIn(dataDir), [])
  },
)

t.test('segments of alerts and snapshots are merged if there are too many', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  for (let id = 10; id < 25; id++) {
    await load(t, dataDir, {
      runs: [runRow({ run_id: id }), runRow({ run_id: 100 + id, kind: 'alert' })],
      alerts: [alertRow({ alert_id: id, run_id: 100 + id })],
      roas_snapshots: [snapshotRow({ run_id: id, campaign: `C${id}` })],
    })
  }
  const { alerts, snapshots } = (await catalogIn(dataDir)).files['1']!
  t.match([alerts.length, snapshots.length], [1, 1])
  t.equal(alerts[0]!.rows, 16)
  const ids = await query(
    `SELECT min(alert_id)::VARCHAR AS first, max(alert_id)::VARCHAR AS last FROM '${dataDir}/${alerts[0]!.file}'`,
  )
  t.strictSame(ids, [{ first: '1', last: '24' }])
  const file = `${dataDir}/${snapshots[0]!.file}`
  const counts = `SELECT count(DISTINCT run_id) AS runs, count(DISTINCT "identity") AS ids FROM '${file}'`
  t.strictSame(await query(counts), [{ runs: '16', ids: '16' }])
})

t.test(
  'reference rows are inserted or replaced by key, and versions increase on change',
  async t => {
    const dataDir = temporaryFolder(t)
    const two = minimalDelivery({
      companies: [
        { company_id: 1, name: 'One' },
        { company_id: 2, name: 'Two' },
      ],
      apps: [appRow(), appRow({ app_id: 2, name: 'Second' })],
      app_access: [
        { company_id: 1, app_id: 1 },
        { company_id: 2, app_id: 2 },
      ],
      bet_lookbacks: [{ app_id: 1, platform: null, start_day: 1, end_day: 5 }],
    })
    await load(t, dataDir, two)
    await load(t, dataDir, {
      apps: [appRow({ name: 'Renamed' })],
      bet_lookbacks: [{ app_id: 1, platform: null, start_day: 3, end_day: 9 }],
    })
    let catalog = await catalogIn(dataDir)
    t.match(catalog.apps, [
      { app_id: 1, name: 'Renamed', version: /^2-/ },
      { app_id: 2, name: 'Second', version: /^1-/ },
    ])
    t.match(catalog.companies, [
      { company_id: 1, version: /^2-/ },
      { company_id: 2, version: /^1-/ },
    ])
    t.strictSame(catalog.bet_lookbacks, [{ app_id: 1, platform: null, start_day: 3, end_day: 9 }])
    await load(t, dataDir, { networks: [{ network: 'New', traditional: false }] })
    catalog = await catalogIn(dataDir)
    t.match(catalog.networks.at(-1), { network: 'New' })
    t.match(catalog.version, 3)
  },
)

t.test('a refused delivery changes nothing', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const before = [await catalogIn(dataDir), await readdir(join(dataDir, 'deliveries'))]
  const bad = await deliver(t, laterRun(3, { cohort_revenue: [revenueRow({ run_id: 3, dsi: 8 })] }))
  await t.rejects(importDelivery({ dataDir, delivery: bad }), { name: 'DeliveryError', total: 1 })
  t.strictSame([await catalogIn(dataDir), await readdir(join(dataDir, 'deliveries'))], before)
})

t.test('an id may be the largest exact integer of a double', async t => {
  const dataDir = temporaryFolder(t)
  const id = Number.MAX_SAFE_INTEGER
  const delivery = minimalDelivery({
    recommendations: [recommendationRow({ recommendation_id: id })],
  })
  await load(t, dataDir, delivery)
  const { file } = run(await catalogIn(dataDir), 1).recommendations!
  t.strictSame(await query(`SELECT recommendation_id::VARCHAR AS id FROM '${dataDir}/${file}'`), [
    { id: String(id) },
  ])
})
