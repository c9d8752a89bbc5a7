import type { OpenDelivery } from '../../support/open-delivery.ts'
import type { ListedApp } from './demo.ts'
import { cells, only, type Question } from './question.ts'

/** A week before the Monday that is asked on. */
const LAST_WEEK = '2026-11-16'

/** Recommendations of a run, names as displayed, with what the app's targets make of them. Both types are paid gross where the app decides by those. */
function judged(app: string, runs: string): string {
  return `(
  SELECT r.* REPLACE (coalesce(platform, 'Unknown') AS platform, coalesce(network, 'Unknown') AS network, coalesce(campaign, 'Unknown') AS campaign,
      coalesce(country, 'Unknown') AS country), r.spend / r.lookback_days AS daily_spend,
    CASE WHEN off > threshold THEN 'SCALE' WHEN off >= -threshold THEN 'HOLD' ELSE 'REDUCE' END AS action,
    CASE WHEN off > threshold THEN 'above_band' WHEN off >= -threshold THEN 'within_band' WHEN off IS NULL THEN 'missing' ELSE 'below_band' END AS reason
  FROM (SELECT r.*, r.predicted_paid_gross_roas AS predicted, r.target_paid_gross_roas AS target, coalesce(a.action_threshold, 0.05) AS threshold,
      predicted / target - 1 AS off
    FROM recommendations r JOIN ${runs} s USING (run_id) JOIN apps a ON a.app_id = s.app_id WHERE a.name ${app}) r)`
}

/** The run that a day's end served. */
function runOf(day: string): string {
  return `(SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY app_id ORDER BY created_at DESC, run_id DESC) AS place
    FROM runs WHERE kind = 'recommendation' AND status = 'succeeded' AND created_at < DATE '${day}' + 1) WHERE place = 1)`
}

/** In per cent, as texts round: a tie by the number as it is stored. */
function rounded(share: string): string {
  return `printf('%.1f', ${share} * 100)::DOUBLE`
}

const MERGE = "= 'Merge Manor'"

function isMerge({ name }: ListedApp): boolean {
  return name === 'Merge Manor'
}
const STARDUST = "LIKE '%Stardust%'"

/** What to do, why, and how far to trust it. */
export const decisions: readonly Question[] = [
  {
    asks: 'Which TikTok campaigns on iOS should I cut this week, and why?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = { appId, platforms: ['IOS'], actions: ['REDUCE'] }
      const { unmatched } = await ask('svc_get_recommendations', { ...query, networks: ['TikTok'] })
      const { rows } = await ask('svc_get_recommendations', {
        ...query,
        networks: unmatched!['networks']!['TikTok'],
      })
      return only(
        rows,
        'campaign',
        'action',
        'actionReason',
        'predictedPaidGrossRoas',
        'targetPaidGrossRoas',
        'dailySpend',
      )
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT campaign, action, reason, predicted, target, daily_spend::DOUBLE FROM ${judged(MERGE, 'served')}
         WHERE granularity = 'campaign' AND platform = 'IOS' AND network LIKE 'TikTok%' AND action = 'REDUCE' ORDER BY daily_spend DESC`,
      ),
  },
  {
    asks: 'Did our D30 forecasts hold, and from what age on are they good?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { context } = await ask('svc_get_roas_history', { appId, dsi: 30, limit: 1 })
      const ages = context['accuracy'] as {
        age: number
        wape: number
        bias: number
        cohorts: number
      }[]
      const good = ages.find(({ wape }) => wape <= 0.1)
      return [good?.age, good?.wape, good?.cohorts]
    },
    expected: async delivery =>
      (
        await cells(
          delivery,
          `SELECT age, wape, cohorts FROM ${accuracy(MERGE, 30)} WHERE wape <= 0.1 ORDER BY age LIMIT 1`,
        )
      )[0],
  },
  {
    asks: 'What changed since last week?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows, gone } = await ask('svc_get_recommendations', {
        appId,
        since: LAST_WEEK,
        changed: true,
      })
      return {
        changed: only(
          rows,
          'platform',
          'network',
          'campaign',
          'change',
          'previousAction',
          'action',
        ),
        gone: only(gone as Record<string, unknown>[], 'platform', 'network', 'campaign'),
      }
    },
    async expected(delivery) {
      const key = (name: string) =>
        `(${name}.platform, ${name}.network, ${name}.campaign, ${name}.country)`
      const both = `FROM (FROM ${judged(MERGE, 'served')} WHERE granularity = 'campaign') n
        FULL JOIN (FROM ${judged(MERGE, runOf(LAST_WEEK))} WHERE granularity = 'campaign') b ON ${key('n')} = ${key('b')}`
      return {
        changed: await cells(
          delivery,
          `SELECT n.platform, n.network, n.campaign, CASE WHEN b.campaign IS NULL THEN 'new' ELSE 'action' END, b.action, n.action ${both}
           WHERE n.recommendation_id IS NOT NULL AND b.action IS DISTINCT FROM n.action ORDER BY n.daily_spend DESC`,
        ),
        gone: await cells(
          delivery,
          `SELECT b.platform, b.network, b.campaign ${both} WHERE n.recommendation_id IS NULL ORDER BY b.daily_spend DESC`,
        ),
      }
    },
  },
  {
    asks: "What is Stardust Saga's state?",
    async answer({ app, ask }) {
      const { id: appId } = await app(({ name }) => name.includes('Stardust Saga'))
      const { totals, rows } = await ask('svc_get_recommendations', { appId, limit: 5 })
      const alerts = await ask('svc_get_alerts', { appId, limit: 5 })
      const { steps: _, ...actions } = totals as Record<string, Record<string, number>>
      const sums = Object.entries(actions).map(([action, { count, dailySpend }]) => [
        action,
        { count, dailySpend },
      ])
      return [Object.fromEntries(sums), only(rows, 'campaign', 'action'), alerts.totals]
    },
    async expected(delivery) {
      const judgedRows = `${await judgedBy(delivery, STARDUST)} WHERE granularity = 'campaign'`
      const totals = await cells(
        delivery,
        `SELECT action, count(*)::INTEGER, sum(daily_spend)::DOUBLE FROM ${judgedRows} GROUP BY 1`,
      )
      const totalOf = (action: string) => {
        const [, count = 0, dailySpend = 0] = totals.find(([name]) => name === action) ?? []
        return { count, dailySpend }
      }
      const alerts = await cells(
        delivery,
        `SELECT count(*) FILTER (alert_group = 'BIDS')::INTEGER, count(*) FILTER (alert_group = 'ANALYTICS')::INTEGER
         FROM alerts JOIN ${latestAlertRun(STARDUST)} USING (run_id)`,
      )
      return [
        { SCALE: totalOf('SCALE'), HOLD: totalOf('HOLD'), REDUCE: totalOf('REDUCE') },
        await cells(
          delivery,
          `SELECT campaign, action FROM ${judgedRows} ORDER BY daily_spend DESC LIMIT 5`,
        ),
        { BIDS: { count: alerts[0]![0] }, ANALYTICS: { count: alerts[0]![1] } },
      ]
    },
  },
  {
    asks: 'Which bids should I change, and how far are they off?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_alerts', { appId, alertGroups: ['BIDS'], detail: 'full' })
      return rows.map(({ platform, network, campaign, summary }) => {
        const [, live, off, side, paced] =
          /bid of ([\d.]+) % is ([\d.]+) % (above|below) .* of ([\d.]+) %/.exec(String(summary))!
        return [platform, network, campaign, Number(live), Number(off), side, Number(paced)]
      })
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT r.platform, r.network, r.campaign, ${rounded('optimisation_live_roas')} AS live,
           ${rounded('abs(optimisation_live_roas / optimisation_paced_roas - 1)')} AS off,
           CASE WHEN optimisation_live_roas > optimisation_paced_roas THEN 'above' ELSE 'below' END, ${rounded('optimisation_paced_roas')}
         FROM recommendations r JOIN served s USING (run_id) JOIN apps a USING (app_id)
         JOIN (SELECT platform, network, campaign FROM alerts JOIN ${latestAlertRun(MERGE)} USING (run_id) WHERE alert_group = 'BIDS') b
           USING (platform, network, campaign)
         WHERE a.name ${MERGE} AND granularity = 'campaign'
         ORDER BY r.spend / r.lookback_days DESC`,
      ),
  },
  {
    asks: 'How is "axon us ios" doing?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { unmatched } = await ask('svc_get_recommendations', {
        appId,
        campaigns: ['axon us ios'],
      })
      const { rows } = await ask('svc_get_recommendations', {
        appId,
        campaigns: unmatched!['campaigns']!['axon us ios']!.slice(0, 1),
      })
      return only(
        rows,
        'campaign',
        'action',
        'actionReason',
        'dailySpend',
        'predictedPaidGrossRoas',
        'targetPaidGrossRoas',
      )
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT campaign, action, reason, daily_spend::DOUBLE, predicted, target FROM ${judged(MERGE, 'served')}
         WHERE granularity = 'campaign' AND campaign LIKE 'AXON US | iOS%' ORDER BY daily_spend DESC`,
      ),
  },
  {
    asks: 'Where could we expand: which countries beat the target at low spend?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        granularity: 'campaign_geo',
        actions: ['SCALE'],
        statuses: ['HIGH'],
        sort: 'dailySpend',
        limit: 10,
      }
      const { rows } = await ask('svc_get_recommendations', query)
      return only(
        rows,
        'country',
        'platform',
        'campaign',
        'dailySpend',
        'predictedPaidGrossRoas',
        'targetPaidGrossRoas',
      )
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT country, platform, campaign, daily_spend::DOUBLE, predicted, target FROM ${judged(MERGE, 'served')} JOIN networks USING (network)
         WHERE granularity = 'campaign_geo' AND action = 'SCALE' AND confidence_score >= 0.6 AND traditional AND daily_spend >= 5
         ORDER BY daily_spend LIMIT 10`,
      ),
  },
]

/** Recommendations of the served run, judged by the types that the app decides by. */
async function judgedBy(delivery: OpenDelivery, app: string): Promise<string> {
  const [types] = await cells(
    delivery,
    `SELECT target_roas_type, target_revenue_type FROM apps WHERE name ${app}`,
  )
  return judged(app, 'served').replaceAll('paid_gross', types!.join('_'))
}

function latestAlertRun(app: string): string {
  return `(SELECT run_id FROM runs JOIN apps a USING (app_id) WHERE a.name ${app} AND kind = 'alert' AND status = 'succeeded'
    ORDER BY runs.created_at DESC, run_id DESC LIMIT 1)`
}

/** Forecasts of whole weeks of the app against what they came to, by the week's age in days, over the default range of `dsi` + 90 days. */
function accuracy(app: string, dsi: number): string {
  return `(
    WITH said AS (
      SELECT date_trunc('week', w.install_date)::DATE AS week, r.run_id, r.max_install_date, sum(w.spend) AS spend, sum(w.paid_gross) AS revenue
      FROM roas_snapshots w JOIN runs r USING (run_id) JOIN apps a USING (app_id)
      WHERE a.name ${app} AND w.dsi = ${dsi} AND r.status = 'succeeded' GROUP BY ALL),
    whole AS (
      SELECT s.*, max_install_date - week AS age FROM said s
      JOIN (SELECT run_id, min(install_date) AS first FROM roas_snapshots WHERE dsi = ${dsi} GROUP BY 1) f USING (run_id)
      JOIN (SELECT max_install_date AS through FROM served JOIN apps USING (app_id) WHERE name ${app}) t ON true
      WHERE first <= week AND week >= date_trunc('week', through - ${dsi + 90})::DATE AND week + 6 <= through),
    actual AS (SELECT week, arg_min(revenue, age) AS revenue FROM whole WHERE age >= ${dsi + 6} GROUP BY 1)
    SELECT w.age, count(*)::INTEGER AS cohorts, sum(abs(w.revenue - v.revenue))::DOUBLE / sum(v.revenue)::DOUBLE AS wape
    FROM whole w JOIN actual v USING (week) WHERE w.age BETWEEN 6 AND ${dsi - 1} GROUP BY 1)`
}
