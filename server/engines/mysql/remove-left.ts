import { numbers, plainList, sql, type Sql } from '../../model/sql.ts'
import { forgetLeft, type LeftByImport } from './catalog/import-notes.ts'
import type { AppLocks } from './catalog/locks.ts'
import type { HeldConnection } from './connection.ts'
import { dropFacts, factsTableOf, runOfFacts } from './facts-tables.ts'
import { fenced } from './fenced.ts'

/** Rows that one transaction deletes, which a cluster has to take as a whole. */
const ROWS = 50_000
/** Runs in one statement. */
const RUNS = 500

/** Removes what the tables hold of noted runs of an app, which is locked: of a dead import, or removed from the catalog. The notes go last. */
export async function removeRuns(held: HeldConnection, locks: AppLocks, left: LeftByImport): Promise<void> {
  const { owner, appId, runs } = left
  if (owner === '') await dropAllFacts(held, runs)
  // Nobody else's are named so.
  else for (const run of runs) await dropFacts(held, factsTableOf(run, owner))
  for (let start = 0; start < runs.length; start += RUNS) {
    const some = runs.slice(start, start + RUNS)
    const ids = numbers(some)
    for (const rows of [
      sql`recommendations WHERE run_id IN (${ids})`,
      sql`alerts WHERE run_id IN (${ids})`,
      sql`roas_snapshots WHERE app_id = ${appId} AND run_id IN (${ids})`,
    ])
      await deleteRows(held, locks, appId, rows)
    await fenced(held, locks, [appId], () => forgetLeft(held, { ...left, runs: some }))
  }
}

/** Removes an app's identities from an id on, which no catalog has named. */
export async function removeIdentities(held: HeldConnection, locks: AppLocks, appId: number, from: number): Promise<void> {
  await deleteRows(held, locks, appId, sql`identities WHERE app_id = ${appId} AND id >= ${from}`)
}

/** Removes every row of an app that is not a run's, and what is a run's of those that nobody noted. */
export async function removeAppRows(held: HeldConnection, locks: AppLocks, appId: number): Promise<void> {
  await removeIdentities(held, locks, appId, 0)
  await deleteRows(held, locks, appId, sql`roas_snapshots WHERE app_id = ${appId}`)
}

/** Drops the tables of facts of some runs, whichever import made them. */
async function dropAllFacts(held: HeldConnection, runs: readonly number[]): Promise<void> {
  const wanted = new Set(runs)
  const rows = await held.read(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'facts%'`,
  )
  const names = rows.map(({ name }) => String(name)).filter(name => wanted.has(runOfFacts(name) ?? -1))
  for (let start = 0; start < names.length; start += RUNS)
    await held.run(sql`DROP TABLE IF EXISTS ${plainList(names.slice(start, start + RUNS))}`)
}

async function deleteRows(held: HeldConnection, locks: AppLocks, appId: number, rows: Sql): Promise<void> {
  for (let deleted = ROWS; deleted === ROWS;) {
    // To delete where nothing is would keep out whoever writes another app's there.
    if ((await held.read(sql`SELECT 1 AS one FROM ${rows} LIMIT 1`)).length === 0) return
    await fenced(held, locks, [appId], async () => {
      deleted = (await held.run(sql`DELETE FROM ${rows} LIMIT ${ROWS}`)).rows
    })
  }
}
