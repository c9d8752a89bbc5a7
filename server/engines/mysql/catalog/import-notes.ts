import { joined, literal, numbers, sql, type Sql } from '../../../model/sql.ts'
import type { HeldConnection } from '../connection.ts'
import type { Database } from '../database.ts'
import { isDuplicate } from '../errors.ts'
import type { AppLocks } from './locks.ts'
import { IS_REMOVED } from './rows.ts'

/**
 * What imports are about to write, in rows of `import_runs`: a run that is noted is nobody else's to write. With its owner, app and run go the names of
 * everything that an import writes. The rows go with its publish; those of a dead import stay until somebody has removed what it left. Runs that a
 * publish removes from the catalog are noted with it, by no import, for the same purpose.
 */
export interface LeftByImport {
  /** The import's id; empty for runs that were removed, and for an import by an earlier version. */
  owner: string
  appId: number
  runs: number[]
}

const CHUNK = 500

/**
 * Notes runs that an import is about to write, before it writes anything.
 * @throws LockLost; an Error for people where a run has come with another import since the locks were taken
 */
export async function noteImport(database: Database, locks: AppLocks, runs: readonly { run_id: number; app_id: number }[]): Promise<void> {
  await database.transaction(async held => {
    for (let start = 0; start < runs.length; start += CHUNK) {
      const some = runs.slice(start, start + CHUNK)
      const rows = joined(some.map(({ run_id: run, app_id: app }): Sql => sql`(${run}, ${app}, ${literal(locks.owner)})`))
      const noted = held.run(sql`INSERT INTO import_runs (run_id, app_id, owner) VALUES ${rows}`)
      await noted.catch((error: unknown) => {
        throw isDuplicate(error) ? taken(error) : error
      })
      const ids = numbers(some.map(({ run_id: run }) => run))
      if (
        (await held.read(sql`SELECT run_id FROM catalog_runs WHERE run_id IN (${ids}) AND NOT ${IS_REMOVED} LIMIT 1 LOCK IN SHARE MODE`))
          .length > 0
      )
        throw taken()
    }
    await locks.fence(held, [...new Set(runs.map(run => run.app_id))])
  })
}

function taken(cause?: unknown): Error {
  return new Error('another import brings a run of the same id at the same time', { cause })
}

/** The apps for which other imports, dead or at work, have noted some of these runs: their locks are needed to know what becomes of those. */
export async function appsOfNoted(database: Database, runs: readonly number[]): Promise<number[]> {
  const apps = new Set<number>()
  for (let start = 0; start < runs.length; start += CHUNK) {
    const ids = numbers(runs.slice(start, start + CHUNK))
    const rows = await database.small.read(sql`SELECT DISTINCT app_id FROM import_runs WHERE run_id IN (${ids})`, { latest: true })
    for (const row of rows) apps.add(Number(row['app_id']))
  }
  return [...apps]
}

/** What imports have left of some apps that are locked: all but the locks' owner are dead. Its own is there too. */
export async function leftOf(held: Pick<HeldConnection, 'read'>, apps: readonly number[]): Promise<LeftByImport[]> {
  const left = new Map<string, LeftByImport>()
  for (let start = 0; start < apps.length; start += CHUNK) {
    const ids = numbers(apps.slice(start, start + CHUNK))
    for (const row of await held.read(sql`SELECT run_id, app_id, owner FROM import_runs WHERE app_id IN (${ids})`)) {
      const [owner, appId] = [String(row['owner']), Number(row['app_id'])]
      const known = left.get(`${owner} ${appId}`) ?? { owner, appId, runs: [] }
      known.runs.push(Number(row['run_id']))
      left.set(`${owner} ${appId}`, known)
    }
  }
  return [...left.values()]
}

/**
 * Notes that an import is about to write an app's files anew, without rows of a run that the catalog names: a killed import must not leave them unknown.
 * @throws LockLost
 */
export async function noteRewrite(database: Database, locks: AppLocks, appId: number, runId: number): Promise<void> {
  await database.transaction(async held => {
    await held.write(sql`INSERT IGNORE INTO import_runs (run_id, app_id, owner) VALUES (?, ?, ?)`, [runId, appId, locks.owner])
    await locks.fence(held, [appId])
  })
}

/** Notes runs that a publish removes, in its transaction: their data are there still. */
export async function noteRemoved(held: HeldConnection, runs: readonly { run_id: number; app_id: number }[]): Promise<void> {
  for (let start = 0; start < runs.length; start += CHUNK) {
    const rows = joined(runs.slice(start, start + CHUNK).map(({ run_id: run, app_id: app }): Sql => sql`(${run}, ${app}, '')`))
    await held.run(sql`INSERT INTO import_runs (run_id, app_id, owner) VALUES ${rows} ON DUPLICATE KEY UPDATE owner = VALUES(owner)`)
  }
}

/** Takes the notes away once nothing is left; in a transaction that ends with the locks' fence. */
export async function forgetLeft(held: HeldConnection, { owner, appId, runs }: LeftByImport): Promise<void> {
  for (let start = 0; start < runs.length; start += CHUNK) {
    const ids = numbers(runs.slice(start, start + CHUNK))
    await held.write(sql`DELETE FROM import_runs WHERE app_id = ? AND owner = ? AND run_id IN (${ids})`, [appId, owner])
  }
}
