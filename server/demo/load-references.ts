import type { DuckDBConnection } from '@duckdb/node-api'
import { addDays } from '../model/dates.ts'
import { apps, companies } from './apps.ts'
import { loadRows } from '../delivery/load-rows.ts'
import { networks } from './networks.ts'

/** Loads the reference tables: `companies`, `apps`, `app_access`, `bet_lookbacks` and `networks`. */
export async function loadReferences(connection: DuckDBConnection, today: string): Promise<void> {
  await loadRows(
    connection,
    'companies',
    { company_id: 'INTEGER', name: 'VARCHAR' },
    companies.map(({ id, name }) => ({ company_id: id, name })),
  )
  await loadRows(
    connection,
    'apps',
    {
      app_id: 'INTEGER',
      name: 'VARCHAR',
      created_at: 'VARCHAR',
      live: 'BOOLEAN',
      currency: 'VARCHAR',
      weekly_aggregation: 'BOOLEAN',
      action_threshold: 'DOUBLE',
      target_dsi: 'INTEGER',
      target_roas_type: 'VARCHAR',
      target_revenue_type: 'VARCHAR',
      dsi_values: 'VARCHAR',
    },
    apps.map(app => ({
      app_id: app.id,
      name: app.name,
      created_at: `${addDays(today, -app.createdDaysAgo)}T09:30:00.000Z`,
      live: app.live,
      currency: app.currency,
      weekly_aggregation: app.weekly,
      action_threshold: app.threshold,
      target_dsi: app.targetDsi,
      target_roas_type: app.targetRoasType,
      target_revenue_type: app.targetRevenueType,
      dsi_values: app.dsiValues.join(','),
    })),
  )
  await loadRows(
    connection,
    'app_access',
    { company_id: 'INTEGER', app_id: 'INTEGER' },
    apps.flatMap(app => app.companies.map(company => ({ company_id: company, app_id: app.id }))),
  )
  await loadRows(
    connection,
    'bet_lookbacks',
    { app_id: 'INTEGER', platform: 'VARCHAR', start_day: 'INTEGER', end_day: 'INTEGER' },
    apps.flatMap(app => app.lookbacks.map(({ platform, start, end }) => ({ app_id: app.id, platform, start_day: start, end_day: end }))),
  )
  await loadRows(
    connection,
    'networks',
    { network: 'VARCHAR', traditional: 'BOOLEAN' },
    networks.flatMap(({ name, traditional }) => (traditional === null ? [] : [{ network: name, traditional }])),
  )
}
