import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEntry } from '../../core/access/audit.ts'
import { type Catalog, type Run, UNKNOWN } from '../../core/model/catalog.ts'
import { joined, literal, plain, quoted, readPath, sql, type Sql } from '../../core/model/sql.ts'
import { syncFolder, whenMissing } from '../../core/runtime/files.ts'
import { sqlType } from '../cell-kinds.ts'
import type { ImportDestination, OpenDestination, StoredFile } from '../import-destination.ts'
import {
  type MovedRecords,
  type MovedRun,
  secretMark,
  writeRecordsDocument,
} from '../moved-records.ts'
import type { Print } from '../progress.ts'
import { COHORT_SUMS, columnsOf, maxRowsOf, NAMES, REVENUES, type TableName } from '../tables.ts'
import { Workspace } from '../workspace.ts'

export interface ExportOptions {
  /** A new or empty folder. */
  folder: string
  apps: readonly number[]
  /** Whether `apps` are all of the store's. */
  isWhole: boolean
  /** EXPORT_SECRET of the store. */
  secret: string
}

export interface Exported {
  rows: Partial<Record<TableName, number>>
  keys: number
  users: number
  /** Entries of the audit log. */
  entries: number
}

/**
 * Writes apps of a store as a delivery, with the records that `import --with-records` reads. Imports of the apps wait. Files are readable only
 * by the user.
 * @throws an Error for the operator if the folder has files, or a delivery cannot hold that much; StoreDamaged if a file is damaged
 */
export async function exportStore(
  imports: ImportDestination,
  options: ExportOptions,
  print: Print,
  now: Date = new Date(),
): Promise<Exported> {
  const { folder, apps } = options
  await requireEmpty(folder)
  return await imports.opened(print, async destination => {
    const catalog = partOf(await destination.lock({ apps, runs: [] }, now), options)
    const records = recordsOf(await destination.records(), catalog, options)
    const workspace = await Workspace.open(destination.scratch)
    try {
      const rows: Exported['rows'] = {}
      const write = async (table: TableName, query: Sql): Promise<void> => {
        print(`Writing ${table}`)
        const written = await writeTable(workspace, join(folder, `${table}.parquet`), query)
        if (written > 0) rows[table] = written
      }
      for (const [table, listed] of Object.entries(catalogRows(catalog)))
        await write(table as TableName, await filled(workspace, table as TableName, listed))
      const files = await openFiles(workspace, destination, catalog)
      for (const [table, query] of storedRows(files, dsisOf(catalog))) await write(table, query)
      const runs = statesOf(catalog, await snapshotDsis(workspace, files))
      const secret = secretMark(options.secret)
      await writeRecordsDocument(folder, { format: 1, secret, runs, ...records })
      await syncFolder(folder)
      const [keys, users] = [records.keys.length, records.users.length]
      return { rows, keys, users, entries: records.audit.length }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    } finally {
      workspace.close()
    }
  })
}

async function requireEmpty(folder: string): Promise<void> {
  if ((await readdir(folder).catch(whenMissing([]))).length > 0)
    throw new Error(`${folder} is not empty: name a new folder`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** With some apps: the companies that read them, and the networks that they may name. */
function partOf(catalog: Catalog, { apps, isWhole }: ExportOptions): Catalog {
  const ids = new Set(apps)
  const access = catalog.app_access.filter(row => ids.has(row.app_id))
  const readers = new Set(access.map(row => row.company_id))
  return {
    ...catalog,
    companies: catalog.companies.filter(row => isWhole || readers.has(row.company_id)),
    apps: catalog.apps.filter(row => ids.has(row.app_id)),
    app_access: access,
    bet_lookbacks: catalog.bet_lookbacks.filter(row => ids.has(row.app_id)),
    runs: catalog.runs.filter(row => ids.has(row.app_id)),
    files: Object.fromEntries(
      Object.entries(catalog.files).filter(([app]) => ids.has(Number(app))),
    ),
  }
}

/** Entries without a company may name other companies' data: they belong to a whole store, or name only exported apps and runs. */
function recordsOf(
  { keys, users, audit }: MovedRecords,
  { companies, apps, runs }: Catalog,
  { isWhole }: ExportOptions,
): MovedRecords {
  if (isWhole) return { keys, users, audit }
  const ids = new Set(companies.map(row => row.company_id))
  const targets = new Set([
    ...apps.map(row => `app:${row.app_id}`),
    ...runs.map(row => `run:${row.run_id}`),
  ])
  const isTheirs = ({ companyId, target }: AuditEntry): boolean =>
    companyId === undefined ? targets.has(target) : ids.has(companyId)
  return {
    keys: keys.filter(row => ids.has(row.company_id)),
    users: users.filter(row => ids.has(row.company_id)),
    audit: audit.filter(isTheirs),
  }
}

type Rows = readonly object[]

/** The tables that the catalog has, as a delivery has them. */
function catalogRows(catalog: Catalog): Partial<Record<TableName, Rows>> {
  const { companies, apps, app_access, bet_lookbacks, networks, runs, files } = catalog
  const listed = (list: 'events' | 'budgets') =>
    Object.entries(files).flatMap(([app, own]) =>
      (own[list] ?? []).map(row => ({ app_id: Number(app), ...row })),
    )
  return {
    companies,
    apps: apps.map(app => ({ ...app, dsi_values: app.dsi_values.join(',') })),
    app_access,
    bet_lookbacks,
    networks,
    events: listed('events'),
    budgets: listed('budgets'),
    runs: runs.map(({ withheld = [], untested = [], ...run }) => ({
      ...run,
      withheld_dsis: withheld.map(({ dsi, reason }) => `${dsi}:${reason}`).join(',') || null,
      untested_dsis: untested.join(',') || null,
    })),
  }
}

/** States of runs, with DSIs that differ from those that their apps have now. */
function statesOf(
  { runs, apps }: Catalog,
  ofSnapshots: ReadonlyMap<number, readonly number[]>,
): MovedRun[] {
  const dsisOf = new Map(apps.map(app => [app.app_id, app.dsi_values]))
  return runs.flatMap(({ run_id, app_id, withdrawn, facts, untested = [] }: Run) => {
    const own = dsisOf.get(app_id) ?? []
    const known = facts?.dsi_values ?? own
    const dsis = [...new Set([...known, ...untested, ...(ofSnapshots.get(run_id) ?? [])])].sort(
      (a, b) => a - b,
    )
    const differs = dsis.join() !== own.join()
    return withdrawn !== undefined || differs
      ? [{ run_id, ...(withdrawn && { withdrawn }), ...(differs && { dsi_values: dsis }) }]
      : []
  })
}

/** Rows of the catalog in the workspace's table `listed`. */
async function filled(workspace: Workspace, table: TableName, rows: Rows): Promise<Sql> {
  if (rows.length > maxRowsOf(table))
    throw new Error(
      `the store has ${rows.length} rows of ${table}, and a delivery may have ${maxRowsOf(table)}: export some apps at a time, with --apps`,
    )
  const columns = columnsOf(table)
  await workspace.fill(
    sql`listed`,
    joined(columns.map(([name, { kind }]) => sql`${quoted(name)} ${sqlType(kind)}`)),
    rows.map(row =>
      columns.map(([name]) => {
        const value = (row as Readonly<Record<string, unknown>>)[name] ?? null
        return value === null ? sql`NULL` : literal(String(value))
      }),
    ),
  )
  return sql`SELECT * FROM listed`
}

/** Returns the number of rows; writes no file without any. */
async function writeTable(workspace: Workspace, path: string, query: Sql): Promise<number> {
  const { Count: rows } = await workspace.counts<'Count'>(
    sql`COPY (${query}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`,
  )
  await (rows === 0 ? rm(path) : chmod(path, 0o600))
  return rows
}

type Files = ReadonlyMap<StoredFile['table'], readonly string[]>

/** Paths of the stored files, with the workspace's tables `files`, `exported_runs` and `identities`. */
async function openFiles(
  workspace: Workspace,
  destination: OpenDestination,
  catalog: Catalog,
): Promise<Files> {
  const files = new Map<StoredFile['table'], string[]>()
  const rows: Sql[][] = []
  // One at a time: an engine may use the workspace.
  for (const file of storedFiles(catalog)) {
    const path = await destination.stored(workspace, file)
    files.set(file.table, [...(files.get(file.table) ?? []), path])
    rows.push([literal(path), sql`${file.id}`, sql`${file.app}`])
  }
  await workspace.fill(sql`files`, sql`path VARCHAR, id BIGINT, app_id BIGINT`, rows)
  const runs = catalog.runs.map(({ run_id: id }) => [sql`${id}`])
  await workspace.fill(sql`exported_runs`, sql`run_id BIGINT`, runs)
  const paths = files.get('identities')
  if (paths !== undefined)
    await workspace.run(sql`CREATE TABLE identities AS
      SELECT f.app_id, i.id, ${joined(NAMES.map(name => unnamed('i', name)))}
      FROM ${parquet(paths)} i JOIN files f ON f.path = i.filename`)
  return files
}

function storedFiles({ files, runs }: Catalog): StoredFile[] {
  const ofApps = Object.entries(files).flatMap(([app, { identities, snapshots, alerts }]) => {
    const [id, parts] = [
      Number(app),
      { identities: identities ? [identities] : [], snapshots, alerts },
    ]
    return (['identities', 'snapshots', 'alerts'] as const).flatMap(table =>
      parts[table].map(part => ({ table, id, app: id, part })),
    )
  })
  const ofRuns = runs.flatMap(({ run_id: id, app_id: app, ...run }) =>
    (['facts', 'recommendations'] as const).flatMap(table => {
      const part = run[table]
      return part === undefined ? [] : [{ table, id, app, part }]
    }),
  )
  return [...ofApps, ...ofRuns]
}

function parquet(paths: readonly string[]): Sql {
  return sql`read_parquet([${joined(paths.map(readPath))}], union_by_name = true, filename = true)`
}

/** A name as deliveries write it: null if unknown. */
function unnamed(table: string, name: string): Sql {
  return sql`nullif(${plain(table)}.${plain(name)}, ${literal(UNKNOWN)}) AS ${plain(name)}`
}

function dsisOf({ runs }: Catalog): number[] {
  const dsis = new Set(runs.flatMap(run => run.facts?.dsi_values ?? []))
  return [...dsis].sort((a, b) => a - b)
}

/** Rows of each table with stored files, as a delivery has them. */
function storedRows(files: Files, dsis: readonly number[]): [TableName, Sql][] {
  const rows: [TableName, Sql][] = []
  const names = joined(NAMES.map(name => sql`i.${plain(name)}`))
  const from = (paths: readonly string[]): Sql => sql`FROM ${parquet(paths)} d
    JOIN files f ON f.path = d.filename JOIN identities i ON i.app_id = f.app_id AND i.id = d."identity"`
  const columns = (own: readonly string[]): Sql => joined(own.map(name => sql`d.${plain(name)}`))
  const isExported = sql`d.run_id IN (FROM exported_runs)`
  const [facts, snapshots] = [files.get('facts'), files.get('snapshots')]
  if (facts !== undefined) {
    const cells = dsis.map(dsi => {
      const amounts = REVENUES.map(name => sql`${plain(name)}: d.${plain(`${name}_d${dsi}`)}`)
      return sql`{${joined([sql`dsi: ${dsi}::BIGINT`, ...amounts])}}`
    })
    rows.push(
      [
        'cohorts',
        sql`SELECT f.id AS run_id, d.install_date, ${names}, ${columns(COHORT_SUMS)} ${from(facts)}`,
      ],
      [
        'cohort_revenue',
        sql`SELECT * EXCLUDE (cell), unnest(cell) FROM (
          SELECT f.id AS run_id, d.install_date, ${names}, unnest([${joined(cells)}]) AS cell ${from(facts)}
        ) WHERE cell.${plain(REVENUES[0]!)} IS NOT NULL`,
      ],
    )
  }
  if (snapshots !== undefined)
    rows.push([
      'roas_snapshots',
      sql`SELECT d.run_id, d.install_date, ${names}, d.dsi::BIGINT AS dsi, d.spend, ${columns(REVENUES)} ${from(snapshots)} WHERE ${isExported}`,
    ])
  for (const table of ['recommendations', 'alerts'] as const) {
    const paths = files.get(table)
    if (paths === undefined) continue
    const own = columnsOf(table).map(([name]) =>
      (NAMES as readonly string[]).includes(name) ? unnamed('d', name) : sql`d.${quoted(name)}`,
    )
    // Files of earlier versions lack later columns.
    const every = joined(
      columnsOf(table).map(([name, { kind }]) => sql`NULL::${sqlType(kind)} AS ${quoted(name)}`),
    )
    rows.push([
      table,
      sql`SELECT ${joined(own)} FROM (SELECT ${every} WHERE false UNION ALL BY NAME SELECT * FROM ${parquet(paths)}) d WHERE ${isExported}`,
    ])
  }
  return rows
}

async function snapshotDsis(workspace: Workspace, files: Files): Promise<Map<number, number[]>> {
  const paths = files.get('snapshots')
  if (paths === undefined) return new Map()
  const rows = await workspace.rows(
    sql`SELECT run_id, list(DISTINCT dsi) AS dsis FROM ${parquet(paths)} GROUP BY run_id`,
  )
  return new Map(rows.map(row => [Number(row['run_id']), (row['dsis'] as unknown[]).map(Number)]))
}
