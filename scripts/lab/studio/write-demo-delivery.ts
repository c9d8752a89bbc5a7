import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { type DeliveryTable, loadTable } from '../../../server/imports/load-rows.ts'
import { TABLE_NAMES, type TableName } from '../../../server/imports/tables.ts'
import { addDays, isCalendarDate } from '../../../server/core/model/dates.ts'
import { apps, companies } from './apps.ts'
import { makeApart } from './make-apart.ts'
import { makeApps } from './make-apps.ts'
import { networks } from './networks.ts'
import { makeFolder } from '../../../server/core/runtime/files.ts'

const PARQUET: ReadonlySet<TableName> = new Set(['cohorts', 'cohort_revenue', 'roas_snapshots'])
const files = TABLE_NAMES.map(table => ({
  table,
  name: `${table}.${PARQUET.has(table) ? 'parquet' : 'csv'}`,
}))

/** Folder of each app's delivery until they are merged. */
const PARTS = '.apps'

/** Measured share of the time until all runs are built. */
const RUNS = 0.85

/**
 * Writes a realistic delivery for a trial of the service: two companies, four apps, more than a year of cohorts up to the day before `today`
 * (`YYYY-MM-DD`), as `server/forecast` would have delivered them run by run. The same date gives the same rows. The folder is created if
 * missing; an earlier demo delivery in it is overwritten. Calls `progress` with the approximate share done, 0 to 1. Throws if the date is not
 * real, or the folder contains anything else.
 */
export async function writeDemoDelivery(
  dir: string,
  { today, progress = () => undefined }: { today: string; progress?: (share: number) => void },
): Promise<void> {
  if (!isCalendarDate(today))
    throw new Error(`today must be a date written YYYY-MM-DD, not ${JSON.stringify(today)}`)
  await prepareFolder(dir, [PARTS, ...files.map(({ name }) => name)])
  const parts = join(dir, PARTS)
  await rm(parts, { recursive: true, force: true })
  await mkdir(parts)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    progress(0)
    const made = await makeAll(parts, today, share => progress(share * RUNS))
    for (const table of [...referenceTables(today), ...made]) await loadTable(connection, table)
    for (const { table, name } of files)
      await copy(connection, queryOf(table, parts), join(dir, name))
    progress(1)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(parts, { recursive: true, force: true })
  }
}

/** For two cores: the first app and the soft launch are about half of the work. */
async function makeAll(
  parts: string,
  today: string,
  progress: (share: number) => void,
): Promise<DeliveryTable[]> {
  const ids = apps.map(({ id }) => id)
  const shares = [0, 0]
  const at = (stage: number) => (share: number) => {
    shares[stage] = share
    progress((shares[0]! + shares[1]!) / 2)
  }
  const made = await Promise.all([
    makeApart({ parts, today, apps: ids.slice(1, -1) }, at(1)),
    makeApps({ parts, today, apps: [ids[0]!, ids.at(-1)!] }, at(0)),
  ])
  const tables = made.flat()
  return [...new Set(tables.map(({ name }) => name))].map(name => ({
    name,
    rows: tables.filter(table => table.name === name).flatMap(({ rows }) => rows),
  }))
}

/** The studio's own rows precede those of the apps' deliveries. */
function queryOf(table: TableName, parts: string): string {
  const delivered = `FROM read_parquet([${apps.map(({ id }) => quoted(join(parts, String(id), `${table}.parquet`))).join(', ')}])`
  switch (table) {
    case 'companies':
    case 'apps':
    case 'app_access':
    case 'bet_lookbacks':
    case 'networks':
    case 'budgets':
      return `FROM ${table}`
    case 'events':
      // Events found in the data have notes; the forecast repeats configured ones without notes.
      return `FROM events UNION ALL BY NAME (${delivered} WHERE note IS NOT NULL)`
    case 'runs':
      return `FROM (FROM runs UNION ALL BY NAME (${delivered} ANTI JOIN runs USING (run_id))) ORDER BY run_id`
    case 'alerts':
      return `${delivered} ANTI JOIN runs USING (run_id)`
    default:
      return delivered
  }
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`
}

async function copy(connection: DuckDBConnection, query: string, path: string): Promise<void> {
  // A dictionary pays off for names, not for money. Snappy takes half of zstd's time, for twice the size.
  const format = path.endsWith('.csv')
    ? "FORMAT csv, HEADER, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S.%gZ'"
    : 'FORMAT parquet, COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 1000'
  await connection.run(`COPY (${query}) TO ${quoted(path)} (${format})`)
}

export function referenceTables(today: string): DeliveryTable[] {
  return [
    { name: 'companies', rows: companies.map(({ id, name }) => ({ company_id: id, name })) },
    {
      name: 'apps',
      rows: apps.map(app => ({
        app_id: app.id,
        name: app.name,
        created_at: `${addDays(today, -app.createdDaysAgo)}T09:30:00.000Z`,
        live: app.live,
        currency: app.currency,
        weekly_aggregation: app.weekly,
        action_threshold: app.threshold,
        target_dsi: app.targetDsi,
        target_roas_type: app.targetRoasType,
        target_revenue_type: app.targetRevenueType,
        dsi_values: app.dsiValues.join(','),
      })),
    },
    {
      name: 'app_access',
      rows: apps.flatMap(app =>
        app.companies.map(company => ({ company_id: company, app_id: app.id })),
      ),
    },
    {
      name: 'bet_lookbacks',
      rows: apps.flatMap(app =>
        app.lookbacks.map(({ platform, start, end }) => ({
          app_id: app.id,
          platform,
          start_day: start,
          end_day: end,
        })),
      ),
    },
    {
      name: 'networks',
      rows: networks.flatMap(({ name, traditional }) =>
        traditional === null ? [] : [{ network: name, traditional }],
      ),
    },
  ]
}

/**
 * Prepares a folder for a delivery: creates it if missing, and throws if it contains other files than the given names, which an import would
 * read as part of the delivery.
 */
export async function prepareFolder(dir: string, fileNames: readonly string[]): Promise<void> {
  await makeFolder(dir)
  const foreign = (await readdir(dir)).filter(name => !fileNames.includes(name))
  if (foreign.length > 0)
    throw new Error(`${dir} is not empty: it holds ${foreign.slice(0, 3).join(', ')}`)
}
