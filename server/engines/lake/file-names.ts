import type { LeftByImport } from '../mysql/catalog/import-notes.ts'

/** The names of data files as imports into a lake give them: each import has a folder of its own. */
export const FILES_OF_LAKE = /^[0-9a-f]{16}\/[a-z]+-\d{1,16}\.parquet$/

/** Whether an import into a lake may be of this id, and not one by a version that had none. */
export const IMPORT_ID = /^[0-9a-f]{16}$/

/** What the catalog calls a file that an import writes, by a name such as `facts-17`. */
export function fileOf(importId: string, name: string): string {
  return `${importId}/${name}.parquet`
}

/** All files that an import can have written of an app and its runs. */
export function filesOf({ owner, appId, runs }: LeftByImport): string[] {
  const ofApp = ['identities', 'snapshots', 'alerts'].map(table => `${table}-${appId}`)
  const ofRuns = runs.flatMap(run => [`recommendations-${run}`, `facts-${run}`])
  return [...ofApp, ...ofRuns].map(name => fileOf(owner, name))
}
