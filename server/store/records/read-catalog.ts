import {
  type App,
  type AppFiles,
  type BetLookback,
  type Catalog,
  type Company,
  EMPTY_CATALOG,
  type Run,
} from '../../core/model/catalog.ts'
import { numbers, plain, sql, type Sql } from '../../core/model/sql.ts'
import type { RowFault } from '../../core/model/catalog-document.ts'
import { damage, type Finding } from '../../core/model/finding.ts'
import { chunks } from '../../core/runtime/slices.ts'
import { StoreDamaged } from '../../core/model/store.ts'
import { type Held, RECORDS_FILE, type Row } from './records.ts'
import { isIntact } from './seals.ts'

export interface AppRow {
  app: App
  /** Companies with access, ascending. */
  companies: number[]
  bet_lookbacks: Omit<BetLookback, 'app_id'>[]
  /** Absent before its first run. */
  files?: AppFiles
  /** An erased app: only its id remains. */
  removed?: { since: string }
}

export type Network = Catalog['networks'][number]

/** A removed company keeps its id, so that other nodes learn of the removal. */
export interface CompanyRow extends Company {
  removed?: true
}

/** A removed run keeps its id. Older versions read a failed run, which is never served. */
interface RemovedRun extends Pick<Run, 'run_id' | 'app_id' | 'kind' | 'created_at'> {
  status: 'failed'
  max_install_date: null
  removed: true
}

export type RunRow = (Run & { removed?: never }) | RemovedRun

export interface CatalogRows {
  companies: CompanyRow[]
  apps: AppRow[]
  networks: Network[]
  runs: RunRow[]
}

export interface CatalogState {
  seq: number
  importedAt: string
}

/** Sorted by id, nothing retired. */
export function catalogOf(
  { seq, importedAt }: CatalogState,
  { companies, apps, networks, runs }: CatalogRows,
): Catalog {
  const everyApp = apps.toSorted((a, b) => a.app.app_id - b.app.app_id)
  const inOrder = everyApp.filter(row => row.removed === undefined)
  const erased = everyApp.flatMap(({ app, removed }) =>
    removed === undefined ? [] : [{ app_id: app.app_id, since: removed.since }],
  )
  return {
    format: 2,
    version: seq,
    imported_at: importedAt,
    companies: companies.filter(row => !row.removed).sort((a, b) => a.company_id - b.company_id),
    apps: inOrder.map(({ app }) => app),
    app_access: inOrder
      .flatMap(({ app, companies }) =>
        companies.map(company => ({ company_id: company, app_id: app.app_id })),
      )
      .sort((a, b) => a.company_id - b.company_id || a.app_id - b.app_id),
    bet_lookbacks: inOrder.flatMap(({ app, bet_lookbacks: lookbacks }) =>
      lookbacks.map(row => ({ app_id: app.app_id, ...row })),
    ),
    networks: networks.toSorted((a, b) => (a.network < b.network ? -1 : 1)),
    runs: runs.filter(row => !row.removed).sort((a, b) => a.run_id - b.run_id),
    files: Object.fromEntries(
      inOrder.flatMap(({ app, files }) => (files === undefined ? [] : [[app.app_id, files]])),
    ),
    ...(erased.length > 0 && { erased }),
  }
}

export function appRowsOf(
  catalog: Catalog,
  ids: Iterable<number> = catalog.apps.map(app => app.app_id),
): Map<number, AppRow> {
  const wanted = new Set(ids)
  const rows = new Map<number, AppRow>()
  for (const app of catalog.apps) {
    const files = catalog.files[app.app_id]
    if (wanted.has(app.app_id))
      rows.set(app.app_id, { app, companies: [], bet_lookbacks: [], ...(files && { files }) })
  }
  for (const { app_id: app, company_id: company } of catalog.app_access)
    rows.get(app)?.companies.push(company)
  for (const { app_id: app, ...row } of catalog.bet_lookbacks)
    rows.get(app)?.bet_lookbacks.push(row)
  return rows
}

export function removedRun({ run_id, app_id, kind, created_at }: Run): RemovedRun {
  return {
    run_id,
    app_id,
    kind,
    status: 'failed',
    created_at,
    max_install_date: null,
    removed: true,
  }
}

export function erasedApp(app_id: number, since: string): AppRow {
  const app: App = {
    app_id,
    name: '',
    created_at: since,
    live: false,
    currency: 'XXX',
    weekly_aggregation: false,
    action_threshold: 0,
    target_dsi: 0,
    target_roas_type: 'paid',
    target_revenue_type: 'gross',
    dsi_values: [],
    version: '',
  }
  return { app, companies: [], bet_lookbacks: [], removed: { since } }
}

/** Cannot occur within a JSON text. */
export const IS_REMOVED = sql`INSTR(body, '"removed":') > 0`

type Reads = Pick<Held, 'read'>

const CHUNK = 2000

/** Receives each row that fails its seal. */
export type OnDamaged = (table: keyof CatalogRows, row: Row) => void

export function damagedRow(table: string, id: unknown): StoreDamaged {
  return new StoreDamaged(
    RECORDS_FILE,
    `${RECORDS_FILE} has a damaged record: ${table} ${String(id).slice(0, 100)}`,
  )
}

const refuse: OnDamaged = (table, row) => {
  throw damagedRow(`catalog_${table}`, row[KEYS[table]])
}

export async function readState(database: Reads): Promise<CatalogState> {
  const [row] = await database.read(sql`SELECT * FROM catalog_state`)
  if (row !== undefined && !isIntact('catalog_state', row)) throw damagedRow('catalog_state', 1)
  return {
    seq: Number(row?.['seq'] ?? 0),
    importedAt: String(row?.['imported_at'] ?? EMPTY_CATALOG.imported_at),
  }
}

/**
 * Changes after a publish: companies, apps and networks, and runs of the given apps, including tombstones. `held` reads them in one snapshot
 * with the state.
 */
export async function rowsAfter(
  held: Reads,
  seq: number,
  runsOf: readonly number[],
  faultIn: RowFault,
  onDamaged: OnDamaged = refuse,
): Promise<CatalogRows> {
  const later = sql`seq > ${seq}`
  const read = (table: keyof CatalogRows): Promise<unknown[]> =>
    bodies(held, table, later, faultIn, onDamaged)
  return {
    companies: (await read('companies')) as CatalogRows['companies'],
    apps: (await read('apps')) as AppRow[],
    networks: (await read('networks')) as CatalogRows['networks'],
    runs: await runsBy(held, 'app_id', runsOf, faultIn, onDamaged, sql` AND ${later}`),
  }
}

export async function runsOfApps(
  held: Reads,
  apps: readonly number[],
  faultIn: RowFault,
  onDamaged: OnDamaged = refuse,
): Promise<Run[]> {
  return (await runsBy(held, 'app_id', apps, faultIn, onDamaged)).filter(run => !run.removed)
}

/** Includes runs with the given ids of any app; `held` reads in one snapshot. */
export async function readCatalog(
  held: Reads,
  { apps, runs }: { apps: readonly number[]; runs: readonly number[] },
  faultIn: RowFault,
): Promise<Catalog> {
  const state = await readState(held)
  const [companies, appRows, networks] = [
    await bodies(held, 'companies', sql`true`, faultIn),
    await bodies(held, 'apps', sql`true`, faultIn),
    await bodies(held, 'networks', sql`true`, faultIn),
  ]
  const runRows = [
    ...(await runsOfApps(held, apps, faultIn)),
    ...(await runsBy(held, 'run_id', runs, faultIn)),
  ]
  const byId = new Map(runRows.map(run => [run.run_id, run]))
  return catalogOf(state, {
    companies,
    apps: appRows,
    networks,
    runs: [...byId.values()],
  } as CatalogRows)
}

/** All apps and runs. */
export async function readWholeCatalog(held: Reads, faultIn: RowFault): Promise<Catalog> {
  const apps = (await held.read(sql`SELECT app_id FROM catalog_apps`)).map(row =>
    Number(row['app_id']),
  )
  return await readCatalog(held, { apps, runs: [] }, faultIn)
}

async function runsBy(
  held: Reads,
  column: 'app_id' | 'run_id',
  ids: readonly number[],
  faultIn: RowFault,
  onDamaged: OnDamaged = refuse,
  and: Sql = sql``,
): Promise<RunRow[]> {
  const runRows: RunRow[] = []
  const wanted = new Set(ids)
  for (const chunk of chunks(ids, CHUNK)) {
    const some = sql`${plain(column)} IN (${numbers(chunk)})${and}`
    const rows = (await bodies(held, 'runs', some, faultIn, onDamaged)) as RunRow[]
    // A damaged index may return other rows.
    runRows.push(...rows.filter(row => wanted.has(row[column])))
  }
  return runRows
}

/** @throws an Error for the operator if a row is invalid: rows become SQL */
async function bodies(
  held: Reads,
  table: keyof CatalogRows,
  condition: Sql,
  faultIn: RowFault,
  onDamaged: OnDamaged = refuse,
): Promise<unknown[]> {
  const name = `catalog_${table}`
  const key = KEYS[table]
  const intact: unknown[] = []
  for (const row of await held.read(sql`SELECT * FROM ${plain(name)} WHERE ${condition}`)) {
    if (!isIntact(name, row)) {
      onDamaged(table, row)
      continue
    }
    const body = parsedBody(row)
    const fault =
      faultIn(table, body) ??
      (String(row[key]) === String(keyIn(table, body)) ? undefined : `.${key}`)
    if (fault !== undefined) {
      const location = `${name} ${String(row[key]).slice(0, 100)}${fault}`
      throw new Error(
        `the database's catalog has a value at ${location} that no import writes: restore a backup`,
      )
    }
    intact.push(body)
  }
  return intact
}

const KEYS = {
  companies: 'company_id',
  apps: 'app_id',
  networks: 'network',
  runs: 'run_id',
} as const

function keyIn(table: keyof CatalogRows, body: unknown): unknown {
  return ((table === 'apps' ? (body as AppRow).app : body) as Record<string, unknown>)[KEYS[table]]
}

/** Undefined if it is not JSON. */
export function parsedBody({ body }: Row): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

const ADVICE = 'Restore a backup of the database. The app is not served until then.'

/** The catalog is null if it cannot be read. */
export async function checkRows(
  held: Pick<Held, 'read'>,
  faultIn: RowFault,
): Promise<{ catalog: Catalog | null; findings: Finding[] }> {
  const findings: Finding[] = []
  for (const [table, key] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
    const name = `catalog_${table}`
    for (const row of await held.read(sql`SELECT ${plain(key)} AS id, body FROM ${plain(name)}`)) {
      const fault = faultOf(String(row['body']), body => faultIn(table, body))
      if (fault === undefined) continue
      const problem =
        fault === ''
          ? 'is not a row that an import writes'
          : `has a value at ${fault.slice(1)} that no import writes`
      findings.push(damage(`${name} ${String(row['id']).slice(0, 100)}`, problem, ADVICE))
    }
  }
  if (findings.length > 0) return { catalog: null, findings }
  return { catalog: await readWholeCatalog(held, faultIn), findings }
}

function faultOf(body: string, faultIn: (body: unknown) => string | undefined): string | undefined {
  try {
    return faultIn(JSON.parse(body))
  } catch {
    return ''
  }
}
