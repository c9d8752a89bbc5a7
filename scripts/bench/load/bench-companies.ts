import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays } from '../../../server/model/dates.ts'
import { CAMPAIGN_NAMES, recommendationsOf } from '../support/bench-app.ts'

/** 3,600 cohorts an app: 720,000 in all, times 4 DSIs of revenue. */
const COMPANIES = { first: 2, count: 200, campaigns: 30, countries: 4, days: 30, alerts: 20, dsiValues: [0, 7, 30, 365] }

const IDS_FROM = 1_000_000_000

export function companyIds(): number[] {
  return Array.from({ length: COMPANIES.count }, (_, index) => COMPANIES.first + index)
}

export async function writeBenchCompanies(dir: string, today: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const { first, count, campaigns, countries, days, alerts, dsiValues } = COMPANIES
  const through = addDays(today, -1)
  const created = `TIMESTAMP '${today} 03:00:00'`
  const db = await DuckDBInstance.create(':memory:')
  const connection = await db.connect()
  const write = (table: string, query: string): Promise<unknown> =>
    connection.run(`COPY (${query}) TO '${join(dir, table).replaceAll("'", "''")}.parquet' (FORMAT parquet)`)
  const all = `range(${first}, ${first + count}) companies(a)`
  await write('companies', `SELECT a AS company_id, 'Company ' || a AS name FROM ${all}`)
  await write(
    'apps',
    `SELECT a AS app_id, 'App ' || a AS name, TIMESTAMP '2024-01-01' AS created_at, true AS live, 'USD' AS currency, false AS weekly_aggregation,
      0.05 AS action_threshold, 365 AS target_dsi, 'paid' AS target_roas_type, 'gross' AS target_revenue_type, '${dsiValues.join(',')}' AS dsi_values FROM ${all}`,
  )
  await write('app_access', `SELECT a AS company_id, a AS app_id FROM ${all}`)
  await write(
    'runs',
    `SELECT ${IDS_FROM} + a AS run_id, a AS app_id, 'recommendation' AS kind, 'succeeded' AS status, ${created} AS created_at, DATE '${through}' AS max_install_date FROM ${all}
    UNION ALL SELECT ${IDS_FROM} + ${first + count} + a, a, 'alert', 'succeeded', ${created}, NULL FROM ${all}`,
  )
  await connection.run(`CREATE TABLE cohorts AS
    SELECT * REPLACE ('app' || a || '_' || campaign AS campaign) FROM (
      SELECT ${IDS_FROM} + a AS run_id, a, d, c, k, DATE '${addDays(through, 1 - days)}' + d::INTEGER AS install_date, ${CAMPAIGN_NAMES},
        (hash(concat_ws(' ', a, d, c, k)) % 1000000 / 10000.0)::DECIMAL(18, 4) AS spend, 5 + hash(concat_ws(' ', k, c, d, a)) % 50 AS paid_installs
      FROM ${all}, range(${days}) days(d), range(${campaigns}) campaigns(c), range(${countries}) countries(k))`)
  const key = 'run_id, install_date, platform, network, campaign, country'
  await write(
    'cohorts',
    `SELECT ${key}, spend, paid_installs, paid_installs + 3 AS incremental_blended_installs, paid_installs + 9 AS full_blended_installs FROM cohorts ORDER BY a, d, c, k`,
  )
  const revenue = (share: number): string => `(spend * ${share}::DOUBLE * (0.1 + 0.05 * sqrt(dsi)))::DECIMAL(18, 4)`
  await write(
    'cohort_revenue',
    `SELECT ${key}, dsi, ${revenue(1)} AS paid_gross, ${revenue(0.7)} AS paid_net, ${revenue(1.1)} AS incremental_blended_gross,
      ${revenue(0.77)} AS incremental_blended_net, ${revenue(1.3)} AS full_blended_gross, ${revenue(0.91)} AS full_blended_net
    FROM cohorts, (SELECT unnest([${dsiValues.join(', ')}]) AS dsi) ORDER BY a, d, c, k, dsi`,
  )
  const lastWeek = `d >= ${days - 8} AND d < ${days - 1}`
  await write('recommendations', recommendationsOf({ cohorts: `cohorts WHERE ${lastWeek}`, idsFrom: IDS_FROM, created }))
  await write(
    'alerts',
    `SELECT ${IDS_FROM} + a * ${alerts} + n AS alert_id, ${IDS_FROM} + ${first + count} + a AS run_id, ['BIDS', 'ANALYTICS'][1 + n % 2] AS alert_group,
      'Live bid ' || n || ' % below the recommended one' AS title, 'app' || a || '_' || campaign AS campaign, country, platform, network, (n * 37.5)::DECIMAL(18, 4) AS daily_spend,
      'The live bid of campaign ' || campaign || ' is below the recommended one since two days.' AS summary,
      'Installs fell by 12 % against the week before, while the predicted ROAS stayed where it was.' AS detail,
      NULL::VARCHAR AS spend_detail, 'Raise the bid to the recommended one.' AS recommended_action, ${created} AS created_at
    FROM (SELECT a, n, ${CAMPAIGN_NAMES} FROM ${all}, (SELECT n, n AS c, n % ${countries} AS k FROM range(${alerts}) numbers(n)))`,
  )
  connection.closeSync()
  db.closeSync()
}
