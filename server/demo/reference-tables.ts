import type { DeliveryTable } from '../imports/load-rows.ts'
import { addDays } from '../core/model/dates.ts'
import { apps, companies } from './demo-apps.ts'
import { networks } from './networks.ts'

export function referenceTables(today: string): DeliveryTable[] {
  return [
    { name: 'companies', rows: companies.map(({ id, name }) => ({ company_id: id, name })) },
    {
      name: 'apps',
      rows: apps.map(app => ({
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
    },
    {
      name: 'app_access',
      rows: apps.flatMap(app =>
        app.companies.map(company => ({ company_id: company, app_id: app.id })),
      ),
    },
    {
      name: 'bet_lookbacks',
      rows: apps.flatMap(app =>
        app.lookbacks.map(({ platform, start, end }) => ({
          app_id: app.id,
          platform,
          start_day: start,
          end_day: end,
        })),
      ),
    },
    {
      name: 'networks',
      rows: networks.flatMap(({ name, traditional }) =>
        traditional === null ? [] : [{ network: name, traditional }],
      ),
    },
  ]
}
