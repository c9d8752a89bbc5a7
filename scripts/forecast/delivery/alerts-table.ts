import type { Alert } from './alerts.ts'
import { rowId } from './ids.ts'
import type { SmallTable } from './small-table.ts'

/** `alerts` of several runs. */
export function alertsTable(runs: readonly { run: number; rows: readonly Alert[] }[], createdAt: string): SmallTable {
  const text = ['alert_group', 'title', 'campaign', 'country', 'platform', 'network']
  return {
    name: 'alerts',
    columns: {
      alert_id: 'BIGINT',
      run_id: 'BIGINT',
      ...Object.fromEntries(text.map(column => [column, 'VARCHAR'])),
      daily_spend: 'DECIMAL(18, 4)',
      ...Object.fromEntries(['summary', 'detail', 'spend_detail', 'recommended_action'].map(column => [column, 'VARCHAR'])),
      created_at: 'TIMESTAMP',
    },
    rows: runs.flatMap(({ run, rows }) =>
      rows.map(({ group, campaign, country, dailySpend, ...texts }, index) => ({
        alert_id: rowId(run, index + 1),
        run_id: run,
        alert_group: group,
        campaign: campaign?.name ?? null,
        country,
        platform: campaign?.platform ?? null,
        network: campaign?.network ?? null,
        daily_spend: dailySpend,
        ...texts,
        created_at: createdAt,
      })),
    ),
  }
}
