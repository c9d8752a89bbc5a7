import type { Catalog } from '../../model/catalog.ts'
import type { DataFile } from '../common/local-files.ts'

/** The files that a catalog names of an app, with what they are checked by. */
export function namedFiles({ runs, files }: Catalog, appId: number): DataFile[] {
  const { identities, snapshots = [], alerts = [] } = files[appId] ?? {}
  const ofRuns = runs.filter(run => run.app_id === appId).flatMap(run => [run.facts, run.recommendations])
  return [identities, ...snapshots, ...alerts, ...ofRuns].filter(file => file !== undefined)
}
