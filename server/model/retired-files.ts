import { dataFiles, type Catalog, type RetiredFile } from './catalog.ts'

/** Readers of an earlier catalog may be at work on a file for this long after it was retired, in milliseconds. */
const READERS_MS = 30 * 60 * 1000

/** The retired files of `next`: those of `previous`, and those that `previous` names and `next` does not. */
export function retire(previous: Catalog, next: Catalog, now: Date): RetiredFile[] {
  const named = dataFiles(next)
  const apps = appsOfFiles(previous)
  const known = previous.retired.filter(({ file }) => !named.has(file))
  const fresh = [...apps].filter(([file]) => !named.has(file)).map(([file, app]) => ({ file, since: now.toISOString(), app_id: app }))
  return [...known, ...fresh]
}

/** Retired files that no reader can be at work on any more. */
export function unusedFiles(catalog: Catalog, now: Date): RetiredFile[] {
  const named = dataFiles(catalog)
  return catalog.retired.filter(({ file, since }) => !named.has(file) && now.getTime() - Date.parse(since) > READERS_MS)
}

/** Every data file that a catalog names, with its app. */
export function appsOfFiles({ runs, files }: Catalog): Map<string, number> {
  const found = new Map<string, number>()
  for (const { app_id: app, facts, recommendations } of runs) {
    if (facts) found.set(facts.file, app)
    if (recommendations) found.set(recommendations.file, app)
  }
  for (const [app, { identities, snapshots, alerts }] of Object.entries(files)) {
    for (const segment of [...(identities ? [identities] : []), ...snapshots, ...alerts]) found.set(segment.file, Number(app))
  }
  return found
}
