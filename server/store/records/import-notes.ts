import { randomBytes } from 'node:crypto'
import type { ImportScope } from '../../imports/import-destination.ts'
import { appsOfFiles, type RowFault } from '../../core/model/catalog-document.ts'
import type { Catalog, RetiredFile } from '../../core/model/catalog.ts'
import { joined, literal, numbers, sql, type Sql } from '../../core/model/sql.ts'
import { chunks } from '../../core/runtime/slices.ts'
import { IS_REMOVED, readCatalog } from './read-catalog.ts'
import { type Held, isDuplicate } from './records.ts'
import type { Database } from './mysql/mysql-database.ts'
import { type AppLocks, lockApps } from './locks.ts'

/**
 * Rows of `import_runs` announce the runs that an import writes. Publishing deletes the import's rows; those of a dead import stay until its
 * leftovers are removed. Runs removed by a publish are listed too, without an import.
 */
export interface ImportLeftovers {
  /** The import's id; empty for removed runs and for imports of earlier versions. */
  owner: string
  appId: number
  runs: number[]
}

const CHUNK = 500

/**
 * Lists runs before an import writes them.
 * @throws LockLost; an Error for people if another import has published a run since
 */
export async function noteImport(
  database: Database,
  locks: AppLocks,
  runs: readonly { run_id: number; app_id: number }[],
): Promise<void> {
  await database.transaction(async held => {
    for (const some of chunks(runs, CHUNK)) {
      const rows = joined(
        some.map(
          ({ run_id: run, app_id: app }): Sql => sql`(${run}, ${app}, ${literal(locks.owner)})`,
        ),
      )
      const written = held.run(sql`INSERT INTO import_runs (run_id, app_id, owner) VALUES ${rows}`)
      await written.catch((error: unknown) => {
        throw isDuplicate(error) ? taken(error) : error
      })
      const ids = numbers(some.map(({ run_id: run }) => run))
      const published = sql`SELECT run_id FROM catalog_runs WHERE run_id IN (${ids}) AND NOT ${IS_REMOVED} LIMIT 1 LOCK IN SHARE MODE`
      if ((await held.read(published)).length > 0) throw taken()
    }
    await locks.fence(held, [...new Set(runs.map(run => run.app_id))])
  })
}

function taken(cause?: unknown): Error {
  return new Error('another import is loading a run with the same id', { cause })
}

/** Apps for which other imports have listed some of these runs; their locks show whether those imports are dead. */
async function appsOfNoted(database: Database, runs: readonly number[]): Promise<number[]> {
  const apps = new Set<number>()
  for (const some of chunks(runs, CHUNK)) {
    const rows = await database.small.read(
      sql`SELECT DISTINCT app_id FROM import_runs WHERE run_id IN (${numbers(some)})`,
      {
        latest: true,
      },
    )
    for (const row of rows) apps.add(Number(row['app_id']))
  }
  return [...apps]
}

/** Includes the lock owner's own; all other imports of locked apps are dead. */
export async function findLeftovers(
  held: Pick<Held, 'read'>,
  apps: readonly number[],
): Promise<ImportLeftovers[]> {
  const leftovers = new Map<string, ImportLeftovers>()
  for (const some of chunks(apps, CHUNK)) {
    for (const row of await held.read(
      sql`SELECT run_id, app_id, owner FROM import_runs WHERE app_id IN (${numbers(some)})`,
    )) {
      const [owner, appId] = [String(row['owner']), Number(row['app_id'])]
      const known = leftovers.get(`${owner} ${appId}`) ?? { owner, appId, runs: [] }
      known.runs.push(Number(row['run_id']))
      leftovers.set(`${owner} ${appId}`, known)
    }
  }
  return [...leftovers.values()]
}

/**
 * Records a rewrite of an app's files without a run's rows, so that a killed import leaves a trace.
 * @throws LockLost
 */
export async function noteRewrite(
  database: Database,
  locks: AppLocks,
  appId: number,
  runId: number,
): Promise<void> {
  await database.transaction(async held => {
    await held.write(sql`INSERT IGNORE INTO import_runs (run_id, app_id, owner) VALUES (?, ?, ?)`, [
      runId,
      appId,
      locks.owner,
    ])
    await locks.fence(held, [appId])
  })
}

/** Lists runs whose data still exist. */
async function noteRemoved(
  held: Held,
  runs: readonly { run_id: number; app_id: number }[],
): Promise<void> {
  for (const some of chunks(runs, CHUNK)) {
    const rows = joined(some.map(({ run_id: run, app_id: app }): Sql => sql`(${run}, ${app}, '')`))
    await held.run(
      sql`INSERT INTO import_runs (run_id, app_id, owner) VALUES ${rows} ON DUPLICATE KEY UPDATE owner = VALUES(owner)`,
    )
  }
}

/**
 * Ends a publish's transaction: the import's notes are replaced by those of the runs it removed.
 * @throws LockLost if another import has taken over; nothing is changed then
 */
export async function concludeImport(
  held: Held,
  locks: AppLocks,
  removed: readonly { run_id: number; app_id: number }[],
): Promise<void> {
  await held.write(sql`DELETE FROM import_runs WHERE owner = ?`, [locks.owner])
  await noteRemoved(held, removed)
  await locks.fence(held)
}

/** For a transaction that ends with the locks' fence. */
export async function forgetLeftovers(
  held: Held,
  { owner, appId, runs }: ImportLeftovers,
): Promise<void> {
  for (const some of chunks(runs, CHUNK)) {
    await held.write(
      sql`DELETE FROM import_runs WHERE app_id = ? AND owner = ? AND run_id IN (${numbers(some)})`,
      [appId, owner],
    )
  }
}

/** How long a retired file stays for readers, ms. */
export const READERS_MS = 30 * 60 * 1000

export function retiredBetween(
  previous: Catalog,
  next: Catalog,
  apps: ReadonlySet<number>,
): { app: number; file: string }[] {
  const named = appsOfFiles(next)
  return [...appsOfFiles(previous)]
    .filter(([file, app]) => apps.has(app) && !named.has(file))
    .map(([file, app]) => ({ app, file }))
}

/** Files that no publish lists any more and that are not deleted yet, of all apps or one. */
export async function retiredFiles(
  records: Pick<Held, 'read'>,
  { app, now, keepMs }: { app?: number; now?: Date; keepMs?: number } = {},
): Promise<RetiredFile[]> {
  const where = app === undefined ? sql`true` : sql`app_id = ${app}`
  const rows = await records.read(
    sql`SELECT file, app_id, since FROM retired_files WHERE ${where} ORDER BY file`,
  )
  const files = rows.map(row => ({
    file: String(row['file']),
    app_id: Number(row['app_id']),
    since: String(row['since']),
  }))
  return now === undefined || keepMs === undefined
    ? files
    : files.filter(({ since }) => now.getTime() - Date.parse(since) > keepMs)
}

export async function forgetRetired(database: Database, file: string): Promise<void> {
  await database.small.write(sql`DELETE FROM retired_files WHERE file = ?`, [file])
}

export interface Claim {
  locks: AppLocks
  /** All companies, apps and networks, the runs of the locked apps, and other runs with the import's ids. */
  catalog: Catalog
  leftovers: ImportLeftovers[]
}

interface Claiming {
  owner: string
  scope: ImportScope
  faultIn: RowFault
  onWait: () => void
}

/** 16 hexadecimal digits, unique even after a restore. */
export function newImportId(): string {
  return randomBytes(8).toString('hex')
}

/** Locks the apps of a scope and reads them in one snapshot. The caller releases the locks. */
export async function claim(
  database: Database,
  { owner, scope, faultIn, onWait }: Claiming,
): Promise<Claim> {
  const apps = [...scope.apps, ...(await appsOfNoted(database, scope.runs))]
  const locks = await lockApps(database, owner, apps, onWait)
  try {
    return await database.transaction(
      async held => ({
        locks,
        catalog: await readCatalog(held, { apps: locks.apps, runs: scope.runs }, faultIn),
        leftovers: await findLeftovers(held, locks.apps),
      }),
      { readOnly: true, latest: true },
    )
  } catch (error) {
    await locks.release().catch(() => undefined)
    throw error
  }
}

export function leftoversOfRuns(
  { leftovers }: Claim,
  runs: readonly { run_id: number }[],
): ImportLeftovers[] {
  const brought = new Set(runs.map(run => run.run_id))
  return leftovers
    .map(part => ({ ...part, runs: part.runs.filter(run => brought.has(run)) }))
    .filter(part => part.runs.length > 0)
}
