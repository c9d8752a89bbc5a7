import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection, Json } from '@duckdb/node-api'
import { columnsOf } from '../../server/imports/tables.ts'

const csvTables = [
  'companies',
  'apps',
  'app_access',
  'bet_lookbacks',
  'networks',
  'events',
  'runs',
  'recommendations',
  'alerts',
]
const parquetTables = ['cohorts', 'cohort_revenue', 'roas_snapshots']

const RATIOS = columnsOf('recommendations').flatMap(([name, { kind }]) =>
  kind === 'ratio' ? [name] : [],
)

/** The names of a delivery's tables as the demo writes them. */
export const deliveryTables = [...csvTables, ...parquetTables]

/**
 * A delivery's files as views: every table, and `served`, the latest succeeded recommendation run of each app. `identity` of a
 * row's platform, network, campaign and country makes a text of them that can be compared where some are null.
 */
export interface OpenDelivery {
  query: (sql: string) => Promise<Array<Record<string, Json>>>
  /** The only value of a query's only row, as a number. */
  number: (sql: string) => Promise<number>
  close: () => void
}

export async function openDelivery(dir: string): Promise<OpenDelivery> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await createViews(connection, dir)

  const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
  return {
    query,
    number: async sql => Number(Object.values((await query(sql))[0]!)[0]),
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function createViews(connection: DuckDBConnection, dir: string): Promise<void> {
  await connection.run(`CREATE MACRO identity(platform, network, campaign, country) AS
    concat_ws(chr(31), coalesce(platform, '?'), coalesce(network, '?'), coalesce(campaign, '?'), coalesce(country, '?'))`)
  for (const table of csvTables) {
    // Columns without a value would be texts.
    const types =
      table === 'recommendations'
        ? `, types = {${RATIOS.map(name => `'${name}': 'DOUBLE'`).join(', ')}}`
        : ''
    await connection.run(
      `CREATE VIEW ${table} AS FROM read_csv('${dir}/${table}.csv', header = true, sample_size = -1${types})`,
    )
  }
  for (const table of parquetTables)
    await connection.run(`CREATE VIEW ${table} AS FROM read_parquet('${dir}/${table}.parquet')`)
  await connection.run(`
    CREATE VIEW served AS
    SELECT r.*, a.target_dsi, a.currency, a.target_roas_type, a.target_revenue_type, coalesce(a.action_threshold,
      0.05) AS threshold
    FROM (SELECT *, row_number() OVER (PARTITION BY app_id ORDER BY created_at DESC, run_id DESC) AS place FROM runs
      WHERE kind = 'recommendation' AND status = 'succeeded') r JOIN apps a USING (app_id)
    WHERE place = 1`)
}
