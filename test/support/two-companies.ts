import type { Delivery } from '../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
  snapshotRow,
} from '../reference/minimal-delivery.ts'

/**
 * Company 1 reads app 1 (as in `minimalDelivery`), app 2 (weekly only, its first install date 2026-01-05) and app 3 (not live);
 * company 2 reads app 4. There is no app 5. The latest install date with data is 2026-03-30.
 */
export function twoCompanies(): Required<Delivery> {
  const run = runRow({ run_id: 20, app_id: 2 })
  return minimalDelivery({
    companies: [
      { company_id: 1, name: 'Studio' },
      { company_id: 2, name: 'Rival' },
    ],
    apps: [
      appRow(),
      appRow({
        app_id: 2,
        name: 'Weekly',
        weekly_aggregation: true,
        target_dsi: 30,
        dsi_values: '30,90',
      }),
      appRow({ app_id: 3, name: 'Closed', live: false }),
      appRow({ app_id: 4, name: 'Theirs' }),
    ],
    app_access: [
      { company_id: 1, app_id: 1 },
      { company_id: 1, app_id: 2 },
      { company_id: 1, app_id: 3 },
      { company_id: 2, app_id: 4 },
    ],
    runs: [...minimalDelivery().runs, run],
    cohorts: [
      cohortRow(),
      cohortRow({ run_id: 20 }),
      cohortRow({ run_id: 20, install_date: '2026-01-05' }),
    ],
    cohort_revenue: [revenueRow(), revenueRow({ run_id: 20, dsi: 30 })],
    roas_snapshots: [snapshotRow(), snapshotRow({ run_id: 20, dsi: 30 })],
  })
}
