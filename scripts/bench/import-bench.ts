import { DuckDBInstance } from '@duckdb/node-api'
import { join } from 'node:path'
import { importDelivery } from '../../server/facts/embedded/embedded-destination.ts'
import { LARGE_APP, writeVolume } from '../simulate/volume.ts'
import { today, withFolder } from './support/bench-store.ts'
import { measurement, median, timed, type Measurement } from './support/measurement.ts'

const ROUNDS = 3
const KEY = 'run_id BIGINT, install_date DATE, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR'
const REVENUE = ['paid', 'incremental_blended', 'full_blended'].flatMap(type =>
  ['gross', 'net'].map(revenue => `${type}_${revenue} DECIMAL(18, 4)`),
)
const TABLES = {
  cohorts: `${KEY}, spend DECIMAL(18, 4), paid_installs BIGINT, incremental_blended_installs BIGINT, full_blended_installs BIGINT`,
  cohort_revenue: `${KEY}, dsi INTEGER, ${REVENUE.join(', ')}`,
}

function copyFrom(delivery: string, format: string): Promise<void> {
  return withFolder(async dir => {
    const db = await DuckDBInstance.create(join(dir, 'copy.duckdb'))
    const connection = await db.connect()
    for (const [table, columns] of Object.entries(TABLES)) {
      await connection.run(`CREATE TABLE ${table} (${columns})`)
      await connection.run(
        `COPY ${table} FROM '${join(delivery, table)}.${format}' (FORMAT ${format}${format === 'csv' ? ', HEADER true' : ''})`,
      )
    }
    await connection.run('CHECKPOINT')
    connection.closeSync()
    db.closeSync()
  })
}

export async function imports(): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const format of ['csv', 'parquet'] as const) {
    rows.push(
      await withFolder(async delivery => {
        await writeVolume(delivery, LARGE_APP, { today, format })
        const times: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round++) {
          times[0].push(await timed(() => withFolder(dataDir => importDelivery({ dataDir, delivery }))))
          times[1].push(await timed(() => copyFrom(delivery, format)))
        }
        return measurement(
          `import of 9.8 million revenue rows from ${format} / COPY FROM`,
          median(times[0]),
          median(times[1]),
          'ms',
          'at most 2',
        )
      }),
    )
  }
  return rows
}
