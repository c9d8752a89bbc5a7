import t from 'tap'
import { demoDelivery } from '../../../support/demo.ts'
import { openDelivery } from '../../../support/open-delivery.ts'

const dir = await demoDelivery('2026-11-22')
const demo = await openDelivery(dir)
t.teardown(demo.close)
await demo.query(`CREATE TABLE withheld AS
  SELECT app_id, run_id, max_install_date, split_part(unnest(string_split(withheld_dsis, ',')), ':', 1)::INTEGER AS dsi FROM runs WHERE withheld_dsis IS NOT NULL`)

const same = ['s', 'x']
  .map(
    table => `(${table}.install_date, ${table}.dsi, identity(${table}.platform, ${table}.network,
  ${table}.campaign, ${table}.country))`,
  )
  .join(' = ')

t.test('snapshots of a full run agree with its revenue', async t => {
  const { joined, wrong } = (
    await demo.query(`
    SELECT count(*) AS joined, count(*) FILTER (s.paid_gross <> x.paid_gross
      OR s.incremental_blended_net <> x.incremental_blended_net
      OR s.full_blended_gross <> x.full_blended_gross OR s.full_blended_net <> x.full_blended_net) AS wrong
    FROM roas_snapshots s JOIN cohort_revenue x ON s.run_id = x.run_id AND ${same}`)
  )[0]!
  t.equal(Number(wrong), 0)
  t.equal(
    Number(joined),
    await demo.number('SELECT count(*) FROM roas_snapshots SEMI JOIN cohorts USING (run_id)'),
  )
})

t.test('a snapshot of an old enough cohort is the actual', async t => {
  const sums = ['paid_gross', 'paid_net', 'full_blended_gross']
    .map(column => `sum(${column}) AS ${column}`)
    .join(', ')
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

/** Whole ISO weeks of an app at a DSI: what each run said about them, and the actual. */
const weekly = `(
  WITH said AS (
    SELECT run_id, date_trunc('week', install_date)::DATE AS week, dsi, sum(paid_gross)::DOUBLE AS revenue
    FROM roas_snapshots GROUP BY ALL HAVING count(DISTINCT install_date) = 7
  ), actual AS (
    SELECT app_id, max_install_date AS newest, date_trunc('week', install_date)::DATE AS week, dsi, sum(paid_gross)::DOUBLE AS revenue
    FROM cohort_revenue JOIN served USING (run_id) GROUP BY ALL HAVING count(DISTINCT install_date) = 7
  )
  SELECT app_id, run_id, dsi, week, max_install_date - week AS age, s.revenue AS said, x.revenue AS actual, s.revenue / x.revenue - 1 AS error
  FROM said s JOIN runs r USING (run_id) JOIN actual x USING (app_id, week, dsi)
  WHERE week + 6 + dsi <= newest AND app_id < 104)`

t.test('forecasts converge to the actual as cohorts age', async t => {
  for (const { app_id: app, errors } of await demo.query(`
    WITH averages AS (
      SELECT app_id, least(floor(3 * age / (dsi + 6)), 3) AS third, avg(abs(error)) AS error
      FROM ${weekly} SEMI JOIN (SELECT app_id, target_dsi AS dsi FROM apps) USING (app_id, dsi) GROUP BY ALL
    )
    SELECT app_id, list(error ORDER BY third) AS errors FROM averages GROUP BY app_id ORDER BY app_id`)) {
    const [early, middle, late, grown] = errors as number[]
    t.ok(early! > 0.01 && early! < 0.15, `app ${String(app)} errs by ${early} at first`)
    t.ok(
      middle! < early! && late! < middle! && late! < early! / 3,
      `app ${String(app)} then by ${middle} and ${late}`,
    )
    t.equal(grown, 0, 'and not at all once the cohort is grown')
  }
})

t.test('forecasts are right on average', async t => {
  for (const { app_id: app, dsi, weeks, bias, wape } of await demo.query(`
    SELECT app_id, dsi, count(*) AS weeks, sum(said) / sum(actual) - 1 AS bias, sum(abs(said - actual)) / sum(actual) AS wape
    FROM ${weekly} WHERE age < 7 AND dsi > 6 GROUP BY app_id, dsi HAVING count(*) >= 20 ORDER BY app_id, dsi`)) {
    t.ok(
      Math.abs(Number(bias)) < 0.06,
      `app ${String(app)} D${String(dsi)}: ${String(bias)} over ${String(weeks)} weeks`,
    )
    t.ok(Number(wape) < 0.2, `off by ${String(wape)}`)
  }
})

t.test('errors are similar from run to run, and end', async t => {
  for (const { app_id: app, together: correlation, turned, cohorts } of await demo.query(`
    WITH young AS (
      FROM ${weekly} w SEMI JOIN (SELECT app_id, target_dsi AS dsi FROM apps) USING (app_id, dsi) WHERE age < dsi
    ), turns AS (SELECT app_id, week, max(error) > 0 AND min(error) < 0 AS turned FROM young GROUP BY ALL)
    SELECT app_id, corr(y.error, next.error) AS together,
      (SELECT count(*) FILTER (turned) FROM turns WHERE turns.app_id = y.app_id) AS turned,
      (SELECT count(*) FROM turns WHERE turns.app_id = y.app_id) AS cohorts
    FROM young y JOIN young next USING (app_id, week) WHERE next.age = y.age + 7 GROUP BY app_id`)) {
    t.ok(
      Number(correlation) > 0.3 && Number(correlation) < 0.97,
      `app ${String(app)}: ${String(correlation)}`,
    )
    t.ok(
      Number(turned) > 0.1 * Number(cohorts),
      `app ${String(app)}: ${String(turned)} of ${String(cohorts)} cohorts`,
    )
  }
})

t.test('a run keeps a DSI that is not withheld, without gaps up to its newest day', async t => {
  t.equal(
    await demo.number(`
    SELECT count(*) FROM (
      SELECT app_id, run_id, dsi, any_value(max_install_date) - min(install_date) + 1 AS days, count(DISTINCT install_date) AS held
      FROM roas_snapshots JOIN runs USING (run_id) ANTI JOIN withheld USING (run_id, dsi) WHERE app_id < 104 GROUP BY ALL) WHERE days <> held`),
    0,
  )
})

t.test(
  'every week since the first run is captured whole, young unless withheld, and actual at every DSI up to the target',
  async t => {
    const { periods, oldest, unseen, ungrown } = (
      await demo.query(`
    WITH kept AS (
      SELECT app_id, dsi, r.max_install_date AS seen, min(install_date) AS since
      FROM roas_snapshots JOIN runs r USING (run_id) GROUP BY ALL
    ), period AS (
      SELECT DISTINCT l.app_id, l.target_dsi, l.max_install_date AS newest, date_trunc('week', install_date)::DATE AS first, first + 6 AS last
      FROM cohorts JOIN served l USING (run_id) WHERE l.app_id < 104
        AND date_trunc('week', install_date) >= (SELECT min(max_install_date) FROM runs r WHERE r.app_id = l.app_id)
    ), told AS (
      SELECT p.*, d.dsi, coalesce(bool_or(seen <= last + 20), false) AS young, coalesce(bool_or(seen >= last + d.dsi), false) AS grown
      FROM period p JOIN (SELECT DISTINCT app_id, dsi FROM kept) d ON d.app_id = p.app_id AND d.dsi <= p.target_dsi
        LEFT JOIN kept k ON k.app_id = p.app_id AND k.dsi = d.dsi AND since <= first AND seen >= last
      GROUP BY ALL
    )
    SELECT count(DISTINCT (app_id, first)) AS periods, max(newest - first) AS oldest,
      count(*) FILTER (last <= newest - 20 AND NOT young AND NOT EXISTS (
        FROM withheld w WHERE w.app_id = told.app_id AND w.dsi = told.dsi AND w.max_install_date BETWEEN last AND last + 20)) AS unseen,
      count(*) FILTER (last + dsi <= newest - 42 AND NOT grown) AS ungrown
    FROM told`)
    )[0]!
    t.ok(
      Number(periods) > 85 && Number(oldest) > 230,
      `${String(periods)} weeks since ${String(oldest)} days`,
    )
    t.equal(Number(unseen), 0, 'young')
    t.equal(Number(ungrown), 0, 'actual')
  },
)
