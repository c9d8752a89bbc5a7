import { revenueColumns } from './curves.ts'

const identity = 'c.install_date, c.platform, c.network, c.campaign, c.country'

/** Age of the oldest ISO week, from its Monday, that a run captures; the DSI of 7 is captured only while it is a forecast. */
const snapshotDays = 98
const earlySnapshotDays = 14

/** The table `cohorts`: what each full run saw. */
export const cohortsQuery = `
  SELECT r.run_id, ${identity}, c.spend, c.paid_installs, c.incremental_blended_installs, c.full_blended_installs
  FROM run r JOIN cohort c ON c.app_id = r.app_id AND c.install_date <= r.max_install_date
  WHERE r.is_full
  ORDER BY r.run_id, c.install_date, c.segment_no`

/** The table `cohort_revenue`: each full run at every DSI of its app. */
export const cohortRevenueQuery = `
  SELECT r.run_id, ${identity}, d.dsi, ${revenueColumns('d.dsi', 'r.max_install_date')}
  FROM run r
    JOIN cohort c ON c.app_id = r.app_id AND c.install_date <= r.max_install_date
    JOIN app_dsi d ON d.app_id = r.app_id
  WHERE r.is_full
  ORDER BY r.run_id, c.install_date, c.segment_no, d.dsi`

/** The table `roas_snapshots`: whole ISO weeks, as every succeeded run knew them at the target DSI and, early on, at 7. */
export const roasSnapshotsQuery = `
  SELECT r.run_id, ${identity}, d.dsi, c.spend, ${revenueColumns('d.dsi', 'r.max_install_date')}
  FROM run r
    JOIN cohort c ON c.app_id = r.app_id
      AND c.install_date BETWEEN r.max_install_date - ${snapshotDays} AND r.max_install_date
    JOIN app_dsi d ON d.app_id = r.app_id AND (d.dsi = c.target_dsi
      OR d.dsi = 7 AND r.max_install_date - date_trunc('week', c.install_date)::DATE <= ${earlySnapshotDays})
  WHERE r.kind = 'recommendation' AND r.status = 'succeeded'
    AND r.max_install_date - date_trunc('week', c.install_date)::DATE <= ${snapshotDays}
  ORDER BY r.run_id, c.install_date, c.segment_no, d.dsi`

/** The reference tables, `runs` and `alerts`, as they stand in memory. */
export const companiesQuery = 'SELECT * FROM company ORDER BY company_id'

export const appsQuery = 'SELECT * EXCLUDE (decimals) FROM app ORDER BY app_id'

export const appAccessQuery = 'SELECT * FROM access ORDER BY company_id, app_id'

export const betLookbacksQuery = 'SELECT * FROM bet_lookback ORDER BY app_id, platform'

export const networksQuery = 'SELECT * FROM network WHERE traditional IS NOT NULL ORDER BY network'

export const runsQuery = 'SELECT run_id, app_id, kind, status, created_at, max_install_date FROM run ORDER BY run_id'

export const alertsQuery = 'SELECT * FROM alert ORDER BY alert_id'
