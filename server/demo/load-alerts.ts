import type { DuckDBConnection } from '@duckdb/node-api'
import { loadRows } from '../delivery/load-rows.ts'
import type { World } from './world.ts'

const firstAlertId = 90_001

/** `alerts`, numbered in the order of the world. */
export async function loadAlerts(connection: DuckDBConnection, { alerts }: World): Promise<void> {
  await loadRows(
    connection,
    'alerts',
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
      metric: 'VARCHAR',
      value: 'DOUBLE',
      reference: 'DOUBLE',
      change: 'DOUBLE',
      created_at: 'VARCHAR',
    },
    alerts.map(({ run, row: { group, about, ...texts } }, index) => ({
      alert_id: firstAlertId + index,
      run_id: run.run_id,
      alert_group: group,
      campaign: about.campaign,
      country: about.country,
      platform: about.platform,
      network: about.network,
      daily_spend: about.dailySpend,
      created_at: run.created_at,
      ...texts,
    })),
  )
}
