import type { Print } from '../../../imports/progress.ts'
import type { Catalog } from '../../../core/model/catalog.ts'
import { numbers, plainList, sql, type Sql } from '../../../core/model/sql.ts'
import { chunks } from '../../../core/runtime/slices.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import { IS_REMOVED } from '../../records/read-catalog.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { dropFacts, factsTableOf } from './facts-tables.ts'
import { inFencedTransaction } from '../../records/fenced-transaction.ts'
import {
  forgetLeftovers,
  forgetRetired,
  type ImportLeftovers,
  findLeftovers,
  newImportId,
  retiredFiles,
} from '../../records/import-notes.ts'
import { type AppLocks, lockApps } from '../../records/locks.ts'
import { messageOf } from '../../../core/runtime/print.ts'
import { runOfFacts } from '../../records/missing-catalog.ts'

/** How data outside the shared tables are deleted. */
export interface Removal {
  /** Time, ms, before a retired file is deleted. */
  keepMs: number
  removeFile: (held: HeldConnection, file: string) => Promise<void>
  removeFilesOf?: (leftovers: ImportLeftovers) => Promise<void>
}

interface CleanUpOptions extends Removal {
  database: Database
  held: HeldConnection
  now: Date
  print: Print
}

/**
 * Runs after `catalog` is published. Deletes leftovers of dead imports of the locked apps, data of removed runs, files retired long enough ago,
 * and everything of erased apps. Failures are left to the next import, since this one has succeeded. Releases the locks.
 */
export async function cleanUp(
  options: CleanUpOptions,
  locks: AppLocks,
  catalog: Catalog,
): Promise<void> {
  const { database, print } = options
  try {
    await cleanApps(options, locks, catalog)
    await locks.release()
    for (const app of await unfinishedErasures(database)) {
      const alone = await lockApps(database, newImportId(), [app], () => undefined)
      try {
        // It may have been delivered again since.
        if ((await erasedApps(database)).includes(app)) await cleanApps(options, alone, catalog)
      } finally {
        await alone.release()
      }
    }
  } catch (error) {
    print(`Old data stay until the next import: ${messageOf(error)}`)
  }
}

async function cleanApps(
  options: CleanUpOptions,
  locks: AppLocks,
  catalog: Catalog,
): Promise<void> {
  const { database, held, now, keepMs, removeFile, removeFilesOf } = options
  const erased = new Set(await erasedApps(database))
  for (const leftovers of await findLeftovers(database, locks.apps)) {
    await removeFilesOf?.(leftovers)
    await removeRuns(held, locks, leftovers)
  }
  for (const app of locks.apps) {
    await removeIdentities(held, locks, app, catalog.files[app]?.identities?.rows ?? 0)
    if (erased.has(app)) await removeAppRows(held, locks, app)
    const retired = await retiredFiles(database, { app, ...(!erased.has(app) && { now, keepMs }) })
    await mapAtOnce(retired, async ({ file }) => {
      await removeFile(held, file)
      await forgetRetired(database, file)
    })
  }
}

async function erasedApps(database: Database): Promise<number[]> {
  const rows = await database.read(sql`SELECT app_id FROM catalog_apps WHERE ${IS_REMOVED}`, {
    latest: true,
  })
  return rows.map(row => Number(row['app_id']))
}

async function unfinishedErasures(database: Database): Promise<number[]> {
  const erased = await erasedApps(database)
  if (erased.length === 0) return []
  const ids = numbers(erased)
  const rows = await database.read(
    sql`SELECT app_id FROM import_runs WHERE app_id IN (${ids}) UNION SELECT app_id FROM retired_files WHERE app_id IN (${ids})
    UNION SELECT app_id FROM identities WHERE app_id IN (${ids}) UNION SELECT app_id FROM roas_snapshots WHERE app_id IN (${ids})`,
  )
  return rows.map(row => Number(row['app_id']))
}

/** Rows per transaction: a cluster replicates each transaction as a whole. */
const ROWS = 50_000
const RUNS = 500

/** Deletes the rows of listed runs of a locked app, from dead imports or removed. Their list entries go last. */
export async function removeRuns(
  held: HeldConnection,
  locks: AppLocks,
  leftovers: ImportLeftovers,
): Promise<void> {
  const { owner, appId, runs } = leftovers
  if (owner === '') await dropAllFacts(held, runs)
  else for (const run of runs) await dropFacts(held, factsTableOf(run, owner))
  for (const some of chunks(runs, RUNS)) {
    const ids = numbers(some)
    for (const rows of [
      sql`recommendations WHERE run_id IN (${ids})`,
      sql`alerts WHERE run_id IN (${ids})`,
      sql`roas_snapshots WHERE app_id = ${appId} AND run_id IN (${ids})`,
    ])
      await deleteRows(held, locks, appId, rows)
    await inFencedTransaction(held, locks, [appId], () =>
      forgetLeftovers(held, { ...leftovers, runs: some }),
    )
  }
}

export async function removeIdentities(
  held: HeldConnection,
  locks: AppLocks,
  appId: number,
  from: number,
): Promise<void> {
  await deleteRows(held, locks, appId, sql`identities WHERE app_id = ${appId} AND id >= ${from}`)
}

/** Deletes an app's rows without a run, and rows of unlisted runs. */
async function removeAppRows(held: HeldConnection, locks: AppLocks, appId: number): Promise<void> {
  await removeIdentities(held, locks, appId, 0)
  await deleteRows(held, locks, appId, sql`roas_snapshots WHERE app_id = ${appId}`)
}

async function dropAllFacts(held: HeldConnection, runs: readonly number[]): Promise<void> {
  const wanted = new Set(runs)
  const rows = await held.read(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'facts%'`,
  )
  const names = rows
    .map(({ name }) => String(name))
    .filter(name => wanted.has(runOfFacts(name) ?? -1))
  for (const some of chunks(names, RUNS))
    await held.run(sql`DROP TABLE IF EXISTS ${plainList(some)}`)
}

async function deleteRows(
  held: HeldConnection,
  locks: AppLocks,
  appId: number,
  rows: Sql,
): Promise<void> {
  for (let deleted = ROWS; deleted === ROWS;) {
    // DELETE without matches takes gap locks, which block other apps' inserts.
    if ((await held.read(sql`SELECT 1 AS one FROM ${rows} LIMIT 1`)).length === 0) return
    await inFencedTransaction(held, locks, [appId], async () => {
      deleted = (await held.run(sql`DELETE FROM ${rows} LIMIT ${ROWS}`)).rows
    })
  }
}
