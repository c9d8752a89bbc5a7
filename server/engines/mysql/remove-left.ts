import { numbers, sql } from '../../model/sql.ts'
import type { Catalog } from '../../model/catalog.ts'
import { forgetLeft, type LeftByImport } from './catalog/import-notes.ts'
import type { AppLocks } from './catalog/locks.ts'
import type { HeldConnection } from './connection.ts'
import { dropFacts, factsTableOf } from './facts-tables.ts'
import { fenced } from './fenced.ts'

/** Removes what an import that never came to its end has left of an app, which is locked. */
export async function removeLeft(held: HeldConnection, locks: AppLocks, left: LeftByImport, catalog: Catalog): Promise<void> {
  const { owner, appId, runs } = left
  // Nobody else's are named so.
  for (const run of runs) await dropFacts(held, factsTableOf(run, owner))
  const ids = numbers(runs)
  await fenced(held, locks, [appId], async () => {
    await held.run(sql`DELETE FROM recommendations WHERE run_id IN (${ids})`)
    await held.run(sql`DELETE FROM alerts WHERE run_id IN (${ids})`)
    await held.run(sql`DELETE FROM roas_snapshots WHERE app_id = ${appId} AND run_id IN (${ids})`)
    await held.run(sql`DELETE FROM identities WHERE app_id = ${appId} AND id >= ${catalog.files[appId]?.identities?.rows ?? 0}`)
    await forgetLeft(held, left)
  })
}
