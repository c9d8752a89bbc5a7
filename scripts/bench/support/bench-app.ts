import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DeliveryTable, loadTable } from '../../../server/delivery/load-rows.ts'
import { addDays } from '../../../server/model/dates.ts'

/** Size of a bench app: 455 x 300 x 8 cohort rows, times 9 DSIs of revenue rows (9.8 million). */
export const SIZE = { days: 455, campaigns: 300, countries: 8, dsiValues: [0, 1, 3, 7, 30, 60, 90, 180, 365] }

const NETWORKS = [
  'Google Ads',
  'Meta Ads',
  'TikTok For Business',
  'AppLovin',
  'Unity Ads',
  'Apple Search Ads',
  'Mintegral',
  'Moloco',
  'Liftoff',
  'ironSource',
]
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'JP', 'KR', 'BR', 'CA']

function list(values: readonly string[]): string {
  return `[${values.map(value => `'${value}'`).join(', ')}]`
}

export const CAMPAIGN_NAMES = `['IOS', 'ANDROID'][1 + c % 2] AS platform, ${list(NETWORKS)}[1 + c % ${NETWORKS.length}] AS network,
      'campaign_' || lpad(c::VARCHAR, 3, '0') || '_v' || (1 + c % 5) AS campaign, ${list(COUNTRIES)}[1 + k] AS country`

export interface BenchAppOptions {
  appId: number
  today: string
  format: 'csv' | 'parquet'
  companyId?: number
  runId?: number
}

export interface RecommendationsOptions {
  cohorts: string
  idsFrom: number
  /** When the runs were made, in SQL. */
  created: string
}

/** A query for the recommendations of each run of some cohorts, of seven days: by campaign, and by campaign and country. */
export function recommendationsOf({ cohorts, idsFrom, created }: RecommendationsOptions): string {
  const roas = ['target', 'predicted'].flatMap(side =>
    ['paid', 'incremental_blended', 'full_blended'].flatMap(type =>
      ['gross', 'net'].map(
        revenueType => `${side === 'target' ? '1.0' : '0.8 + hash(campaign) % 100 / 200.0'} AS ${side}_${type}_${revenueType}_roas`,
      ),
    ),
  )
  const of = (granularity: string, country: string): string => `
    SELECT run_id, '${granularity}' AS granularity, platform, network, campaign, ${country} AS country, 0.7 AS confidence_score, sum(spend) AS spend, 7 AS lookback_days,
      sum(paid_installs)::BIGINT AS paid_installs, sum(paid_installs + 3)::BIGINT AS incremental_blended_installs, sum(paid_installs + 9)::BIGINT AS full_blended_installs,
      7 AS optimisation_dsi, 365 AS target_dsi, 0.3 AS optimisation_live_roas, 0.31 AS optimisation_paced_roas, 0.35 AS optimisation_raw_roas,
      0.29 AS optimisation_predicted_roas, ${roas.join(', ')}, ${created} AS created_at
    FROM ${cohorts} GROUP BY run_id, platform, network, campaign${granularity === 'campaign' ? '' : ', country'}`
  return `SELECT ${idsFrom} + row_number() OVER (ORDER BY run_id, granularity, campaign, country) AS recommendation_id, *
    FROM (${of('campaign', `'GLOBAL'`)} UNION ALL ${of('campaign_geo', 'country')})`
}

/** Writes the delivery of one bench app: one run through yesterday, its cohorts and revenue, and 300 x (1 + 8) recommendations. */
export async function writeBenchApp(dir: string, { appId, today, format, companyId = 1, runId = appId }: BenchAppOptions): Promise<void> {
  await mkdir(dir, { recursive: true })
  const through = addDays(today, -1)
  const created = `${today}T03:00:00.000Z`
  const small: DeliveryTable[] = [
    { name: 'companies', rows: [{ company_id: companyId, name: `Bench ${companyId}` }] },
    {
      name: 'apps',
      rows: [
        {
          app_id: appId,
          name: `Bench ${appId}`,
          created_at: '2024-01-01T00:00:00.000Z',
          live: true,
          currency: 'USD',
          weekly_aggregation: false,
          action_threshold: 0.05,
          target_dsi: 365,
          target_roas_type: 'paid',
          target_revenue_type: 'gross',
          dsi_values: SIZE.dsiValues.join(','),
        },
      ],
    },
    { name: 'app_access', rows: [{ company_id: companyId, app_id: appId }] },
    { name: 'networks', rows: NETWORKS.map(network => ({ network, traditional: true })) },
    {
      name: 'runs',
      rows: [{ run_id: runId, app_id: appId, kind: 'recommendation', status: 'succeeded', created_at: created, max_install_date: through }],
    },
  ]
  const db = await DuckDBInstance.create(':memory:')
  const connection = await db.connect()
  const write = (table: string, query: string): Promise<unknown> =>
    connection.run(
      `COPY (${query}) TO '${join(dir, table).replaceAll("'", "''")}.${format}' (${format === 'csv' ? "FORMAT csv, HEADER, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S.%gZ'" : 'FORMAT parquet'})`,
    )
  for (const table of small) {
    await loadTable(connection, table)
    await write(table.name, `FROM ${table.name}`)
  }
  await connection.run(`CREATE TABLE cohorts AS
    SELECT ${runId} AS run_id, d, c, k, DATE '${addDays(through, 1 - SIZE.days)}' + d::INTEGER AS install_date,
      ${CAMPAIGN_NAMES},
      (hash(d, c, k) % 1000000 / 10000.0)::DECIMAL(18, 4) AS spend, 5 + hash(c, d, k) % 50 AS paid_installs
    FROM range(${SIZE.days}) days(d), range(${SIZE.campaigns}) campaigns(c), range(${SIZE.countries}) countries(k)`)
  const key = 'run_id, install_date, platform, network, campaign, country'
  await write(
    'cohorts',
    `SELECT ${key}, spend, paid_installs, paid_installs + 3 AS incremental_blended_installs,
    paid_installs + 9 AS full_blended_installs FROM cohorts ORDER BY d, c, k`,
  )
  const revenue = (share: number): string =>
    `(spend * ${share}::DOUBLE * (0.1 + 0.05 * sqrt(dsi)) * (0.9 + hash(d, c, k, dsi) % 1000 / 5000.0))::DECIMAL(18, 4)`
  await write(
    'cohort_revenue',
    `SELECT ${key}, dsi, ${revenue(1)} AS paid_gross, ${revenue(0.7)} AS paid_net, ${revenue(1.1)} AS incremental_blended_gross,
    ${revenue(0.77)} AS incremental_blended_net, ${revenue(1.3)} AS full_blended_gross, ${revenue(0.91)} AS full_blended_net
    FROM cohorts, (SELECT unnest([${SIZE.dsiValues.join(', ')}]) AS dsi) ORDER BY d, c, k, dsi`,
  )
  const both = recommendationsOf({
    cohorts: `cohorts WHERE d >= ${SIZE.days - 8} AND d < ${SIZE.days - 1}`,
    idsFrom: runId * 10_000,
    created: `TIMESTAMP '${created.slice(0, -1)}'`,
  })
  await write('recommendations', both)
  connection.closeSync()
  db.closeSync()
}
