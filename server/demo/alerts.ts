import type { DuckDBConnection } from '@duckdb/node-api'
import type { App } from './apps.ts'
import { alertRules } from './alert-rules.ts'
import type { Alert, Judged } from './alert-types.ts'
import { loadRows } from './load-rows.ts'

const firstAlertId = 90_001

/** Creates `alert`: what the rules say about the recommendations that each succeeded alert run read. */
export async function createAlerts(connection: DuckDBConnection, apps: readonly App[]): Promise<void> {
  const byRun = groupByRun(await judgedRows(connection))
  const alerts = [...byRun.values()].flatMap(rows => {
    const app = apps.find(({ id }) => id === rows[0]!.app_id)!
    return alertRules.flatMap(rule =>
      rows
        .filter(row => row.granularity === rule.granularity && rule.fires(row, app))
        .slice(0, rule.atMost)
        .map((row): Alert => ({
          run_id: row.run_id,
          alert_group: rule.group,
          campaign: row.campaign,
          country: row.country,
          platform: row.platform,
          network: row.network,
          daily_spend: row.daily_spend,
          created_at: row.created_at,
          ...rule.texts(row, app),
        })),
    )
  })

  await loadRows(
    connection,
    'alert',
    {
      alert_id: 'INTEGER',
      run_id: 'INTEGER',
      alert_group: 'VARCHAR',
      title: 'VARCHAR',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      daily_spend: 'DECIMAL(18, 4)',
      summary: 'VARCHAR',
      detail: 'VARCHAR',
      spend_detail: 'VARCHAR',
      recommended_action: 'VARCHAR',
      created_at: 'VARCHAR',
    },
    alerts.map((alert, index) => ({ alert_id: firstAlertId + index, ...alert })),
  )
}

/** By run, spend descending. A campaign in one country is left to its campaign row. */
async function judgedRows(connection: DuckDBConnection): Promise<Judged[]> {
  const result = await connection.runAndReadAll(`
    WITH earlier AS (
      SELECT n.recommendation_id, sum(c.spend)::DOUBLE / nullif(sum(c.paid_installs), 0) AS cpi
      FROM recommendation n JOIN cohort c ON c.campaign_no = n.campaign_no
        AND n.max_install_date - c.install_date BETWEEN n.end_day + 1 AND n.end_day + n.lookback_days
      WHERE n.granularity = 'campaign'
      GROUP BY n.recommendation_id
    ), counted AS (
      SELECT n.*, count(*) OVER (PARTITION BY n.run_id, n.campaign_no, n.granularity) AS rows_of_campaign
      FROM recommendation n
    )
    SELECT r.run_id, r.created_at, n.app_id, n.granularity, n.platform, n.network, n.campaign, n.country,
      round(n.spend::DOUBLE / n.lookback_days, 4) AS daily_spend,
      n.spend::DOUBLE / sum(n.spend::DOUBLE) OVER (PARTITION BY n.run_id, n.granularity ORDER BY n.recommendation_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS spend_share,
      n.lookback_days, n.confidence_score, n.spend::DOUBLE / nullif(n.paid_installs, 0)::DOUBLE AS cpi, e.cpi AS earlier_cpi,
      n.paid_installs::DOUBLE AS paid_installs, n.optimisation_dsi, n.optimisation_live_roas AS live,
      n.optimisation_paced_roas AS paced, n.optimisation_raw_roas AS raw,
      n.deciding_target AS target, n.deciding_predicted AS predicted
    FROM counted n
      JOIN run r ON r.source_run_id = n.run_id AND r.status = 'succeeded'
      LEFT JOIN earlier e USING (recommendation_id)
    WHERE n.granularity = 'campaign' OR n.rows_of_campaign > 1
    ORDER BY r.run_id, daily_spend DESC, n.recommendation_id`)
  return result.getRowObjectsJS() as unknown as Judged[]
}

function groupByRun(rows: readonly Judged[]): Map<number, Judged[]> {
  const groups = new Map<number, Judged[]>()
  for (const row of rows) {
    const group = groups.get(row.run_id)
    if (group === undefined) groups.set(row.run_id, [row])
    else group.push(row)
  }
  return groups
}
