import t from 'tap'
import { demoDelivery } from '../../../support/demo.ts'
import { openDelivery } from '../../../support/open-delivery.ts'

const today = '2026-08-19'
const dir = await demoDelivery(today)
const demo = await openDelivery(dir)
t.teardown(demo.close)

const bases = ['paid', 'incremental_blended', 'full_blended'].flatMap(type => [
  `${type}_gross`,
  `${type}_net`,
])

t.test('recommendations are sums over the cohorts in the bet lookback range', async t => {
  for (const [granularity, country] of [
    ['campaign', ''],
    ['campaign_geo', ', country'],
  ] as const) {
    const {
      expected,
      found: delivered,
      wrong,
      repaired,
    } = (
      await demo.query(`
      WITH range AS (
        SELECT l.*, c.* EXCLUDE (run_id), coalesce(own.start_day, every.start_day, 2) AS x, coalesce(own.end_day, every.end_day,
          8) AS y
        FROM served l JOIN cohorts c USING (run_id)
          LEFT JOIN bet_lookbacks own ON own.app_id = l.app_id AND own.platform = c.platform
          LEFT JOIN bet_lookbacks every ON every.app_id = l.app_id AND every.platform IS NULL
      ), cohort AS (
        SELECT g.*, v.* EXCLUDE (run_id, install_date, platform, network, campaign, country, dsi)
        FROM range g JOIN cohort_revenue v ON v.run_id = g.run_id AND v.dsi = g.target_dsi AND v.install_date = g.install_date
          AND identity(v.platform, v.network, v.campaign, v.country) = identity(g.platform, g.network, g.campaign, g.country)
        WHERE g.max_install_date - g.install_date BETWEEN x AND y AND g.campaign IS NOT NULL
      ), summed AS (
        SELECT run_id, platform, network, campaign, coalesce(CASE WHEN '${granularity}' = 'campaign_geo'
          OR count(DISTINCT coalesce(country, '')) = 1
            THEN any_value(country) ELSE 'GLOBAL' END, '?') AS place,
          sum(spend) AS spend, any_value(y - x + 1) AS days, sum(paid_installs) AS paid,
            sum(incremental_blended_installs) AS blended,
          sum(full_blended_installs) AS full_blended, ${bases.map(basis => `sum(${basis}) AS ${basis}`).join(', ')}
        FROM cohort GROUP BY run_id, platform, network, campaign${country}
        HAVING sum(spend) > 0 OR sum(full_blended_installs) > 0
      )
      SELECT (SELECT count(*) FROM summed) AS expected,
        (SELECT count(*) FROM recommendations SEMI JOIN served USING (run_id) WHERE granularity = '${granularity}') AS found,
        count(*) FILTER (n.recommendation_id IS NULL OR abs(n.spend - s.spend) > 0.00005 OR n.lookback_days <> s.days
          OR n.paid_installs <> s.paid OR n.incremental_blended_installs <> s.blended OR n.full_blended_installs <> s.full_blended) AS wrong,
        count(*) FILTER (${bases.map(basis => `abs(n.predicted_${basis}_roas - s.${basis}::DOUBLE / nullif(s.spend, 0)::DOUBLE) > 1e-6`).join(' OR ')}) AS repaired
      FROM summed s LEFT JOIN (FROM recommendations WHERE granularity = '${granularity}') n ON n.run_id = s.run_id
        AND identity(n.platform, n.network, n.campaign, n.country) = identity(s.platform, s.network, s.campaign, s.place)`)
    )[0]!
    t.equal(delivered, expected, granularity)
    t.equal(Number(wrong), 0)
    t.ok(
      Number(repaired) < 0.1 * Number(delivered),
      `${String(repaired)} rest on days that were repaired`,
    )
    t.ok(Number(delivered) > 50)
  }
})

t.test('every action and every status occurs in each live app within a month', async t => {
  const rows = await demo.query(`
    WITH judged AS (
      SELECT l.app_id, n.*, l.threshold, traditional, CASE l.target_roas_type || '_' || l.target_revenue_type
        ${bases.map(basis => `WHEN '${basis}' THEN predicted_${basis}_roas / nullif(target_${basis}_roas, 0)`).join(' ')}
          END AS ratio
      FROM recommendations n JOIN runs r USING (run_id) JOIN served l USING (app_id) LEFT JOIN networks USING (network)
      WHERE r.max_install_date > l.max_install_date - 28
    )
    SELECT app_id, list(DISTINCT CASE WHEN ratio IS NULL OR ratio <= 0 THEN 'REDUCE'
      WHEN abs(ratio - 1) <= threshold + 1e-9 THEN 'HOLD'
        WHEN ratio > 1 THEN 'SCALE' ELSE 'REDUCE' END) AS actions,
      list(DISTINCT CASE WHEN spend / lookback_days < 5 OR NOT coalesce(traditional, false) OR coalesce(confidence_score,
        0) < 0.3 THEN 'LOW'
        WHEN confidence_score < 0.6 THEN 'MEDIUM' ELSE 'HIGH' END) AS statuses
    FROM judged WHERE granularity = 'campaign' AND app_id < 104 GROUP BY app_id`)
  t.equal(rows.length, 3)
  for (const { actions, statuses } of rows) {
    t.strictSame([...(actions as string[])].sort(), ['HOLD', 'REDUCE', 'SCALE'])
    t.strictSame([...(statuses as string[])].sort(), ['HIGH', 'LOW', 'MEDIUM'])
  }
})

t.test('values are plausible, and some are missing', async t => {
  const count = (condition: string) =>
    demo.number(`SELECT count(*) FROM recommendations WHERE ${condition}`)
  const none = async (condition: string) => t.equal(await count(condition), 0, condition)
  await none('confidence_score NOT BETWEEN 0 AND 1')
  await none('optimisation_live_roas NOT BETWEEN 0.02 AND 2')
  await none('abs(optimisation_paced_roas / optimisation_live_roas - 1) > 0.2 + 1e-9')
  await none("country = 'GLOBAL' AND granularity = 'campaign_geo'")
  await none(
    `coalesce(${bases.map(basis => `target_${basis}_roas`).join(', ')}) NOT BETWEEN 0.1 AND 4`,
  )
  for (const column of [
    'confidence_score',
    'predicted_paid_gross_roas',
    'optimisation_live_roas',
  ]) {
    t.ok(await count(`${column} IS NULL`), `${column} is null somewhere`)
  }
  t.ok(await count("country = 'GLOBAL'"))
  t.ok(
    (await demo.number(`SELECT min(runs) FROM (SELECT count(DISTINCT run_id) AS runs
    FROM recommendations JOIN runs USING (run_id) WHERE app_id < 104 GROUP BY app_id)`)) > 1,
    'older runs have some too',
  )
})

/** The recommendations as their run's app judges them: `gap` is predicted over target, less 1. */
const judged = `(
  WITH deciding AS (
    SELECT r.app_id, r.max_install_date, n.*, coalesce(a.action_threshold, 0.05) AS threshold,
      CASE a.target_roas_type || '_' || a.target_revenue_type
        ${bases.map(basis => `WHEN '${basis}' THEN predicted_${basis}_roas / target_${basis}_roas - 1`).join(' ')} END AS gap
    FROM recommendations n JOIN runs r USING (run_id) JOIN apps a USING (app_id)
  )
  SELECT *, identity(platform, network, campaign, '') AS who,
    CASE WHEN gap IS NULL OR gap <= -1 THEN 'REDUCE' WHEN abs(gap) <= threshold + 1e-9 THEN 'HOLD' WHEN gap > 0 THEN 'SCALE'
      ELSE 'REDUCE' END AS action,
    optimisation_live_roas AS live, optimisation_paced_roas AS paced, optimisation_raw_roas AS raw
  FROM deciding)`

t.test('bids approach the recommended one, within pacing', async t => {
  const none = async (condition: string) =>
    t.equal(await demo.number(`SELECT count(*) FROM ${judged} WHERE ${condition}`), 0, condition)
  await none('(paced - live) * (raw - live) < 0 OR abs(paced - live) > abs(raw - live) + 1e-9')
  await none('confidence_score < 0.3 AND paced <> live')
  t.ok(
    await demo.number(`SELECT count(*) FROM ${judged} WHERE paced <> raw AND paced <> live`),
    'some steps are cut short',
  )
  await none(
    "raw IS NOT NULL AND sign(live - raw) <> CASE action WHEN 'SCALE' THEN 1 WHEN 'REDUCE' THEN -1 ELSE 0 END",
  )
})

t.test('a campaign has one live bid, which agrees with its name', async t => {
  const none = async (query: string) =>
    t.equal(await demo.number(`SELECT count(*) FROM (${query})`), 0)
  await none(
    `SELECT 1 FROM ${judged} GROUP BY run_id, who HAVING count(DISTINCT coalesce(live, -1)) > 1`,
  )
  await none(
    `SELECT 1 FROM ${judged} GROUP BY run_id, who HAVING count(DISTINCT optimisation_dsi) > 1`,
  )
  const stated = `(SELECT *, regexp_extract(campaign, '(?:ROAS|D[0-9]+)[ _-]([0-9]+)%', 1) AS bid,
    regexp_extract(campaign, '(?i)(?:^|[ _-])D([0-9]+)(?:[ _-]|$)', 1) AS dsi FROM ${judged})`
  await none(`SELECT 1 FROM ${stated} WHERE bid <> '' AND live IS DISTINCT FROM bid::DOUBLE / 100`)
  await none(
    `SELECT 1 FROM ${stated} WHERE dsi <> '' AND live IS NOT NULL AND optimisation_dsi <> dsi::INTEGER`,
  )
  t.ok((await demo.number(`SELECT count(DISTINCT campaign) FROM ${stated} WHERE bid <> ''`)) > 5)
  t.ok((await demo.number(`SELECT count(DISTINCT campaign) FROM ${stated} WHERE dsi <> ''`)) > 5)
})

t.test('live bids change daily by at most a fifth', async t => {
  const { pairs, moved, strange } = (
    await demo.query(`
    WITH daily AS (FROM ${judged} WHERE granularity = 'campaign' AND live IS NOT NULL)
    SELECT count(*) AS pairs, count(*) FILTER (m.live <> d.live) AS moved, count(*) FILTER (abs(m.live / d.live - 1) > 0.21) AS strange
    FROM daily d JOIN daily m ON m.app_id = d.app_id AND m.who = d.who AND m.max_install_date = d.max_install_date + 1`)
  )[0]!
  t.ok(Number(pairs) > 200)
  t.ok(Number(moved) > 3)
  t.equal(Number(strange), 0)
})

t.test('recommendation runs are daily for two weeks, and biweekly before', async t => {
  for (const { app_id: app, weekly, daily } of await demo.query(`
    WITH told AS (SELECT DISTINCT app_id, max_install_date FROM ${judged} WHERE app_id < 104)
    SELECT app_id, max(max_install_date - earlier) AS weekly,
      max(max_install_date - earlier) FILTER (max_install_date >= DATE '${today}' - 14) AS daily
    FROM (SELECT *, lag(max_install_date) OVER (PARTITION BY app_id ORDER BY max_install_date) AS earlier FROM told) GROUP BY app_id`)) {
    t.ok(Number(weekly) <= 28, `app ${String(app)}: ${String(weekly)} days, where a run failed`)
    t.ok(
      Number(daily) <= (Number(app) === 103 ? 7 : 2),
      `app ${String(app)} lately: ${String(daily)} days`,
    )
  }
})

t.test('at least half of the actions last a week, and some do not', async t => {
  for (const { app_id: app, kept } of await demo.query(`
    WITH told AS (FROM ${judged} WHERE granularity = 'campaign' AND app_id < 104 AND max_install_date > DATE '${today}' - 60)
    SELECT n.app_id, avg((n.action = e.action)::INTEGER) AS kept
    FROM told n JOIN told e ON e.app_id = n.app_id AND e.who = n.who AND e.max_install_date = n.max_install_date - 7
    GROUP BY n.app_id ORDER BY n.app_id`))
    t.ok(Number(kept) > 0.45 && Number(kept) < 0.9, `app ${String(app)}: ${String(kept)}`)
})
