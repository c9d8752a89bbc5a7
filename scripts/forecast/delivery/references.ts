import type { Config } from '../config/config.ts'
import type { SmallTable } from './small-table.ts'

/** Who may read what, and how the app is set up: what an import inserts or replaces by key. */
export function referenceTables({ company, app, targets, betLookback, networks }: Config): SmallTable[] {
  return [
    { name: 'companies', columns: { company_id: 'BIGINT', name: 'VARCHAR' }, rows: [{ company_id: company.id, name: company.name }] },
    {
      name: 'apps',
      columns: {
        app_id: 'BIGINT',
        name: 'VARCHAR',
        created_at: 'TIMESTAMP',
        live: 'BOOLEAN',
        currency: 'VARCHAR',
        weekly_aggregation: 'BOOLEAN',
        action_threshold: 'DOUBLE',
        target_dsi: 'INTEGER',
        target_roas_type: 'VARCHAR',
        target_revenue_type: 'VARCHAR',
        dsi_values: 'VARCHAR',
      },
      rows: [
        {
          app_id: app.id,
          name: app.name,
          created_at: `${app.createdAt} 00:00:00`,
          live: true,
          currency: app.currency,
          weekly_aggregation: app.weeklyAggregation,
          action_threshold: app.actionThreshold,
          target_dsi: targets.dsi,
          target_roas_type: targets.roasType,
          target_revenue_type: targets.revenueType,
          dsi_values: app.dsi.join(','),
        },
      ],
    },
    { name: 'app_access', columns: { company_id: 'BIGINT', app_id: 'BIGINT' }, rows: [{ company_id: company.id, app_id: app.id }] },
    {
      name: 'bet_lookbacks',
      columns: { app_id: 'BIGINT', platform: 'VARCHAR', start_day: 'INTEGER', end_day: 'INTEGER' },
      rows: betLookback.map(({ platform, start, end }) => ({ app_id: app.id, platform, start_day: start, end_day: end })),
    },
    {
      // Only those that the config calls so: the others are not traditional as long as nobody says that they are.
      name: 'networks',
      columns: { network: 'VARCHAR', traditional: 'BOOLEAN' },
      rows: networks.traditional.map(network => ({ network, traditional: true })),
    },
  ]
}
