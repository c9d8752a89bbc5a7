import t from 'tap'
import { writeDemoDelivery } from '../../../server/demo/write-demo-delivery.ts'
import { openDelivery } from './open-delivery.ts'

const today = '2026-06-30'
const dir = t.testdir()
await writeDemoDelivery(dir, { today })
const demo = await openDelivery(dir)
t.teardown(demo.close)

const bases = ['paid', 'incremental_blended', 'full_blended'].flatMap(type => [`${type}_gross`, `${type}_net`])

t.test('numbers are sums over the cohorts in the bet lookback range', async t => {
  for (const [granularity, country] of [
    ['campaign', ''],
    ['campaign_geo', ', country'],
  ] as const) {
    const { expected, found, wrong } = (
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
        WHERE g.max_install_date - g.install_date BETWEEN x AND y
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
          OR n.paid_installs <> s.paid OR n.incremental_blended_installs <> s.blended OR n.full_blended_installs <> s.full_blended
          ${bases
            .map(
              basis => `OR coalesce(abs(n.predicted_${basis}_roas - s.${basis}::DOUBLE / nullif(s.spend, 0)::DOUBLE),
            0) > 1e-6
            OR (n.predicted_${basis}_roas IS NULL) <> (s.spend = 0)`,
            )
            .join(' ')}) AS wrong
      FROM summed s LEFT JOIN (FROM recommendations WHERE granularity = '${granularity}') n ON n.run_id = s.run_id
        AND identity(n.platform, n.network, n.campaign, n.country) = identity(s.platform, s.network, s.campaign, s.place)`)
    )[0]!
    t.equal(found, expected, granularity)
    t.equal(Number(wrong), 0)
    t.ok(Number(found) > 100)
  }
})

t.test('every action and every status occurs in each live app', async t => {
  const rows = await demo.query(`
    WITH judged AS (
      SELECT l.app_id, n.*, l.threshold, traditional, CASE l.target_roas_type || '_' || l.target_revenue_type
        ${bases.map(basis => `WHEN '${basis}' THEN predicted_${basis}_roas / nullif(target_${basis}_roas, 0)`).join(' ')}
          END AS ratio
      FROM recommendations n JOIN served l USING (run_id) LEFT JOIN networks USING (network)
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
  const count = (condition: string) => demo.number(`SELECT count(*) FROM recommendations WHERE ${condition}`)
  const none = async (condition: string) => t.equal(await count(condition), 0, condition)
  await none('confidence_score NOT BETWEEN 0 AND 1')
  await none('optimisation_live_roas NOT BETWEEN 0.02 AND 2')
  await none('abs(optimisation_paced_roas / optimisation_live_roas - 1) > 0.202')
  await none(`(optimisation_paced_roas - optimisation_live_roas) * (optimisation_raw_roas - optimisation_live_roas) < 0`)
  await none("country = 'GLOBAL' AND granularity = 'campaign_geo'")
  for (const basis of bases) await none(`target_${basis}_roas IS NULL OR target_${basis}_roas NOT BETWEEN 0.1 AND 4`)
  for (const column of ['confidence_score', 'predicted_paid_gross_roas', 'optimisation_live_roas']) {
    const missing = await count(`${column} IS NULL AND run_id IN (SELECT run_id FROM served WHERE app_id < 104)`)
    t.ok(missing > 0, `${column} is null somewhere`)
  }
  t.ok(await count("country = 'GLOBAL'"))
  t.ok(
    (await demo.number(`SELECT min(runs) FROM (SELECT count(DISTINCT run_id) AS runs
    FROM recommendations JOIN runs USING (run_id) WHERE app_id < 104 GROUP BY app_id)`)) > 1,
    'older runs have some too',
  )
})

t.test('alerts of both groups tell of recommendations', async t => {
  for (const { runs, groups } of await demo.query(`SELECT count(DISTINCT run_id) AS runs, count(DISTINCT alert_group) AS groups
    FROM alerts JOIN runs USING (run_id) WHERE app_id < 104 GROUP BY app_id`)) {
    t.ok(Number(runs) > 1)
    t.equal(Number(groups), 2)
  }
  const count = (condition: string) => demo.number(`SELECT count(*) FROM alerts WHERE ${condition}`)
  const none = async (condition: string) => t.equal(await count(condition), 0, condition)
  await none("(spend_detail IS NULL) <> (alert_group = 'BIDS')")
  await none("summary LIKE '%NaN%' OR detail LIKE '%NaN%' OR detail LIKE '%undefined%' OR summary LIKE '%null%'")
  t.ok(await count('recommended_action IS NULL'))
  await none("run_id NOT IN (SELECT run_id FROM runs WHERE kind = 'alert' AND status = 'succeeded')")

  const tellers = await demo.query(`
    SELECT a.alert_group, a.summary, n.optimisation_live_roas AS live, n.optimisation_paced_roas AS paced
    FROM alerts a JOIN runs r USING (run_id) JOIN runs s ON s.app_id = r.app_id AND s.kind = 'recommendation'
        AND s.created_at::TIMESTAMP::DATE = r.created_at::TIMESTAMP::DATE
      JOIN recommendations n ON n.run_id = s.run_id 
        AND identity(n.platform, n.network, n.campaign, n.country) = identity(a.platform, a.network, a.campaign, a.country)
        AND abs(n.spend / n.lookback_days - a.daily_spend) < 0.0001
    QUALIFY row_number() OVER (PARTITION BY alert_id ORDER BY n.granularity) = 1`)
  t.equal(tellers.length, await demo.number('SELECT count(*) FROM alerts'), 'every alert has its recommendation')
  for (const { summary, live, paced } of tellers.filter(({ alert_group: group }) => group === 'BIDS')) {
    const gap = Number(live) / Number(paced) - 1
    if (Math.abs(gap) <= 0.05) t.fail(`raised at a gap of ${gap}`)
    const named = `${(Number(paced) * 100).toFixed(1)} %`
    if (!(summary as string).includes(named)) t.fail(`${summary as string} does not name ${named}`)
  }
})

t.test('every campaign whose live bid is more than 5 % off has its alert in the latest run', async t => {
  for (const { app_id: app, bids, off, alerted } of await demo.query(`
    WITH latest AS (
      FROM runs WHERE kind = 'alert' AND status = 'succeeded'
      QUALIFY row_number() OVER (PARTITION BY app_id ORDER BY created_at DESC) = 1
    ), alerted AS (
      SELECT DISTINCT l.app_id, identity(a.platform, a.network, a.campaign, a.country) AS who
      FROM alerts a JOIN latest l USING (run_id) WHERE alert_group = 'BIDS'
    ), bid AS (
      SELECT l.app_id, identity(n.platform, n.network, n.campaign, n.country) AS who,
        abs(optimisation_live_roas / optimisation_paced_roas - 1) > 0.05 AS off
      FROM recommendations n JOIN served l USING (run_id)
      WHERE granularity = 'campaign' AND optimisation_paced_roas IS NOT NULL AND l.app_id < 104
    )
    SELECT app_id, count(*) AS bids, count(*) FILTER (off) AS off, count(*) FILTER (off AND a.who IS NOT NULL) AS alerted
    FROM bid LEFT JOIN alerted a USING (app_id, who) GROUP BY app_id`)) {
    t.equal(alerted, off, `app ${String(app)}`)
    t.ok(Number(off) > 0 && Number(off) < Number(bids) / 2, `${String(off)} of ${String(bids)} bids are off`)
  }
})
