import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, periodStart } from '../../../server/model/dates.ts'
import { CAMPAIGN_NAMES, SIZE } from './bench-app.ts'

/** Earlier runs of a bench app: one a week, each of which captured the seven weeks before it. */
export const SNAPSHOTS = { runs: 20, days: 49, dsi: 30 }

export interface BenchSnapshotsOptions {
  appId: number
  today: string
}

/** Writes a delivery of earlier runs, which end on Sundays, and of what each said of every campaign's cohorts at one DSI (2.4 million rows). */
export async function writeBenchSnapshots(dir: string, { appId, today }: BenchSnapshotsOptions): Promise<void> {
  await mkdir(dir, { recursive: true })
  const lastSunday = addDays(periodStart(addDays(today, -1), 'weekly'), -1)
  const db = await DuckDBInstance.create(':memory:')
  const connection = await db.connect()
  const write = (table: string, query: string): Promise<unknown> =>
    connection.run(`COPY (${query}) TO '${join(dir, table).replaceAll("'", "''")}.parquet' (FORMAT parquet)`)
  await connection.run(`CREATE TABLE runs AS SELECT ${appId * 1000} + r AS run_id, ${appId} AS app_id, 'recommendation' AS kind, 'succeeded' AS status,
    (max_install_date + 1)::TIMESTAMP + INTERVAL 3 HOUR AS created_at, max_install_date
    FROM (SELECT r, DATE '${lastSunday}' - (7 * (${SNAPSHOTS.runs} - r))::INTEGER AS max_install_date FROM range(1, ${SNAPSHOTS.runs} + 1) runs(r))`)
  await write('runs', 'FROM runs')
  const revenue = (share: number): string =>
    `(spend * ${share}::DOUBLE * 0.4 * (0.9 + hash(concat_ws(' ', run_id, d, c, k)) % 1000 / 5000.0))::DECIMAL(18, 4)`
  await write(
    'roas_snapshots',
    `SELECT run_id, install_date, platform, network, campaign, country, ${SNAPSHOTS.dsi} AS dsi, spend, ${revenue(1)} AS paid_gross,
      ${revenue(0.7)} AS paid_net, ${revenue(1.1)} AS incremental_blended_gross, ${revenue(0.77)} AS incremental_blended_net,
      ${revenue(1.3)} AS full_blended_gross, ${revenue(0.91)} AS full_blended_net
    FROM (SELECT run_id, d, c, k, max_install_date - d::INTEGER AS install_date, ${CAMPAIGN_NAMES},
        (hash(concat_ws(' ', max_install_date - d::INTEGER, c, k)) % 1000000 / 10000.0)::DECIMAL(18, 4) AS spend
      FROM runs, range(${SNAPSHOTS.days}) days(d), range(${SIZE.campaigns}) campaigns(c), range(${SIZE.countries}) countries(k))`,
  )
  connection.closeSync()
  db.closeSync()
}
