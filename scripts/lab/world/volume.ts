import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REVENUE_TYPES, ROAS_TYPES } from '../../../generated/vocabulary/vocabulary.ts'
import { addDays } from '../../../server/core/model/dates.ts'

/** Apps of equal size, each with its own company and run; IDs of apps and companies are equal. */
export interface Volume {
  firstApp: number
  apps: number
  /** First id of consecutive run ids. */
  firstRun: number
  campaigns: number
  countries: number
  days: number
  dsiValues: readonly number[]
  /** Number of alerts in a separate alert run, whose ID is that of the run plus `apps`. */
  alerts: number
  /** Whether each cohort has a snapshot at each DSI. */
  snapshots?: boolean
}

/** 455 x 300 x 8 cohorts, times 9 DSIs: 9.8 million revenue rows. */
export const LARGE_APP: Volume = {
  ...{ firstApp: 1, apps: 1, firstRun: 1, campaigns: 300, countries: 8, days: 455, alerts: 0 },
  dsiValues: [0, 1, 3, 7, 30, 60, 90, 180, 365],
}

/** 200 companies, 720,000 cohorts in all, times 4 DSIs. */
export const SMALL_APPS: Volume = {
  ...{
    firstApp: 2,
    apps: 200,
    firstRun: 100_000,
    campaigns: 30,
    countries: 4,
    days: 30,
    alerts: 20,
  },
  dsiValues: [0, 7, 30, 365],
}

const NETWORKS = ['Google Ads', 'Meta Ads', 'TikTok For Business', 'AppLovin', 'Unity Ads', 'Apple Search Ads', 'Mintegral', 'Moloco', 'Liftoff', 'ironSource'] // prettier-ignore
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'JP', 'KR', 'BR', 'CA']

/** Revenue by type, relative to paid gross. */
const WORTH = { paid: 1, incremental_blended: 1.1, full_blended: 1.3, gross: 1, net: 0.7 }
const TYPES = ROAS_TYPES.flatMap(type =>
  REVENUE_TYPES.map(revenue => ({
    name: `${type}_${revenue}`,
    worth: WORTH[type] * WORTH[revenue],
  })),
)

/** Writes a delivery of the given volume, through the day before `today`. Values follow no model but have plausible sizes. */
export async function writeVolume(
  dir: string,
  volume: Volume,
  { today, format }: { today: string; format: 'csv' | 'parquet' },
): Promise<void> {
  await mkdir(dir, { recursive: true })
  const db = await DuckDBInstance.create(':memory:')
  const connection = await db.connect()
  const options =
    format === 'csv'
      ? "FORMAT csv, HEADER, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S.%gZ'"
      : 'FORMAT parquet'
  await connection.run(`CREATE TABLE cohort AS ${cohortsOf(volume, today)}`)
  for (const [table, query] of Object.entries(queries(volume, today)))
    await connection.run(
      `COPY (${query}) TO '${join(dir, table).replaceAll("'", "''")}.${format}' (${options})`,
    )
  connection.closeSync()
  db.closeSync()
}

function list(values: readonly (string | number)[]): string {
  return `[${values.map(value => (typeof value === 'string' ? `'${value}'` : value)).join(', ')}]`
}

const NAMES = `['IOS', 'ANDROID'][1 + c % 2] AS platform, ${list(NETWORKS)}[1 + c % ${NETWORKS.length}] AS network,
  'app' || a || '_campaign_' || lpad(c::VARCHAR, 3, '0') || '_v' || (1 + c % 5) AS campaign, ${list(COUNTRIES)}[1 + k] AS country`
const INSTALLS = {
  paid: 'paid_installs',
  incremental_blended: 'paid_installs + 3',
  full_blended: 'paid_installs + 9',
}

function appsOf({ firstApp, apps }: Volume): string {
  return `range(${firstApp}, ${firstApp + apps}) apps(a)`
}

/** One row per app, day, campaign and country, as numbers `a`, `d`, `c` and `k`, with names and values. */
function cohortsOf(volume: Volume, today: string): string {
  const { firstApp, firstRun, campaigns, countries, days } = volume
  return `
    SELECT a + ${firstRun - firstApp} AS run_id, a, d, c, k, DATE '${addDays(today, -days)}' + d::INTEGER AS install_date, ${NAMES},
      (hash(a, d, c, k) % 1000000 / 10000.0)::DECIMAL(18, 4) AS spend, 5 + hash(a, c, d, k) % 50 AS paid_installs
    FROM ${appsOf(volume)}, range(${days}) days(d), range(${campaigns}) campaigns(c), range(${countries}) countries(k)`
}

/** Queries over `cohort`, by table of the delivery. */
function queries(volume: Volume, today: string): Record<string, string> {
  const { apps, firstApp, firstRun, countries, alerts, dsiValues, snapshots = false } = volume
  const from = appsOf(volume)
  const created = `TIMESTAMP '${today} 03:00:00'`
  const key = 'run_id, install_date, platform, network, campaign, country'
  const installs = (of: (value: string) => string): string =>
    Object.entries(INSTALLS)
      .map(([type, value]) => `${of(value)} AS ${type}_installs`)
      .join(', ')
  const revenue = TYPES.map(
    ({ name, worth }) =>
      `(spend * ${worth}::DOUBLE * (0.1 + 0.05 * sqrt(dsi)) * (0.9 + hash(a, d, c, k, dsi) % 1000 / 5000.0))::DECIMAL(18, 4) AS ${name}`,
  )
  const cells = `FROM cohort, (SELECT unnest(${list(dsiValues)}) AS dsi) ORDER BY a, d, c, k, dsi`
  return {
    companies: `SELECT a AS company_id, 'Company ' || a AS name FROM ${from}`,
    apps: `SELECT a AS app_id, 'App ' || a AS name, TIMESTAMP '2024-01-01' AS created_at, true AS live, 'USD' AS currency, false AS weekly_aggregation,
      0.05 AS action_threshold, ${dsiValues.at(-1)} AS target_dsi, 'paid' AS target_roas_type, 'gross' AS target_revenue_type,
      '${dsiValues.join(',')}' AS dsi_values FROM ${from}`,
    app_access: `SELECT a AS company_id, a AS app_id FROM ${from}`,
    networks: `SELECT unnest(${list(NETWORKS)}) AS network, true AS traditional`,
    runs: `SELECT a + ${firstRun - firstApp} AS run_id, a AS app_id, 'recommendation' AS kind, 'succeeded' AS status, ${created} AS created_at,
      DATE '${addDays(today, -1)}' AS max_install_date FROM ${from}
      ${alerts === 0 ? '' : `UNION ALL SELECT a + ${firstRun - firstApp + apps}, a, 'alert', 'succeeded', ${created}, NULL FROM ${from}`}`,
    cohorts: `SELECT ${key}, spend, ${installs(value => value)} FROM cohort ORDER BY a, d, c, k`,
    cohort_revenue: `SELECT ${key}, dsi, ${revenue.join(', ')} ${cells}`,
    ...(snapshots && {
      roas_snapshots: `SELECT ${key}, dsi, spend, ${revenue.join(', ')} ${cells}`,
    }),
    recommendations: recommendationsOf(volume, created, installs),
    ...(alerts > 0 && {
      alerts: `SELECT 1000 * a + n AS alert_id, a + ${firstRun - firstApp + apps} AS run_id, ['BIDS', 'ANALYTICS'][1 + n % 2] AS alert_group,
        'Live bid ' || n || ' % below the recommended one' AS title, campaign, country, platform, network, (n * 37.5)::DECIMAL(18, 4) AS daily_spend,
        'The live bid of campaign ' || campaign || ' is below the recommended one since two days.' AS summary,
        'Installs fell by 12 % against the week before, while the predicted ROAS stayed where it was.' AS detail,
        NULL::VARCHAR AS spend_detail, 'Raise the bid to the recommended one.' AS recommended_action, ${created} AS created_at
      FROM (SELECT a, n, ${NAMES} FROM ${from}, (SELECT n, n AS c, n % ${countries} AS k FROM range(${alerts}) numbers(n)))`,
    }),
  }
}

/** Rows by campaign, then by campaign and country, of install dates 2 to 8 days ago. */
function recommendationsOf(
  { days, dsiValues }: Volume,
  created: string,
  installs: (of: (value: string) => string) => string,
): string {
  const roas = TYPES.flatMap(({ name }) => [
    `1.0 AS target_${name}_roas`,
    `0.8 + hash(campaign) % 100 / 200.0 AS predicted_${name}_roas`,
  ])
  const by = (granularity: string, country: string): string => `
    SELECT run_id, '${granularity}' AS granularity, platform, network, campaign, ${country} AS country, 0.7 AS confidence_score, sum(spend) AS spend,
      7 AS lookback_days, ${installs(value => `sum(${value})::BIGINT`)}, 7 AS optimisation_dsi, ${dsiValues.at(-1)} AS target_dsi,
      0.3 AS optimisation_live_roas, 0.31 AS optimisation_paced_roas, 0.35 AS optimisation_raw_roas, 0.29 AS optimisation_predicted_roas,
      ${roas.join(', ')}, ${created} AS created_at
    FROM cohort WHERE d >= ${days - 8} AND d < ${days - 1} GROUP BY run_id, platform, network, campaign${granularity === 'campaign' ? '' : ', country'}`
  return `SELECT run_id * 10000 + row_number() OVER (PARTITION BY run_id ORDER BY granularity, campaign, country) AS recommendation_id, *
    FROM (${by('campaign', `'GLOBAL'`)} UNION ALL ${by('campaign_geo', 'country')})`
}
