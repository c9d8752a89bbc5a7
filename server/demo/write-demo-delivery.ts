import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { isCalendarDate } from '../model/dates.ts'
import { loadWorld } from './load-world.ts'
import { prepareFolder } from './prepare-folder.ts'
import { queries } from './tables.ts'
import { createWorld } from './world.ts'

const parquetTables = new Set(['cohorts', 'cohort_revenue', 'roas_snapshots'])
const files = Object.entries(queries).map(([table, query]) => ({
  query,
  name: parquetTables.has(table) ? `${table}.parquet` : `${table}.csv`,
}))

/** Measured shares of the time: after the simulation, after loading, and before the snapshots. */
const [WORLD, TABLES, WRITTEN] = [0.5, 0.65, 0.72]

/**
 * Writes a believable delivery for trying the service out: two companies, four apps, more than a year of cohorts that end on the
 * day before `today` (`YYYY-MM-DD`). The same date gives the same rows. The folder is created when missing; an earlier demo
 * delivery in it is overwritten. Calls `progress` with the share done, 0 to 1, roughly. Throws when the date is not a real one, and when the folder holds anything else.
 */
export async function writeDemoDelivery(
  dir: string,
  { today, progress = () => undefined }: { today: string; progress?: (share: number) => void },
): Promise<void> {
  if (!isCalendarDate(today)) throw new Error(`today must be a date written YYYY-MM-DD, not ${JSON.stringify(today)}`)
  await prepareFolder(
    dir,
    files.map(({ name }) => name),
  )

  progress(0)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const world = createWorld(today, undefined, share => progress(share * WORLD))
    progress(WORLD)
    await loadWorld(connection, world, today)
    progress(TABLES)
    for (const { name, query } of files) {
      await copy(connection, query, join(dir, name))
      progress(name.startsWith('roas_snapshots') ? 1 : WRITTEN)
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function copy(connection: DuckDBConnection, query: string, path: string): Promise<void> {
  // A dictionary pays for names; for money it takes as long as everything else. Snappy takes half of zstd's time, for twice the size.
  const format = path.endsWith('.csv')
    ? "FORMAT csv, HEADER, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S.%gZ'"
    : 'FORMAT parquet, COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 1000'
  await connection.run(`COPY (${query}) TO '${path.replaceAll("'", "''")}' (${format})`)
}
