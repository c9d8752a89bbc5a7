import type { LeftByImport } from '../mysql/catalog/import-notes.ts'

/** The names of data files as imports into a lake give them: each import has a folder of its own. */
export const FILES_OF_LAKE = /^[0-9a-f]{16}\/[a-z]+-\d{1,16}\.parquet$/

/** Whether an import into a lake may be of this id, and not one by a version that had none. */
export const IMPORT_ID = /^[0-9a-f]{16}$/

/** What the catalog calls a file that an import writes, by a name such as `facts-17`. */
export function fileOf(importId: string, name: string): string {
  return `${importId}/${name}.parquet`
}

/** What a file holds by its name: a table, and whose rows, an app's or a run's. Undefined where it is not the name of a data file. */
export function heldBy(file: string): { table: string; id: number } | undefined {
  const [, table, id] = /\/([a-z]+)-(\d{1,16})\.parquet$/.exec(file) ?? []
  return table === undefined ? undefined : { table, id: Number(id) }
}

/** Whether a table's files are runs' each, and not apps'. */
export function isOfRun(table: string): boolean {
  return table === 'facts' || table === 'recommendations'
}

/** All files that an import can have written of an app and its runs. */
export function filesOf({ owner, appId, runs }: LeftByImport): string[] {
  const ofApp = ['identities', 'snapshots', 'alerts'].map(table => `${table}-${appId}`)
  const ofRuns = runs.flatMap(run => [`recommendations-${run}`, `facts-${run}`])
  return [...ofApp, ...ofRuns].map(name => fileOf(owner, name))
}
