import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../delivery/progress.ts'
import { rowFaults } from '../../model/catalog-document.ts'
import type { Catalog } from '../../model/catalog.ts'
import { servedRun } from '../../model/runs.ts'
import { each } from '../common/stored-files.ts'
import { withScratch } from '../common/write-files.ts'
import type { Database } from '../../records/mysql/database.ts'
import { newImportId } from '../../records/import-notes.ts'
import { type AppLocks, lockApps } from '../../records/locks.ts'
import { laggingApps, type OpenTables, readAllHeads, readOpenTables, recordHeads } from '../database/open-tables.ts'
import { readCatalog } from '../../records/read-catalog.ts'
import type { Snapshot } from './delta/actions.ts'
import type { Footer } from './delta/footer.ts'
import { deleteLog, readLog } from './delta/log.ts'
import { type OpenTable, syncTable, type TablePlace } from './delta/sync-table.ts'
import { FILES_OF_LAKE, OPEN_TABLES, tableFolder } from './file-names.ts'
import type { Objects } from './objects/objects.ts'

/**
 * Open tables: an app's facts of the served run, its identities and its ROAS snapshots as Delta tables over the lake's own files. The
 * catalog decides; after each publish, a log gets the difference. See OPEN-TABLES.md.
 */
export interface OpenTablesPlace {
  database: Database
  objects: Objects
  /** URL of the store's folder in the lake. */
  base: string
}

/** The name that readers see, by folder. */
export function openTableNames(appId: number): { name: string; folder: string }[] {
  return OPEN_TABLES.map(table => tableFolder(appId, table)).map(folder => ({ name: folder.slice(folder.indexOf('/') + 1), folder }))
}

export type AppTable = OpenTable & { folder: string }

export function tablesOf(catalog: Catalog, appId: number): AppTable[] {
  const { identities, snapshots = [] } = catalog.files[appId] ?? {}
  const run = servedRun(catalog, appId, 'recommendation')
  const facts = run?.facts === undefined ? [] : [{ ...run.facts, partitionValues: { run_id: String(run.run_id) } }]
  const plain = (files: OpenTable['files'][number][]) => ({ partitionColumns: [], files })
  const found = [
    plain(identities === undefined ? [] : [{ ...identities, partitionValues: {} }]),
    { partitionColumns: ['run_id'], files: facts },
    plain(snapshots.map(segment => ({ ...segment, partitionValues: {} }))),
  ]
  return openTableNames(appId).map((table, index) => ({ ...table, ...found[index]! }))
}

export interface Shown {
  catalog: Catalog
  /** The catalog's publish. */
  seq: number
  locks: AppLocks
  scratch: string
  now: Date
  /** Logs that were read since the apps were locked: they do not change. */
  logs?: AppLogs
  footers?: ReadonlyMap<string, Footer>
}

/** By app; those that could not be read are missing. */
export type AppLogs = ReadonlyMap<number, TableLogs>

/** In the order of the tables. */
type TableLogs = readonly Snapshot[]

/** Maximum apps whose tables are written at once. */
const AT_ONCE = 4

/** Reads the logs of locked apps, so that a publish need not wait for it. */
export async function readLogs(
  place: OpenTablesPlace,
  { locks, scratch, now }: Pick<Shown, 'locks' | 'scratch' | 'now'>,
): Promise<AppLogs> {
  const logs = new Map<number, TableLogs>()
  const read = async (app: number): Promise<void> => {
    // The publish tries again, and says what is wrong.
    const found = await readLogsOf(place, app, scratch, now).catch(() => undefined)
    if (found !== undefined) logs.set(app, found)
  }
  await each(locks.apps, read, AT_ONCE)
  return logs
}

async function readLogsOf(place: OpenTablesPlace, app: number, scratch: string, now: Date): Promise<TableLogs> {
  const { heads } = await headsOf(place.database, app)
  return await settled(openTableNames(app).map(({ name, folder }) => readLog(logPlace(place, folder, scratch), heads[name] ?? -1, now)))
}

/**
 * Brings the tables of locked apps to a published catalog. After a failure they show the catalog before, until the next import or until a
 * service notices.
 */
export async function showCatalog(place: OpenTablesPlace, shown: Shown, print: Print): Promise<void> {
  const present = new Set(shown.catalog.apps.map(({ app_id: id }) => id))
  const show = (app: number): Promise<void> =>
    showApp(place, shown, app).catch((error: unknown) => print(`The open tables of app ${app} stay behind: ${describe(error)}`))
  await each(
    shown.locks.apps.filter(app => present.has(app)),
    show,
    AT_ONCE,
  )
}

export async function showApp(place: OpenTablesPlace, shown: Shown, app: number): Promise<void> {
  const { catalog, seq, locks, scratch, now, footers = new Map() } = shown
  const logs = shown.logs?.get(app) ?? (await readLogsOf(place, app, scratch, now))
  const sync = async (table: AppTable, log: Snapshot): Promise<[name: string, version: number]> => {
    const version = await syncTable(logPlace(place, table.folder, scratch), table, log, { seq, now, footers })
    return [table.name, version]
  }
  const [identities, ...others] = tablesOf(catalog, app)
  const first = await sync(identities!, logs[0]!)
  const next = [first, ...(await settled(others.map((table, index) => sync(table, logs[index + 1]!))))]
  const known = next.filter(([, version]) => version >= 0)
  await recordHeads(place.database, locks, app, Object.fromEntries(known), seq)
}

/** Like `Promise.all`, but a failure waits for the rest: reading and writing logs ends before the apps are unlocked or removed. */
async function settled<Result>(work: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return await Promise.all(work)
}

export function logPlace({ objects, base }: OpenTablesPlace, root: string, scratch: string): TablePlace {
  return { objects, base, root, scratch }
}

async function headsOf(database: Database, app: number): Promise<OpenTables> {
  return await database.transaction(held => readOpenTables(held, app), { readOnly: true, latest: true })
}

/** In the order of versions, so that an interrupted removal can be repeated. */
export async function removeOpenTables({ database, objects }: OpenTablesPlace, appId: number): Promise<void> {
  const { heads } = await headsOf(database, appId)
  for (const { name, folder } of openTableNames(appId)) await deleteLog({ objects, root: folder }, heads[name] ?? -1)
}

/** Writes what killed imports left out, and the tables of a lake without any, until stopped. Imports of an app wait while its are written. */
export async function keepUp(place: OpenTablesPlace, { dataDir, print, signal }: KeepUp): Promise<void> {
  let printed = ''
  const printNew: Print = line => {
    if (line !== printed) print(line)
    printed = line
  }
  while (!signal.aborted) {
    await catchUp(place, dataDir, printNew, signal).catch((error: unknown) => {
      if (!signal.aborted) printNew(`Open tables stay behind: ${describe(error)}`)
    })
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** A dead import's locks last 15 s. */
const LOOK_MS = 10_000

export interface KeepUp {
  dataDir: string
  print: Print
  signal: AbortSignal
}

async function catchUp(place: OpenTablesPlace, dataDir: string, print: Print, signal: AbortSignal): Promise<void> {
  for (const app of await laggingApps(place.database)) {
    if (signal.aborted) return
    await withApp(place, dataDir, app, shown => showCatalog(place, shown, print))
  }
}

export async function withApp(place: OpenTablesPlace, dataDir: string, app: number, use: (shown: Shown) => Promise<void>): Promise<void> {
  const owner = newImportId()
  await withScratch(dataDir, owner, async scratch => {
    const locks = await lockApps(place.database, owner, [app], () => undefined)
    try {
      const { catalog } = await readState(place.database, app)
      await use({ catalog, seq: catalog.version, locks, scratch, now: new Date() })
    } finally {
      await locks.release()
    }
  })
}

export async function readState(database: Database, app: number): Promise<OpenTables & { catalog: Catalog }> {
  return await database.transaction(
    async held => ({
      ...(await readOpenTables(held, app)),
      catalog: await readCatalog(held, { apps: [app], runs: [] }, rowFaults(FILES_OF_LAKE)),
    }),
    { readOnly: true, latest: true },
  )
}

/** Last versions and addresses, for people who open the tables elsewhere. */
export async function listOpenTables({ database, base }: Pick<OpenTablesPlace, 'database' | 'base'>): Promise<ListedTable[]> {
  return (await readAllHeads(database)).flatMap(({ appId, heads, pending }) =>
    openTableNames(appId)
      .filter(({ name }) => heads[name] !== undefined)
      .map(({ name, folder }) => ({ app: appId, table: name, version: heads[name]!, behind: pending > 0, location: `${base}/${folder}` })),
  )
}

export interface ListedTable {
  app: number
  table: string
  version: number
  behind: boolean
  location: string
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
