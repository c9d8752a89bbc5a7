import type { ClickhouseConfig } from '../../runtime/lake-config.ts'
import { sql } from '../../model/sql.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { Clickhouse } from './clickhouse-connection.ts'
import { type Place, sourceOf } from './lake-source.ts'

/** The oldest supported version, which is tested. */
const OLDEST = [26, 7] as const

const PATIENCE_MS = 30_000

/**
 * Checks connection, user, version, cluster and collection with a query over a stored file. Returns them in one line.
 * @throws an Error for the operator
 */
export async function checkClickhouse(
  address: ClickhouseConfig,
  lake: Place,
  file: (DataFile & { rows: number }) | undefined,
): Promise<string> {
  const clickhouse = new Clickhouse(address)
  const asker = { signal: AbortSignal.timeout(PATIENCE_MS) }
  try {
    const [row] = await clickhouse.rows(sql`SELECT version() AS version`, asker)
    const version = String(row!['version'])
    requireVersion(version)
    const { cluster, collection } = address
    const parts = [
      `ClickHouse ${version} at ${address.url}`,
      ...(cluster === null ? [] : [`cluster ${cluster}`]),
      ...(collection === null ? [] : [`collection ${collection}`]),
    ].join(', ')
    if (file === undefined) return `${parts}: responds. The lake is empty, so nothing was read.`
    const source = sourceOf(lake, [file], [['install_date', 'Date32']])!
    const [counted] = await clickhouse.rows(sql`SELECT count(install_date) AS days FROM ${source}`, asker)
    if (Number(counted!['days']) !== file.rows) {
      throw new Error(
        `ClickHouse reads ${Number(counted!['days'])} rows of ${file.file}, which has ${file.rows}. Is it the lake of LAKE_URL?`,
      )
    }
    return `${parts}: reads the lake.`
  } catch (error) {
    throw asker.signal.aborted ? new Error(`ClickHouse at ${address.url} does not respond within ${PATIENCE_MS / 1000} s`) : error
  } finally {
    await clickhouse.close()
  }
}

function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new Error(`ClickHouse ${version} is too old: version ${OLDEST.join('.')} or newer is required`)
}
