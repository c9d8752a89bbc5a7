import type { RowFault } from '../../core/model/catalog-document.ts'
import { type Catalog, EMPTY_CATALOG, type Run } from '../../core/model/catalog.ts'
import { numbers, plain, sql, type Sql } from '../../core/model/sql.ts'
import { damage, type Finding } from '../../core/model/finding.ts'
import { chunks } from '../../core/runtime/slices.ts'
import {
  type AppRow,
  catalogOf,
  type CatalogRows,
  type CatalogState,
  type RunRow,
} from './catalog-rows.ts'
import { StoreDamaged } from '../../core/model/store.ts'
import { type Held, RECORDS_FILE, type Row } from './records.ts'
import { isIntact } from './seals.ts'

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
  const found = [
    ...(await runsOfApps(held, apps, faultIn)),
    ...(await runsBy(held, 'run_id', runs, faultIn)),
  ]
  const byId = new Map(found.map(run => [run.run_id, run]))
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
  const found: RunRow[] = []
  const wanted = new Set(ids)
  for (const chunk of chunks(ids, CHUNK)) {
    const some = sql`${plain(column)} IN (${numbers(chunk)})${and}`
    const rows = (await bodies(held, 'runs', some, faultIn, onDamaged)) as RunRow[]
    // A damaged index may return other rows.
    found.push(...rows.filter(row => wanted.has(row[column])))
  }
  return found
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
  const found: unknown[] = []
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
    found.push(body)
  }
  return found
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
