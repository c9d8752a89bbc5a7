import type { Catalog, Company } from '../../core/model/catalog.ts'
import { joined, numbers, plain, plainList, sql } from '../../core/model/sql.ts'
import { chunks } from '../../core/runtime/slices.ts'
import {
  appRowsOf,
  type CatalogRows,
  type CompanyRow,
  erasedApp,
  IS_REMOVED,
  removedRun,
  type RunRow,
} from './read-catalog.ts'
import { type Held, isDuplicate, type Records, type Value } from './records.ts'
import { retiredBetween } from './import-notes.ts'

interface Publish {
  /** Apps in scope, locked by the caller. */
  apps: readonly number[]
  previous: Catalog
  next: Catalog
  now: Date
  isRemoved?: (file: string) => boolean
  /** See `WriteOptions`. */
  takesAway?: boolean
  /** Further statements of the transaction, for example of removed runs. */
  also?: (held: Held, removed: readonly RunRow[]) => Promise<void>
}

/**
 * Publishes an import in one small transaction: changed rows of the apps in scope, changed or removed companies and networks, removed runs
 * and apps, and retired files. Returns the publish's number.
 */
export async function publishCatalog(
  records: Pick<Records, 'transaction'>,
  publish: Publish,
): Promise<number> {
  const { apps, previous, next, now, isRemoved = () => true, takesAway = false, also } = publish
  const changed = changes(publish)
  const removedRows = removals(publish)
  const retired = retiredBetween(previous, next, new Set(apps)).filter(({ file }) =>
    isRemoved(file),
  )
  return await records.transaction(
    async held => {
      await held.write(sql`UPDATE catalog_state SET seq = seq + 1 WHERE one = 1`)
      const [state] = await held.read(sql`SELECT seq FROM catalog_state WHERE one = 1`)
      const seq = Number(state!['seq'])
      if (next.imported_at !== previous.imported_at)
        await held.write(sql`UPDATE catalog_state SET imported_at = ? WHERE one = 1`, [
          next.imported_at,
        ])
      const rows = {
        ...changed,
        companies: [
          ...(await merged(held, previous, changed.companies)),
          ...removed(previous, next),
        ],
        apps: [...changed.apps, ...removedRows.apps],
        changedRuns: [...changed.changedRuns, ...removedRows.runs],
      }
      await writeRows(held, rows, seq).catch((error: unknown) => {
        throw isDuplicate(error)
          ? new Error('another import has just loaded a run with the same id', { cause: error })
          : error
      })
      const since = now.toISOString()
      await writeRetired(
        held,
        retired.map(part => ({ ...part, since })),
      )
      await also?.(held, removedRows.runs)
      return seq
    },
    { takesAway },
  )
}

function changes({ apps, previous, next }: Publish) {
  const inScope = new Set(apps)
  const appsBefore = appRowsOf(previous, inScope)
  const runsBefore = new Map(previous.runs.map(run => [run.run_id, run]))
  const runs = next.runs.filter(run => inScope.has(run.app_id))
  return {
    companies: differing(previous.companies, next.companies, row => row.company_id),
    apps: [...appRowsOf(next, inScope)]
      .filter(([id, row]) => differ(appsBefore.get(id), row))
      .map(([, row]) => row),
    networks: differing(previous.networks, next.networks, row => row.network),
    runs: runs.filter(run => !runsBefore.has(run.run_id)),
    changedRuns: runs.filter(
      run => runsBefore.has(run.run_id) && differ(runsBefore.get(run.run_id), run),
    ),
  }
}

function removals({ apps: scope, previous, next, now }: Publish) {
  const inScope = new Set(scope)
  const [runs, apps] = [
    new Set(next.runs.map(run => run.run_id)),
    new Set(next.apps.map(app => app.app_id)),
  ]
  const since = new Map((next.erased ?? []).map(erased => [erased.app_id, erased.since]))
  return {
    runs: previous.runs
      .filter(run => inScope.has(run.app_id) && !runs.has(run.run_id))
      .map(removedRun),
    apps: previous.apps
      .filter(({ app_id: app }) => inScope.has(app) && !apps.has(app))
      .map(({ app_id: app }) => erasedApp(app, since.get(app) ?? now.toISOString())),
  }
}

function differing<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => unknown,
): Row[] {
  const known = new Map(before.map(row => [keyOf(row), row]))
  return after.filter(row => differ(known.get(keyOf(row)), row))
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b)
}

/** Companies are shared: an unchanged one keeps its current name, and a removed one stays removed. */
async function merged(
  held: Held,
  previous: Catalog,
  companies: readonly Company[],
): Promise<Company[]> {
  const before = new Map(previous.companies.map(row => [row.company_id, row]))
  const resolved: Company[] = []
  for (const company of companies) {
    const known =
      before.get(company.company_id)?.name === company.name
        ? await readCompany(held, company.company_id)
        : undefined
    if (!known?.removed)
      resolved.push(known === undefined ? company : { ...company, name: known.name })
  }
  return resolved
}

async function readCompany(held: Held, id: number): Promise<CompanyRow | undefined> {
  const [row] = await held.read(sql`SELECT body FROM catalog_companies WHERE company_id = ${id}`)
  return row === undefined ? undefined : (JSON.parse(String(row['body'])) as CompanyRow)
}

function removed(previous: Catalog, next: Catalog): CompanyRow[] {
  const remaining = new Set(next.companies.map(row => row.company_id))
  return previous.companies
    .filter(row => !remaining.has(row.company_id))
    .map(({ company_id, version }) => ({ company_id, name: '', version, removed: true }))
}

const ROWS = 50
const IDS = 2000

/**
 * Writes catalog rows under a publish's number. A new run replaces the tombstone of its id.
 * @throws the server's duplicate error if a new run exists
 */
export async function writeRows(
  held: Held,
  rows: CatalogRows & { changedRuns?: readonly RunRow[] },
  seq: number,
): Promise<void> {
  const { companies, apps, networks, runs, changedRuns = [] } = rows
  const runRow = (run: RunRow): Value[] => [run.run_id, run.app_id, seq, JSON.stringify(run)]
  const tables: [table: string, key: string, rows: Value[][]][] = [
    [
      'catalog_companies',
      'company_id',
      companies.map(row => [row.company_id, seq, JSON.stringify(row)]),
    ],
    ['catalog_apps', 'app_id', apps.map(row => [row.app.app_id, seq, JSON.stringify(row)])],
    ['catalog_networks', 'network', networks.map(row => [row.network, seq, JSON.stringify(row)])],
  ]
  for (const [table, key, rows] of tables) await upsert(held, table, [key, 'seq', 'body'], rows)
  for (const some of chunks(runs, IDS)) {
    const ids = numbers(some.map(run => run.run_id))
    await held.run(sql`DELETE FROM catalog_runs WHERE run_id IN (${ids}) AND ${IS_REMOVED}`)
  }
  await insert(held, 'catalog_runs', ['run_id', 'app_id', 'seq', 'body'], runs.map(runRow))
  await upsert(held, 'catalog_runs', ['run_id', 'app_id', 'seq', 'body'], changedRuns.map(runRow))
}

export async function writeRetired(
  held: Held,
  files: readonly { app: number; file: string; since: string }[],
): Promise<void> {
  const rows = files.map(({ app, file, since }) => [file, app, since])
  await upsert(held, 'retired_files', ['file', 'app_id', 'since'], rows)
}

async function upsert(
  held: Held,
  table: string,
  columns: readonly string[],
  rows: readonly Value[][],
): Promise<void> {
  const { dialect } = held
  const values = columns.slice(1).map(column => sql`${plain(column)} = ${dialect.inserted(column)}`)
  await insert(
    held,
    table,
    columns,
    rows,
    sql` ${dialect.onDuplicate(columns.slice(0, 1))} ${joined(values)}`,
  )
}

/** Uses two prepared statements per table: many rows, and one row. */
async function insert(
  held: Held,
  table: string,
  columns: readonly string[],
  rows: readonly Value[][],
  orElse = sql``,
): Promise<void> {
  const row = sql`(${joined(columns.map(() => sql`?`))})`
  for (let start = 0; start < rows.length;) {
    const count = rows.length - start >= ROWS ? ROWS : 1
    const tuples = joined(Array.from({ length: count }, () => row))
    const statement = sql`INSERT INTO ${plain(table)} (${plainList(columns)}) VALUES ${tuples}${orElse}`
    await held.write(statement, rows.slice(start, start + count).flat())
    start += count
  }
}
