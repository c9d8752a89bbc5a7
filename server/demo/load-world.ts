import type { DuckDBConnection } from '@duckdb/node-api'
import { addDays } from '../model/dates.ts'
import { apps, companies } from './apps.ts'
import { loadRows } from './load-rows.ts'
import { networks } from './networks.ts'
import { runsOf } from './runs.ts'
import { segmentsOf } from './segments.ts'

/** Creates the tables that everything else is computed from: who there is, which campaigns ran, which runs were made. */
export async function loadWorld(connection: DuckDBConnection, today: string): Promise<void> {
  await loadRows(
    connection,
    'company',
    { company_id: 'INTEGER', name: 'VARCHAR' },
    companies.map(({ id, name }) => ({ company_id: id, name })),
  )

  await loadRows(
    connection,
    'app',
    {
      app_id: 'INTEGER',
      name: 'VARCHAR',
      created_at: 'VARCHAR',
      live: 'BOOLEAN',
      currency: 'VARCHAR',
      decimals: 'INTEGER',
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
      decimals: app.decimals,
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
    'app_dsi',
    { app_id: 'INTEGER', dsi: 'INTEGER' },
    apps.flatMap(app => app.dsiValues.map(dsi => ({ app_id: app.id, dsi }))),
  )

  await loadRows(
    connection,
    'access',
    { company_id: 'INTEGER', app_id: 'INTEGER' },
    apps.flatMap(app => app.companies.map(company => ({ company_id: company, app_id: app.id }))),
  )

  await loadRows(
    connection,
    'bet_lookback',
    { app_id: 'INTEGER', platform: 'VARCHAR', start_day: 'INTEGER', end_day: 'INTEGER' },
    apps.flatMap(app => app.lookbacks.map(({ platform, start, end }) => ({ app_id: app.id, platform, start_day: start, end_day: end }))),
  )

  await loadRows(
    connection,
    'network',
    { network: 'VARCHAR', traditional: 'BOOLEAN' },
    networks.map(({ name, traditional }) => ({ network: name, traditional })),
  )

  await loadRows(
    connection,
    'run',
    {
      run_id: 'INTEGER',
      app_id: 'INTEGER',
      kind: 'VARCHAR',
      status: 'VARCHAR',
      created_at: 'VARCHAR',
      max_install_date: 'DATE',
      is_full: 'BOOLEAN',
      is_reported: 'BOOLEAN',
      source_run_id: 'INTEGER',
    },
    runsOf(apps, today),
  )

  await loadRows(
    connection,
    'segment',
    {
      segment_no: 'INTEGER',
      campaign_no: 'INTEGER',
      app_id: 'INTEGER',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      first_day: 'DATE',
      last_day: 'DATE',
      pause1_from: 'DATE',
      pause1_to: 'DATE',
      pause2_from: 'DATE',
      pause2_to: 'DATE',
      flight_days: 'INTEGER',
      budget: 'DOUBLE',
      cpi: 'DOUBLE',
      halo: 'DOUBLE',
      organic: 'DOUBLE',
      payer_rate: 'DOUBLE',
      arpi: 'DOUBLE',
      exponent: 'DOUBLE',
      net_share: 'DOUBLE',
      app_error: 'DOUBLE',
      network_error: 'DOUBLE',
      network_no: 'INTEGER',
      target: 'DOUBLE',
      bid_dsi: 'INTEGER',
      pace: 'DOUBLE',
      bid_drift: 'DOUBLE',
    },
    segmentsOf(apps, today),
  )
}
