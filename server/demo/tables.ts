import { REVENUE_TYPES, type RevenueType, ROAS_TYPES, type RoasType } from '../../generated/vocabulary/vocabulary.ts'

const identity = 'install_date, platform, network, campaign, country'
const share: Record<RevenueType, string> = { gross: '', net: 'net_share * ' }
const parts: Record<RoasType, string> = {
  paid: 'paid_by',
  incremental_blended: '(paid_by + incremental_by)',
  full_blended: '(paid_by + incremental_by + other_by)',
}
const revenueColumns = ROAS_TYPES.flatMap(type =>
  REVENUE_TYPES.map(revenue => `${rounded(`${share[revenue]}${parts[type]}`)} AS ${type}_${revenue}`),
).join(', ')

function rounded(value: string): string {
  return `round(${value}, decimals)::DECIMAL(18, 4)`
}

/** Revenue of some users by a DSI: what they paid, or what they had paid when the run saw them and what it expected on top. */
function revenueBy(part: string, worth: string, users: string): string {
  const rate = `(1 - own) * ${worth} * (${users}) + own * (n.${part} / units) / level`
  return `CASE WHEN is_actual THEN a.${part} / units ELSE n.${part} / units + (${rate}) * (reached - level) END AS ${part}_by`
}

/** Each cohort that a run keeps, at the DSI it keeps it at, with the revenue by then as the run knows it. */
function revenueQuery(firstDay: string, condition: string, columns: string): string {
  return `
    WITH wanted AS (
      SELECT run_id, app_id, dsi, last_day, unnest(generate_series(${firstDay}, last_day, INTERVAL 1 DAY))::DATE AS install_date
      FROM kept WHERE ${condition}
    ), known AS (
      SELECT w.run_id, w.dsi, c.*, s.* EXCLUDE (segment_no, app_id), pow(10.0, decimals) AS units, w.last_day - w.install_date >= w.dsi AS is_actual,
        ${revenueBy('paid', 'paid_worth', 'paid_installs')},
        ${revenueBy('incremental', 'other_worth', 'incremental_blended_installs - paid_installs')},
        ${revenueBy('other', 'other_worth', 'full_blended_installs - incremental_blended_installs')}
      FROM wanted w JOIN cohort c USING (app_id, install_date) JOIN segment s USING (segment_no)
        LEFT JOIN actual a ON a.cohort_no = c.cohort_no AND a.dsi = w.dsi
        LEFT JOIN seen n ON n.run_id = w.run_id AND n.cohort_no = c.cohort_no
        LEFT JOIN worth u ON u.run_id = w.run_id AND u.segment_no = c.segment_no
        LEFT JOIN curve v ON v.run_id = w.run_id AND v.traits_no = s.traits_no AND v.dsi = w.dsi
    )
    SELECT run_id, ${identity}, dsi, ${columns}${revenueColumns} FROM known`
}

/** Files written from the tables of `loadWorld`. */
export const queries = {
  companies: 'FROM companies ORDER BY company_id',
  apps: 'FROM apps ORDER BY app_id',
  app_access: 'FROM app_access ORDER BY company_id, app_id',
  bet_lookbacks: 'FROM bet_lookbacks ORDER BY app_id, platform',
  networks: 'FROM networks ORDER BY network',
  events: 'FROM events ORDER BY event_id',
  budgets: 'FROM budgets ORDER BY budget_id',
  runs: 'FROM runs ORDER BY run_id',
  recommendations: 'FROM recommendations ORDER BY recommendation_id',
  alerts: 'FROM alerts ORDER BY alert_id',
  cohorts: `
    SELECT run_id, ${identity}, spend, paid_installs, incremental_blended_installs, full_blended_installs
    FROM (SELECT DISTINCT run_id, app_id, last_day FROM kept WHERE everything) r
      JOIN cohort c ON c.app_id = r.app_id AND c.install_date <= r.last_day
      JOIN segment s USING (segment_no)
    ORDER BY run_id, install_date, segment_no`,
  cohort_revenue: revenueQuery('(SELECT min(install_date) FROM cohort)', 'everything', ''),
  roas_snapshots: revenueQuery('first_day', 'true', 'spend, '),
} as const
