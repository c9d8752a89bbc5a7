import { isKnownTable } from './optional-columns.ts'
import { REVENUE_TYPES, type RevenueType, ROAS_TYPES } from '../../generated/vocabulary/vocabulary.ts'

const identity = 'install_date, platform, network, campaign, country'
const level: Record<RevenueType, string> = { gross: 'known', net: 'net_share * known' }
const revenueColumns = ROAS_TYPES.flatMap(type =>
  REVENUE_TYPES.map(revenue => `${rounded(`${type}_value * ${level[revenue]}`)} AS ${type}_${revenue}`),
).join(', ')

function rounded(value: string): string {
  return `round(${value}, decimals)::DECIMAL(18, 4)`
}

/** Each cohort that a run keeps, at the DSI it keeps it at, with the revenue by then as the run knows it. */
function revenueQuery(firstDay: string, condition: string, columns: string): string {
  return `
    WITH wanted AS (
      SELECT run_id, app_id, dsi, unnest(generate_series(${firstDay}, last_day, INTERVAL 1 DAY))::DATE AS install_date,
        ln(1.0 + dsi) AS x, ln(1.0 + (last_day - install_date)) AS age_x, reach(x - age_x) AS reach
      FROM kept WHERE ${condition}
    ), seen AS (
      SELECT w.run_id, w.dsi, c.*, s.* EXCLUDE (segment_no, app_id), known_level(x, age_x, reach, exponent, error) AS known
      FROM wanted w JOIN cohort c USING (app_id, install_date) JOIN segment s USING (segment_no) JOIN error e USING (run_id, segment_no)
    )
    SELECT run_id, ${identity}, dsi, ${columns}${revenueColumns} FROM seen`
}

/** Files written from the tables of `loadWorld`. */
export const queries = {
  companies: 'FROM companies ORDER BY company_id',
  apps: 'FROM apps ORDER BY app_id',
  app_access: 'FROM app_access ORDER BY company_id, app_id',
  bet_lookbacks: 'FROM bet_lookbacks ORDER BY app_id, platform',
  networks: 'FROM networks ORDER BY network',
  runs: 'FROM runs ORDER BY run_id',
  recommendations: 'FROM recommendations ORDER BY recommendation_id',
  alerts: 'FROM alerts ORDER BY alert_id',
  ...(isKnownTable('events') && { events: 'FROM events ORDER BY event_id' }),
  cohorts: `
    SELECT run_id, ${identity}, spend, paid_installs, incremental_blended_installs, full_blended_installs
    FROM (SELECT DISTINCT run_id, app_id, last_day FROM kept WHERE everything) r
      JOIN cohort c ON c.app_id = r.app_id AND c.install_date <= r.last_day
      JOIN segment s USING (segment_no)
    ORDER BY run_id, install_date, segment_no`,
  cohort_revenue: revenueQuery('(SELECT min(install_date) FROM cohort)', 'everything', ''),
  roas_snapshots: revenueQuery('first_day', 'true', 'spend, '),
} as const
