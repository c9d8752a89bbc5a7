import t from 'tap'
import { writeDemoDelivery } from '../../../server/demo/write-demo-delivery.ts'
import { openDelivery } from './open-delivery.ts'

const dir = t.testdir()
await writeDemoDelivery(dir, { today: '2026-09-15' })
const demo = await openDelivery(dir)
t.teardown(demo.close)

const same = ['s', 'x']
  .map(
    table => `(${table}.install_date, ${table}.dsi, identity(${table}.platform, ${table}.network,
  ${table}.campaign, ${table}.country))`,
  )
  .join(' = ')

t.test('snapshots of a full run say what its revenue says', async t => {
  const { joined, wrong } = (
    await demo.query(`
    SELECT count(*) AS joined, count(*) FILTER (s.paid_gross <> x.paid_gross
      OR s.incremental_blended_net <> x.incremental_blended_net
      OR s.full_blended_gross <> x.full_blended_gross OR s.full_blended_net <> x.full_blended_net) AS wrong
    FROM roas_snapshots s JOIN cohort_revenue x ON s.run_id = x.run_id AND ${same}`)
  )[0]!
  t.equal(Number(wrong), 0)
  t.equal(Number(joined), await demo.number('SELECT count(*) FROM roas_snapshots SEMI JOIN cohorts USING (run_id)'))
})

t.test('a snapshot of a cohort old enough is the actual', async t => {
  const sums = ['paid_gross', 'paid_net', 'full_blended_gross'].map(column => `sum(${column}) AS ${column}`).join(', ')
  const { compared, wrong } = (
    await demo.query(`
    WITH said AS (
      SELECT run_id, install_date, network, dsi, ${sums} FROM roas_snapshots GROUP BY ALL
    ), actual AS (
      SELECT run_id, install_date, network, dsi, ${sums} FROM cohort_revenue GROUP BY ALL
    )
    SELECT count(*) AS compared, count(*) FILTER (s.paid_gross <> x.paid_gross OR s.paid_net <> x.paid_net
      OR s.full_blended_gross <> x.full_blended_gross) AS wrong
    FROM said s JOIN runs r USING (run_id) JOIN served l USING (app_id)
      JOIN actual x ON x.run_id = l.run_id AND x.install_date = s.install_date AND x.network = s.network AND x.dsi = s.dsi
    WHERE s.install_date + s.dsi <= r.max_install_date`)
  )[0]!
  t.ok(Number(compared) > 10_000)
  t.equal(Number(wrong), 0)
})

t.test('forecasts converge to the actual as cohorts age', async t => {
  for (const { app_id: app, errors } of await demo.query(`
    WITH said AS (
      SELECT run_id, install_date, dsi, sum(paid_gross)::DOUBLE AS revenue FROM roas_snapshots GROUP BY ALL
    ), actual AS (
      SELECT run_id, install_date, dsi, sum(paid_gross)::DOUBLE AS revenue FROM cohort_revenue GROUP BY ALL
    ), weekly AS (
      SELECT r.app_id, r.run_id, l.target_dsi, date_trunc('week', s.install_date)::DATE AS week, r.max_install_date - week AS age,
        sum(s.revenue) / sum(x.revenue) - 1 AS error
      FROM said s JOIN runs r USING (run_id) JOIN served l USING (app_id)
        JOIN actual x ON x.run_id = l.run_id AND x.install_date = s.install_date AND x.dsi = s.dsi
      WHERE s.dsi = l.target_dsi AND date_trunc('week', s.install_date)::DATE + 6 + s.dsi <= l.max_install_date
      GROUP BY ALL
    ), averages AS (
      SELECT app_id, least(floor(3 * age / (target_dsi + 6)), 3) AS third, avg(abs(error)) AS error FROM weekly GROUP BY ALL
    )
    SELECT app_id, list(error ORDER BY third) AS errors FROM averages GROUP BY app_id ORDER BY app_id`)) {
    const [early, middle, late, grown] = errors as number[]
    t.ok(early! > 0.03, `app ${String(app)} errs by ${early} at first`)
    t.ok(middle! < early! && late! < middle! / 2, `app ${String(app)} then by ${middle} and ${late}`)
    t.equal(grown, 0, 'and not at all once the cohort is grown')
  }
})

t.test('fresh forecasts are too high in some months and too low in others', async t => {
  for (const { app_id: app, mean, highest, lowest } of await demo.query(`
    WITH said AS (
      SELECT run_id, install_date, dsi, sum(paid_gross)::DOUBLE AS revenue FROM roas_snapshots GROUP BY ALL
    ), actual AS (
      SELECT run_id, install_date, dsi, sum(paid_gross)::DOUBLE AS revenue FROM cohort_revenue GROUP BY ALL
    ), monthly AS (
      SELECT r.app_id, date_trunc('month', s.install_date) AS month, sum(s.revenue) / sum(x.revenue) - 1 AS error
      FROM said s JOIN runs r USING (run_id) JOIN served l USING (app_id)
        JOIN actual x ON x.run_id = l.run_id AND x.install_date = s.install_date AND x.dsi = s.dsi
      WHERE s.dsi = l.target_dsi AND r.max_install_date - s.install_date <= 7 AND s.install_date + s.dsi <= l.max_install_date
        AND r.app_id < 104
      GROUP BY ALL
    )
    SELECT app_id, avg(error) AS mean, max(error) AS highest, min(error) AS lowest FROM monthly GROUP BY app_id`)) {
    t.ok(Number(highest) > 0.01 && Number(lowest) < -0.01, `app ${String(app)} errs from ${String(lowest)} to ${String(highest)}`)
    t.ok(Math.abs(Number(mean)) < 0.04, `app ${String(app)} errs by ${String(mean)} on average`)
  }
})

t.test('whole weeks are captured, for long enough to be seen in the default ROAS history', async t => {
  t.equal(
    await demo.number(`
    SELECT count(*) FROM (
      SELECT run_id, date_trunc('week', install_date) AS week, count(DISTINCT install_date) AS days,
        any_value(max_install_date) AS newest
      FROM roas_snapshots JOIN served USING (run_id) WHERE dsi = target_dsi AND app_id < 104 GROUP BY ALL)
    WHERE days < least(7, newest - week::DATE + 1)`),
    0,
  )
  for (const { app_id: app, ages } of await demo.query(`
    SELECT r.app_id, count(DISTINCT r.run_id) AS ages FROM runs r JOIN served l USING (app_id)
    WHERE r.status = 'succeeded' AND r.kind = 'recommendation' AND l.max_install_date - r.max_install_date <= 90
      AND r.app_id < 104
    GROUP BY r.app_id`))
    t.ok(Number(ages) >= 10, `app ${String(app)} was captured ${String(ages)} times`)
})
