import { DuckDBInstance } from '@duckdb/node-api'
import { join } from 'node:path'
import { importDelivery } from '../../../server/store/facts/embedded/embedded-destination.ts'
import { sqlType } from '../../../server/imports/cell-kinds.ts'
import { columnsOf } from '../../../server/imports/tables.ts'
import { LARGE_APP, writeVolume } from '../world/volume.ts'
import { today, withFolder } from './support/bench-store.ts'
import { measurement, median, timed, type Measurement } from './support/measurement.ts'

const ROUNDS = 3

function copyFrom(delivery: string, format: string): Promise<void> {
  return withFolder(async dir => {
    const db = await DuckDBInstance.create(join(dir, 'copy.duckdb'))
    const connection = await db.connect()
    for (const table of ['cohorts', 'cohort_revenue'] as const) {
      const columns = columnsOf(table).map(([name, { kind }]) => `${name} ${sqlType(kind)}`)
      await connection.run(`CREATE TABLE ${table} (${columns.join(', ')})`)
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
          times[0].push(
            await timed(() => withFolder(dataDir => importDelivery({ dataDir, delivery }))),
          )
          times[1].push(await timed(() => copyFrom(delivery, format)))
        }
        const what = `import of 9.8 million revenue rows from ${format} / COPY FROM`
        return measurement(what, median(times[0]), median(times[1]), 'ms', 'at most 2')
      }),
    )
  }
  return rows
}
