import { joined, numbers, plain, plainList, sql } from '../../../model/sql.ts'
import type { Run } from '../../../model/catalog.ts'
import type { HeldConnection, Value } from '../connection.ts'
import { type CatalogRows, IS_REMOVED } from './rows.ts'

/** Rows in one statement, and ids. */
const ROWS = 50
const IDS = 2000

/**
 * Writes rows of a catalog under the number of a publish. A new run takes the place of one of its id that was removed.
 * @throws the server's error of a duplicate where one of `runs`, which are new, is there already
 */
export async function writeRows(held: HeldConnection, rows: CatalogRows & { changedRuns?: readonly Run[] }, seq: number): Promise<void> {
  const { companies, apps, networks, runs, changedRuns = [] } = rows
  const runRow = (run: Run): Value[] => [run.run_id, run.app_id, seq, json(run)]
  await upsert(
    held,
    'catalog_companies',
    ['company_id', 'seq', 'body'],
    companies.map(row => [row.company_id, seq, json(row)]),
  )
  await upsert(
    held,
    'catalog_apps',
    ['app_id', 'seq', 'body'],
    apps.map(row => [row.app.app_id, seq, json(row)]),
  )
  await upsert(
    held,
    'catalog_networks',
    ['network', 'seq', 'body'],
    networks.map(row => [Buffer.from(row.network), seq, json(row)]),
  )
  for (let start = 0; start < runs.length; start += IDS) {
    const ids = numbers(runs.slice(start, start + IDS).map(run => run.run_id))
    await held.run(sql`DELETE FROM catalog_runs WHERE run_id IN (${ids}) AND ${IS_REMOVED}`)
  }
  await insert(held, 'catalog_runs', ['run_id', 'app_id', 'seq', 'body'], runs.map(runRow))
  await upsert(held, 'catalog_runs', ['run_id', 'app_id', 'seq', 'body'], changedRuns.map(runRow))
}

/** Writes which files of which apps the catalog stopped naming, and when. */
export async function writeRetired(held: HeldConnection, files: readonly { app: number; file: string; since: string }[]): Promise<void> {
  await upsert(
    held,
    'retired_files',
    ['file', 'app_id', 'since'],
    files.map(({ app, file, since }) => [Buffer.from(file), app, since]),
  )
}

async function upsert(held: HeldConnection, table: string, columns: readonly string[], rows: readonly Value[][]): Promise<void> {
  const values = columns.slice(1).map(column => sql`${plain(column)} = VALUES(${plain(column)})`)
  await insert(held, table, columns, rows, sql` ON DUPLICATE KEY UPDATE ${joined(values)}`)
}

/** Rows by prepared statements, of which there are two for each table: one for many rows and one for each of the rest. */
async function insert(
  held: HeldConnection,
  table: string,
  columns: readonly string[],
  rows: readonly Value[][],
  orElse = sql``,
): Promise<void> {
  const one = sql`(${joined(columns.map(() => sql`?`))})`
  for (let start = 0; start < rows.length;) {
    const count = rows.length - start >= ROWS ? ROWS : 1
    const tuples = joined(Array.from({ length: count }, () => one))
    const statement = sql`INSERT INTO ${plain(table)} (${plainList(columns)}) VALUES ${tuples}${orElse}`
    await held.write(statement, rows.slice(start, start + count).flat())
    start += count
  }
}

function json(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body))
}
