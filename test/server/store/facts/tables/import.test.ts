import t, { type Test } from 'tap'
import { DeliveryError } from '../../../../../server/imports/load/import.ts'
import type { Storage } from '../../../../../server/store/facts/common/storage.ts'
import type { Delivery } from '../../../../reference/delivery.ts'
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
} from '../../../../reference/minimal-delivery.ts'
import { administer, emptyDatabase, startMariaDb } from '../../../../support/mariadb.ts'
import { startService } from '../../../../support/started-service.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

const EXPORT_SECRET = 'a secret of these tests'

/** What no text may lose on its way, however it gets there. */
const NAMES = [
  'camp',
  'Camp',
  'CAMP',
  'camp ',
  ' camp',
  'cämp',
  'ca\u0308mp',
  'camp\t',
  'a\nb',
  'a\r\nb',
  'a"b',
  '"',
  '""',
  "a'b",
  'a\\',
  '\\N',
  '\\0',
  'NULL',
  'null',
  'a,b',
  '😀',
  '%',
  '_',
  'ß',
  'ss',
  'İ',
  'i̇',
  '\u200b',
  '-',
  '=1+1',
  'x'.repeat(512),
]

function run(id: number): Delivery {
  return {
    runs: [runRow({ run_id: id, created_at: new Date(Date.UTC(2026, 4, id)).toISOString() })],
    cohorts: [cohortRow({ run_id: id })],
    cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ run_id: id, dsi })),
    roas_snapshots: [snapshotRow({ run_id: id })],
    recommendations: [recommendationRow({ run_id: id, recommendation_id: 1000 + id })],
  }
}

/** With the runs of app 1. */
async function catalogOf(storage: Storage) {
  const store = await storage.openStore()
  return await store.catalog(1).finally(() => store.close())
}

/** Tables of facts, without the ids of the imports in their names. */
async function tablesOf(url: string): Promise<string[]> {
  return (
    await administer(
      url,
      `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name LIKE 'facts%' ORDER BY 1`,
    )
  ).map(row => String(row['name']).replace(/_[0-9a-f]{16}/, ''))
}

async function namesSurvive(t: Test, url: string): Promise<void> {
  const service = await startService(t, {
    environment: { DATABASE_URL: url, EXPORT_SECRET },
    deliveries: [
      minimalDelivery({
        cohorts: NAMES.map(campaign => cohortRow({ campaign, network: campaign })),
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: NAMES.map((campaign, index) =>
          recommendationRow({ campaign, network: campaign, recommendation_id: index + 1 }),
        ),
        alerts: NAMES.map((text, index) =>
          alertRow({
            alert_id: index + 1,
            campaign: text,
            title: text,
            summary: text,
            detail: text,
            spend_detail: text,
          }),
        ),
      }),
    ],
  })
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const recommendations = (await service.get('/v1/recommendations?appId=1')).json() as {
    campaign: string
  }[]
  t.strictSame(
    recommendations.map(({ campaign }) => campaign).sort(byBytes),
    NAMES.toSorted(byBytes),
    'recommendations',
  )
  const alerts = (await service.get('/v1/alerts?appId=1')).json() as Record<string, string>[]
  for (const column of ['campaign', 'title', 'summary', 'detail', 'spendDetail']) {
    t.strictSame(alerts.map(alert => alert[column]!).sort(byBytes), NAMES.toSorted(byBytes), column)
  }
  const report = '/v1/report?appId=1&granularity=campaign&metrics=spend&format=csv&limit=500'
  t.equal(
    (await service.get(report)).headers['total-rows'],
    String(NAMES.length),
    'each is a campaign of its own',
  )
  for (const name of NAMES.filter(name => name.length < 100)) {
    const quoted = encodeURIComponent(`"${name.replaceAll('"', '""')}"`)
    const answer = await service.get(`${report}&campaigns=${quoted}`)
    t.match([answer.status, answer.headers['total-rows']], [200, '1'], JSON.stringify(name))
  }
}

t.test(
  'names are stored byte for byte without LOAD DATA LOCAL and with folding collations',
  async t => {
    const server = await startMariaDb(t, [
      '--local-infile=0',
      '--character-set-server=latin1',
      '--collation-server=latin1_general_ci',
      '--max-allowed-packet=1M',
    ])
    if (server !== undefined) await namesSurvive(t, (await emptyDatabase(t, server))!)
  },
)

t.test('the MariaDB import passes its suite', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  const other = await openNode(t, url)
  await load(node, minimalDelivery())
  await load(node, run(3))

  await t.test('an id above 2^53 - 1 is refused', async t => {
    const error = await load(node, { runs: [runRow({ run_id: 2 ** 53 })] }).catch(
      (reason: unknown) => reason,
    )
    t.type(error, DeliveryError)
    t.match((error as DeliveryError).faults, [
      { column: 'run_id', rule: /from 0 to 9007199254740991/ },
    ])
  })

  await t.test('the next import removes leftovers of a dead one', async t => {
    const before = await catalogOf(node)
    const owner = '0123456789abcdef'
    await administer(
      url,
      `CREATE TABLE facts_70_${owner} (x INT)`,
      `CREATE TABLE facts_70_${owner}_1 (x INT)`,
      'CREATE TABLE facts_71 (x INT)',
      `INSERT INTO import_runs VALUES (70, 1, '${owner}'), (71, 1, '')`,
      `INSERT INTO import_locks VALUES (1, '${owner}', UTC_TIMESTAMP(6))`,
      `INSERT INTO identities VALUES (1, 1, 1, 'IOS', 'x', 'y', 'DE')`,
      `INSERT INTO alerts (alert_id, run_id, alert_group, title, campaign, country, platform, network, daily_spend, summary, detail,
        spend_detail, recommended_action, created_at) SELECT 70, 70, alert_group, title, campaign, country, platform, network, daily_spend, summary, detail,
        spend_detail, recommended_action, created_at FROM alerts`,
      `INSERT INTO roas_snapshots SELECT app_id, dsi, install_date, 70, identity, position, campaign_id, week_start, month_start,
        spend, paid_gross, paid_net, incremental_blended_gross, incremental_blended_net, full_blended_gross, full_blended_net
        FROM roas_snapshots WHERE run_id = 3`,
    )
    t.strictSame(await catalogOf(node), before, 'nobody sees it')
    await load(other, {
      ...run(70),
      cohorts: [cohortRow({ run_id: 70, campaign: 'New' })],
      cohort_revenue: [],
    })
    const [counts] = await administer(
      url,
      `SELECT (SELECT COUNT(*) FROM import_runs) AS imports,
      (SELECT COUNT(*) FROM alerts WHERE run_id = 70) AS alerts,
      (SELECT COUNT(*) FROM roas_snapshots WHERE run_id = 70) AS snapshots, (SELECT COUNT(*) FROM identities) AS identities`,
    )
    t.match(counts, { imports: 0, alerts: 0, snapshots: 1, identities: 2 })
    t.strictSame(
      (await tablesOf(url)).filter(name => name.startsWith('facts_7')),
      ['facts_70'],
    )
  })
})

t.test('uploads are reported by table: rows, rate and time left', async t => {
  const campaigns = Array.from({ length: 30_000 }, (_, index) => `C${index}`)
  const delivery = minimalDelivery({
    cohorts: campaigns.map(campaign => cohortRow({ campaign })),
    cohort_revenue: [],
  })
  const ticks = globalThis.setInterval
  t.intercept(globalThis, 'setInterval', {
    value: ((onTick: () => void) => ticks(onTick, 1)) as typeof setInterval,
  })
  for (const server of [undefined, await startMariaDb(t, ['--local-infile=0'])]) {
    const url = await emptyDatabase(t, server)
    if (url === undefined) return
    const lines: string[] = []
    await load(await openNode(t, url), delivery, { progress: line => lines.push(line), live: true })
    for (const table of ['identities', 'facts_1']) {
      const wanted = new RegExp(
        `^Writing ${table}: [\\d,]+ of [\\d,]+ rows, [\\d,]+ rows/s, \\d+ s left$`,
      )
      t.ok(
        lines.some(line => wanted.test(line)),
        [table, ...lines.slice(-20)].join('\n'),
      )
    }
  }
})

t.test('an app may have more DSIs than a table has columns', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const dsis = Array.from({ length: 220 }, (_, dsi) => dsi)
  const delivery = minimalDelivery({
    apps: [appRow({ dsi_values: dsis.join() })],
    cohort_revenue: dsis.map(dsi => revenueRow({ dsi, ...revenueOf(String(dsi)) })),
    roas_snapshots: [],
    recommendations: [],
  })
  const query = '/v1/report?appId=1&granularity=campaign_geo&format=csv&dsiValues=0,99,100,150,219'
  const bodies = await Promise.all(
    [{ DATABASE_URL: url, EXPORT_SECRET }, {}].map(async environment =>
      (
        await (await startService(t, { deliveries: [delivery], environment })).get(query)
      ).body.toString(),
    ),
  )
  t.match(bodies[0], /\n2026-03-30,IOS,Meta,Alpha,US,0\.0,24\.75,25\.0,37\.5,54\.75\n$/)
  t.equal(bodies[0], bodies[1])
})
