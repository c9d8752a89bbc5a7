import { readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { writeDemoDelivery } from '../../../../scripts/lab/studio/write-demo-delivery.ts'
import { demoDelivery } from '../../../support/demo.ts'
import { deliveryTables, openDelivery } from '../../../support/open-delivery.ts'
import type { OpenDelivery } from '../../../support/open-delivery.ts'

// Of the days that other tests use too, so that each is written once a run.
const [today, tomorrow] = ['2026-11-22', '2026-11-23']
const dir = await demoDelivery(today)
const demo = await openDelivery(dir)
t.teardown(demo.close)

const types = ['paid', 'incremental_blended', 'full_blended']

t.test('the demo has its companies and apps', async t => {
  t.match(await demo.query('SELECT currency, live, weekly_aggregation FROM apps ORDER BY app_id'), [
    { currency: 'USD', live: true, weekly_aggregation: false },
    { currency: 'JPY', live: true, weekly_aggregation: false },
    { currency: 'EUR', live: true, weekly_aggregation: true },
    { currency: 'USD', live: true, weekly_aggregation: false },
  ])
  t.equal(await demo.number('SELECT count(*) FROM companies'), 2)
  t.equal(
    await demo.number(
      'SELECT count(*) FROM (SELECT 1 FROM app_access GROUP BY app_id HAVING count(*) = 2)',
    ),
    1,
    'one is shared',
  )
  t.equal(
    await demo.number('SELECT count(*) FROM apps ANTI JOIN app_access USING (app_id)'),
    0,
    'every app has a reader',
  )
  t.equal(
    await demo.number(`SELECT count(*) FROM apps
    WHERE NOT list_contains(string_split(dsi_values, ','), target_dsi::VARCHAR)`),
    0,
    'target DSIs are available',
  )
  t.ok(
    (await demo.number('SELECT count(DISTINCT platform) FROM bet_lookbacks')) >= 2,
    'bet lookbacks vary by platform',
  )
})

t.test('the demo has its volume of rows', async t => {
  for (const { app_id: app, days, campaigns } of await demo.query(`
    SELECT app_id, count(DISTINCT install_date) AS days, count(DISTINCT (platform, network, campaign)) AS campaigns
    FROM cohorts JOIN served USING (run_id) WHERE app_id < 104 GROUP BY app_id`)) {
    t.ok(
      Number(campaigns) >= 30 && Number(campaigns) <= 100,
      `app ${String(app)} has ${String(campaigns)} campaigns`,
    )
    t.ok(
      Number(days) >= (Number(app) === 102 ? 285 : 385),
      `app ${String(app)} has ${String(days)} days`,
    )
  }
  t.ok((await demo.number('SELECT count(*) FROM cohort_revenue')) < 600_000)
  t.ok((await demo.number('SELECT count(*) FROM roas_snapshots')) < 2_500_000)
  const bytes = readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)
  t.ok(bytes < 100e6, `${bytes} bytes`)
})

t.test('names include those that are hard on software', async t => {
  const having = (condition: string) =>
    demo.number(`SELECT count(*)
    FROM recommendations JOIN served USING (run_id) WHERE ${condition}`)
  t.ok(await having("campaign LIKE '%,%'"), 'commas')
  t.ok(await having(`campaign LIKE '%"%'`), 'double quotes')
  t.ok(await having("campaign LIKE '+%'"), 'a leading plus')
  t.ok(
    await demo.number("SELECT count(*) FROM cohorts WHERE campaign LIKE '=%'"),
    'a leading equals sign',
  )
  t.ok(await having("campaign LIKE '%広告%'"), 'Japanese')
  t.ok(await having("campaign LIKE '%é%'"), 'accents')
  t.ok(await having("campaign LIKE '%🇯🇵%'"), 'flags')
  for (const column of ['platform', 'network', 'campaign', 'country']) {
    t.ok(await demo.number(`SELECT count(*) FROM cohorts WHERE ${column} IS NULL`), `no ${column}`)
  }
  t.ok(
    await having('network IS NOT NULL AND network NOT IN (SELECT network FROM networks)'),
    'networks without a row',
  )
  t.ok(await demo.number('SELECT count(*) FROM networks WHERE NOT traditional'))
})

t.test('runs are regular', async t => {
  t.equal(
    await demo.number(`SELECT count(*) FROM served JOIN apps USING (app_id)
    WHERE live AND max_install_date <> DATE '${today}' - CASE WHEN weekly_aggregation THEN isodow(DATE '${today}')::INTEGER ELSE 1 END`),
    0,
    'data reach yesterday, or last Sunday',
  )
  t.equal(
    await demo.number(`SELECT count(*) FROM runs WHERE (max_install_date IS NULL) <> (kind = 'alert')
    OR created_at > TIMESTAMPTZ '${today} 01:00:00Z'`),
    0,
  )
  t.equal(
    await demo.number(`SELECT count(*) FROM (
    SELECT status, lag(status) OVER w AS earlier, lead(status) OVER w AS later FROM runs WHERE kind = 'recommendation'
    WINDOW w AS (PARTITION BY app_id ORDER BY run_id)) WHERE status = 'failed' AND (earlier <> 'succeeded'
      OR later <> 'succeeded')`),
    0,
  )
  t.equal(
    await demo.number(
      `SELECT count(DISTINCT app_id) FROM runs WHERE kind = 'recommendation' AND status = 'failed'`,
    ),
    4,
  )
  t.ok(await demo.number("SELECT count(*) FROM runs WHERE kind = 'alert' AND status = 'failed'"))
  t.equal(
    await demo.number(`SELECT count(*) FROM (SELECT lag(created_at) OVER (PARTITION BY app_id, kind ORDER BY run_id) >= created_at AS late FROM runs)
    WHERE late`),
    0,
    'numbered in order',
  )
  for (const table of ['cohorts', 'cohort_revenue', 'roas_snapshots', 'recommendations']) {
    t.equal(
      await demo.number(`SELECT count(*) FROM ${table} LEFT JOIN runs USING (run_id)
      WHERE kind IS DISTINCT FROM 'recommendation' OR status <> 'succeeded'`),
      0,
      `${table} belongs to succeeded runs`,
    )
  }
})

t.test('keys are unique', async t => {
  const keys = {
    cohorts: 'run_id, install_date, platform, network, campaign, country',
    cohort_revenue: 'run_id, install_date, platform, network, campaign, country, dsi',
    roas_snapshots: 'run_id, install_date, platform, network, campaign, country, dsi',
    recommendations: 'run_id, granularity, platform, network, campaign, country',
    runs: 'run_id',
  }
  for (const [table, key] of Object.entries(keys)) {
    t.equal(
      await demo.number(
        `SELECT count(*) FROM (SELECT 1 FROM ${table} GROUP BY ${key} HAVING count(*) > 1)`,
      ),
      0,
      table,
    )
  }
})

t.test('cohorts follow their laws', async t => {
  const count = (table: string, condition: string) =>
    demo.number(
      `SELECT count(*) FROM ${table} JOIN runs r USING (run_id) JOIN apps a USING (app_id) WHERE ${condition}`,
    )
  const none = async (table: string, condition: string) =>
    t.equal(await count(table, condition), 0, `${table}: ${condition}`)

  await none(
    'cohorts',
    `spend < 0 OR paid_installs < 0 OR paid_installs > incremental_blended_installs
    OR incremental_blended_installs > full_blended_installs`,
  )
  await none('cohorts', 'install_date > r.max_install_date OR install_date < a.created_at::DATE')
  await none('cohorts', "currency = 'JPY' AND spend <> floor(spend)")
  for (const table of ['cohort_revenue', 'roas_snapshots']) {
    for (const basis of ['gross', 'net']) {
      await none(
        table,
        `paid_${basis} < 0 OR paid_${basis} > incremental_blended_${basis}
        OR incremental_blended_${basis} > full_blended_${basis}`,
      )
    }
    for (const type of types) {
      await none(
        table,
        `${type}_net > ${type}_gross OR ${type}_gross > 10 AND ${type}_net > 0.95 * ${type}_gross`,
      )
    }
    await none(table, "NOT list_contains(string_split(dsi_values, ','), dsi::VARCHAR)")
  }
  for (const type of types) {
    t.equal(
      await demo.number(`SELECT count(*) FROM (SELECT ${type}_gross < lag(${type}_gross) OVER w
        OR ${type}_net < lag(${type}_net) OVER w AS falls FROM cohort_revenue
      WINDOW w AS (PARTITION BY run_id, install_date, platform, network, campaign, country ORDER BY dsi)) WHERE falls`),
      0,
      'cumulative',
    )
  }
  const cohortKey = 'run_id, install_date, identity(platform, network, campaign, country)'
  t.equal(
    await demo.number(`SELECT count(*) FROM (
    (SELECT ${cohortKey} FROM cohort_revenue WHERE dsi = 0) EXCEPT (SELECT ${cohortKey} FROM cohorts))`),
    0,
    'no revenue without a cohort',
  )
  const grown = await demo.number('SELECT count(*) FROM cohort_revenue WHERE dsi = 0')
  t.equal(await demo.number('SELECT count(*) FROM cohorts'), grown, 'no cohort without revenue')
})

t.test('days without spend, days without installs, and pauses occur', async t => {
  t.ok(
    await demo.number('SELECT count(*) FROM cohorts WHERE spend = 0 AND full_blended_installs = 0'),
  )
  t.ok(await demo.number('SELECT count(*) FROM cohorts WHERE spend = 0 AND paid_installs > 0'))
  t.ok(await demo.number('SELECT count(*) FROM cohorts WHERE spend > 0 AND paid_installs = 0'))
  t.ok(
    (await demo.number(`SELECT count(DISTINCT campaign) FROM (SELECT campaign, install_date - lag(install_date) OVER (
    PARTITION BY run_id, platform, network, campaign ORDER BY install_date) AS gap FROM
    (SELECT DISTINCT run_id, platform, network, campaign, install_date FROM cohorts WHERE network = 'Google Ads'))
      WHERE gap > 3`)) > 5,
  )
})

t.test('the same date gives the same rows, another date other rows', async t => {
  const again = t.testdir()
  await writeDemoDelivery(again, { today })
  const twin = await openDelivery(again)
  t.teardown(twin.close)
  for (const table of deliveryTables)
    t.equal(await digest(twin, table), await digest(demo, table), table)

  const next = await openDelivery(await demoDelivery(tomorrow))
  t.teardown(next.close)
  for (const table of [
    'runs',
    'cohorts',
    'cohort_revenue',
    'roas_snapshots',
    'recommendations',
    'alerts',
  ]) {
    t.not(await digest(next, table), await digest(demo, table), table)
  }
})

t.test('invalid arguments are refused', async t => {
  await t.rejects(writeDemoDelivery(t.testdir(), { today: '2026-02-30' }), /YYYY-MM-DD/)
  const busy = t.testdir()
  await writeFile(join(busy, 'thesis.txt'), 'mine')
  await t.rejects(writeDemoDelivery(busy, { today }), /thesis\.txt/)
  t.strictSame(readdirSync(busy), ['thesis.txt'])
})

/** All rows of a table, as one number. */
function digest(delivery: OpenDelivery, table: string): Promise<number> {
  return delivery.number(`SELECT sum(hash(x)::HUGEINT) % 1000000007 FROM ${table} x`)
}
