import { StoreDamaged } from '../../model/store.ts'
import type { Finding } from '../common/stored-files.ts'
import { withScratch } from '../common/write-files.ts'
import { newImportId } from '../../records/import-notes.ts'
import { note } from '../database/leftovers.ts'
import { type Heads, recordHeads } from '../database/open-tables.ts'
import { differingPaths, type OpenTable, type TablePlace } from './delta/sync-table.ts'
import { logPlace, type OpenTablesPlace, readState, removeOpenTables, showApp, tablesOf, withApp } from './open-tables.ts'

const REWRITE = 'Run `admin verify --repair`, which writes the log again. Nothing that the service reads is affected.'

/** Compares every log with the catalog. With `repair`, writes differing ones again: readers see a new table with the same rows. */
export async function verifyOpenTables(
  place: OpenTablesPlace,
  { dataDir, apps, repair }: { dataDir: string; apps: readonly number[]; repair: boolean },
): Promise<{ findings: Finding[]; repaired: string[] }> {
  const findings: Finding[] = []
  const repaired: string[] = []
  for (const app of apps) {
    const found = await withScratch(dataDir, newImportId(), scratch => checkApp(place, scratch, app))
    if (!repair || found.every(({ kind }) => kind === 'note')) {
      findings.push(...found)
      continue
    }
    await withApp(place, dataDir, app, async shown => {
      await removeOpenTables(place, app)
      await recordHeads(place.database, shown.locks, app, {}, 0)
      await showApp(place, shown, app)
    })
    repaired.push(...found.map(({ file }) => `Wrote ${file} again.`))
  }
  return { findings, repaired }
}

async function checkApp(place: OpenTablesPlace, scratch: string, app: number): Promise<Finding[]> {
  const { heads, pending, catalog } = await readState(place.database, app)
  const lagging = note(`app-${app}`, 'its open tables lag behind', 'The next import, or a service that runs, writes them.')
  if (pending > 0) return [lagging]
  const findings: Finding[] = []
  for (const table of tablesOf(catalog, app)) {
    const problem = await problemOf(logPlace(place, table.folder, scratch), table, heads)
    if (problem !== undefined) findings.push({ kind: 'damage', file: `${table.folder}/_delta_log`, problem, advice: REWRITE })
  }
  if (findings.length === 0) return []
  // An import may have published in between.
  const now = await readState(place.database, app)
  return now.pending === 0 && JSON.stringify(now.heads) === JSON.stringify(heads) ? findings : [lagging]
}

async function problemOf(place: TablePlace, table: OpenTable, heads: Heads): Promise<string | undefined> {
  try {
    const differing = await differingPaths(place, table, heads[table.name] ?? -1)
    return differing.length === 0 ? undefined : `the open table differs from the catalog in ${differing[0]!}`
  } catch (error) {
    // An unreachable lake is not damage; it ends the check.
    if (!(error instanceof StoreDamaged)) throw error
    return error.message
  }
}
