import t from 'tap'
import { demoDelivery } from '../../../support/demo.ts'
import { openDelivery } from '../../../support/open-delivery.ts'

const dir = await demoDelivery('2026-11-22')
const demo = await openDelivery(dir)
t.teardown(demo.close)

interface AlertRow {
  run: string
  title: string
  summary: string
  detail: string
  spendDetail: string | null
  asks: string | null
  who: string
  dailySpend: number
  granularity: string
  action: string
  campaignAction: string
  live: number | null
  paced: number | null
  raw: number | null
  confidence: number | null
  /** Daily spend of all campaigns of the run. */
  total: number
}

/** For alerts about campaigns; others are about data, or an app as a whole. */
const ruled = `title IN ('Live bid above recommendation', 'Live bid below recommendation', 'ROAS below target', 'ROAS above target', 'Low confidence',
  'Custom rule: CPI up more than 15 %')`
const attribution = "(metric = 'attribution' AND platform = 'IOS')"

/** Every one of them with the recommendation that it is about, and the one of the whole campaign. */
const alerts = (await demo.query(`
  WITH judged AS (
    SELECT r.app_id, r.created_at::TIMESTAMP::DATE AS day, n.*, identity(platform, network, campaign, '') AS who,
      CASE a.target_roas_type || '_' || a.target_revenue_type
        ${['paid', 'incremental_blended', 'full_blended']
          .flatMap(type => [`${type}_gross`, `${type}_net`])
          .map(basis => `WHEN '${basis}' THEN predicted_${basis}_roas / target_${basis}_roas - 1`)
          .join(' ')} END AS gap,
      coalesce(a.action_threshold, 0.05) AS threshold, spend / lookback_days AS daily,
      CASE WHEN gap IS NULL THEN 'REDUCE' WHEN abs(gap) <= threshold + 1e-9 THEN 'HOLD' WHEN gap > 0 THEN 'SCALE' ELSE 'REDUCE' END
        AS action
    FROM recommendations n JOIN runs r USING (run_id) JOIN apps a USING (app_id)
  ), whole AS (
    SELECT app_id, day, who, action, sum(daily) OVER (PARTITION BY app_id, day) AS total FROM judged WHERE granularity = 'campaign'
  )
  SELECT alert_id, a.run_id AS run, title, summary, detail, spend_detail AS "spendDetail", recommended_action AS asks,
    n.who, a.daily_spend::DOUBLE AS "dailySpend", n.granularity, n.action, w.action AS "campaignAction", w.total,
    optimisation_live_roas AS live, optimisation_paced_roas AS paced, optimisation_raw_roas AS raw, confidence_score AS confidence
  FROM (SELECT a.* EXCLUDE (created_at), r.app_id, r.created_at::TIMESTAMP::DATE AS day FROM alerts a JOIN runs r USING (run_id) WHERE ${ruled}) a
    JOIN judged n ON n.app_id = a.app_id AND n.day = a.day AND abs(n.daily - a.daily_spend) < 0.0001
      AND identity(n.platform, n.network, n.campaign, n.country) = identity(a.platform, a.network, a.campaign, a.country)
    JOIN whole w ON w.app_id = a.app_id AND w.day = a.day AND w.who = n.who
  QUALIFY row_number() OVER (PARTITION BY alert_id ORDER BY n.granularity = 'campaign_geo') = 1`)) as unknown as AlertRow[]

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

t.test('alerts of both groups refer to recommendations', async t => {
  t.equal(
    alerts.length,
    await demo.number(`SELECT count(*) FROM alerts WHERE ${ruled}`),
    'every one has its recommendation',
  )
  for (const {
    runs,
    groups,
  } of await demo.query(`SELECT count(DISTINCT run_id) AS runs, count(DISTINCT alert_group) AS groups
    FROM alerts JOIN runs USING (run_id) WHERE app_id < 104 GROUP BY app_id`)) {
    t.ok(Number(runs) > 10)
    t.equal(Number(groups), 2)
  }
  const count = (condition: string) => demo.number(`SELECT count(*) FROM alerts WHERE ${condition}`)
  const none = async (condition: string) => t.equal(await count(condition), 0, condition)
  await none(`${ruled} AND (spend_detail IS NULL) <> (alert_group = 'BIDS')`)
  await none(
    "concat_ws(' ', summary, detail, spend_detail, recommended_action) SIMILAR TO '.*(NaN|undefined|null|Infinity).*'",
  )
  await none(
    "run_id NOT IN (SELECT run_id FROM runs WHERE kind = 'alert' AND status = 'succeeded')",
  )
  t.ok(await count('recommended_action IS NULL'))
  t.ok(await count("country = 'GLOBAL'"))
  t.ok(await count("country <> 'GLOBAL'"))
})

t.test('a bid alert gives the live bid and the paced one', async t => {
  const bids = alerts.filter(({ title }) => title.startsWith('Live bid'))
  t.ok(bids.length > 100)
  for (const { title, summary, live, paced, granularity } of bids) {
    if (Math.abs(paced! / live! - 1) < 0.01 - 1e-9) t.fail(`raised at ${live} and ${paced}`)
    if (granularity !== 'campaign') t.fail("a bid is the whole campaign's")
    if ((title === 'Live bid above recommendation') !== live! > paced!) t.fail(summary)
    if (!summary.includes(percent(live!)) || !summary.includes(percent(paced!))) t.fail(summary)
  }
})

t.test('no alert contradicts its recommendation', async t => {
  const wanted: Record<string, (alert: AlertRow) => boolean> = {
    'Live bid above recommendation': ({ action }) => action === 'SCALE',
    'Live bid below recommendation': ({ action }) => action === 'REDUCE',
    'ROAS below target': ({ action, confidence }) => action === 'REDUCE' && confidence! >= 0.3,
    'ROAS above target': ({ action, confidence }) => action === 'SCALE' && confidence! >= 0.6,
    'Low confidence': ({ confidence, live, paced }) =>
      (confidence ?? 0) < 0.3 && (paced === null || live === paced),
    // Nothing is asked while the forecast is withheld, which has no confidence.
    'Custom rule: CPI up more than 15 %': ({ asks, action, confidence }) =>
      (asks === null) === (action !== 'REDUCE' || confidence === null),
  }
  for (const alert of alerts) if (!wanted[alert.title]?.(alert)) t.fail(JSON.stringify(alert))
  t.strictSame(
    [...new Set(alerts.map(({ title }) => title))].sort(),
    Object.keys(wanted).sort(),
    'every rule fires somewhere',
  )
})

t.test('no alert asks to move money or bids', async t => {
  const actions = await demo.query(
    'SELECT DISTINCT recommended_action AS asks FROM alerts WHERE recommended_action IS NOT NULL',
  )
  t.ok(actions.length > 0)
  for (const { asks } of actions) t.notMatch(asks, /\b(bid|budget|spend|raise|lower|cut)\b|%/i)
})

t.test('every run that saw the broken attribution names the week in an alert', async t => {
  const rows = await demo.query(`
    SELECT run_id, app_id, count(*) AS alerts, any_value(title) AS title, any_value(summary) AS summary
    FROM alerts JOIN runs USING (run_id) WHERE ${attribution} AND app_id = 101 GROUP BY ALL ORDER BY run_id`)
  t.ok(rows.length >= 1)
  for (const { alerts, title, summary } of rows) {
    t.equal(Number(alerts), 1)
    t.equal(title, 'Paid installs of IOS counted as organic')
    t.match(summary, /2026-09-(07|13)/)
  }
})

t.test('fields of an alert do not repeat each other', async t => {
  for (const {
    title,
    summary,
    detail,
    spend_detail: spend,
    recommended_action: action,
  } of await demo.query('FROM alerts')) {
    const sentences = [title, summary, detail, spend, action].flatMap(text =>
      text === null ? [] : String(text).split(/(?<=\.) /),
    )
    if (new Set(sentences).size < sentences.length) t.fail(sentences.join(' | '))
  }
  t.pass()
})

t.test('shares of spend agree with the recommendations', async t => {
  for (const { spendDetail, dailySpend, total } of alerts) {
    const share = /, ([\d.]+) % of the app's spend[;.]/.exec(spendDetail ?? '')?.[1]
    if (share !== undefined && Math.abs(Number(share) / 100 - dailySpend / total) > 0.0006)
      t.fail(`${spendDetail} of ${total}`)
  }
  t.pass()
})

t.test(
  'in the latest run, alerts of bids are about bids that move in the direction of the action',
  async t => {
    for (const { app_id: app, off, alerted, others } of await demo.query(`
    WITH latest AS (
      FROM runs WHERE kind = 'alert' AND status = 'succeeded'
      QUALIFY row_number() OVER (PARTITION BY app_id ORDER BY created_at DESC) = 1
    ), alerted AS (
      SELECT DISTINCT l.app_id, identity(a.platform, a.network, a.campaign, a.country) AS who
      FROM alerts a JOIN latest l USING (run_id) WHERE alert_group = 'BIDS'
    ), bid AS (
      SELECT l.app_id, identity(n.platform, n.network, n.campaign, n.country) AS who,
        abs(optimisation_paced_roas / optimisation_live_roas - 1) >= 0.01 - 1e-9 AS off
      FROM recommendations n JOIN served l USING (run_id)
      WHERE granularity = 'campaign' AND optimisation_paced_roas IS NOT NULL AND l.app_id < 104
    )
    SELECT app_id, count(*) FILTER (off) AS off, count(*) FILTER (off AND a.who IS NOT NULL) AS alerted,
      count(*) FILTER (NOT off AND a.who IS NOT NULL) AS others
    FROM bid LEFT JOIN alerted a USING (app_id, who) GROUP BY app_id`)) {
      t.equal(Number(others), 0, `app ${String(app)}`)
      t.ok(Number(alerted) > 0, `${String(alerted)} of ${String(off)} bids`)
    }
  },
)

t.test('alerts persist for days and then end', async t => {
  const { lasting, spells, single } = (
    await demo.query(`
    WITH told AS (
      SELECT DISTINCT app_id, r.created_at::TIMESTAMP::DATE AS day, title, identity(platform, network, campaign, country) AS who
      FROM alerts JOIN runs r USING (run_id) WHERE app_id < 103
    ), follows AS (
      SELECT avg((m.who IS NOT NULL)::INTEGER) AS lasting
      FROM told t SEMI JOIN (SELECT app_id, day - 1 AS day FROM told) USING (app_id, day)
        LEFT JOIN told m ON m.app_id = t.app_id AND m.title = t.title AND m.who = t.who AND m.day = t.day + 1
    ), spells AS (SELECT app_id, title, who, count(*) AS days FROM told GROUP BY ALL)
    SELECT (SELECT lasting FROM follows) AS lasting, count(*) AS spells, count(*) FILTER (days = 1) AS single FROM spells`)
  )[0]!
  t.ok(
    Number(lasting) > 0.65 && Number(lasting) < 0.98,
    `${String(lasting)} of a day's alerts are there on the next`,
  )
  t.ok(
    Number(single) < Number(spells) / 2,
    `${String(single)} of ${String(spells)} were raised once`,
  )
})
