import { createHash } from 'node:crypto'
import type { Catalog, Run } from './catalog.ts'

// A catalog never changes, and every request asks for some app's runs: sort them once.
const sorted = new WeakMap<Catalog, Map<string, Run[]>>()

/** Whether a run may be served: it has succeeded, and is not withdrawn. */
export function mayServe(run: Run): boolean {
  return run.status === 'succeeded' && run.withdrawn === undefined
}

function runsByApp(catalog: Catalog): Map<string, Run[]> {
  const known = sorted.get(catalog)
  if (known) return known
  const runs = catalog.runs
    .filter(mayServe)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.run_id - b.run_id))
  const byApp = new Map<string, Run[]>()
  for (const run of runs) {
    const key = `${run.kind} ${run.app_id}`
    const others = byApp.get(key)
    if (others) others.push(run)
    else byApp.set(key, [run])
  }
  sorted.set(catalog, byApp)
  return byApp
}

/** Runs that may be served, oldest first: by created_at, then run_id. */
export function succeededRuns(catalog: Catalog, appId: number, kind: Run['kind']): readonly Run[] {
  return runsByApp(catalog).get(`${kind} ${appId}`) ?? []
}

/** The run that was served at the end of a UTC date; without one, the one that is served. Undefined before the first. */
export function runAsOf(catalog: Catalog, appId: number, kind: Run['kind'], date: string | undefined): Run | undefined {
  return succeededRuns(catalog, appId, kind).findLast(run => date === undefined || run.created_at.slice(0, 10) <= date)
}

/** The run whose data every answer but ROAS history reads: the newest that may be. Undefined when the app has none. */
export function servedRun(catalog: Catalog, appId: number, kind: Run['kind']): Run | undefined {
  return succeededRuns(catalog, appId, kind).at(-1)
}

/**
 * Names of content for whatever is kept: the same name, the same content, in a store that was put back to an earlier state and in a new
 * one, too. What the catalog holds itself is named by itself; these name the rest.
 */

/** A run's data. */
export function runName(run: Run | undefined): string {
  return run === undefined ? 'none' : `${run.run_id}:${run.version ?? ''}`
}

const namesOfRuns = new WeakMap<readonly Run[], string>()

/** Data of some runs of a catalog. */
export function runsName(runs: readonly Run[]): string {
  const known = namesOfRuns.get(runs)
  if (known !== undefined) return known
  const name = digest(runs.map(runName))
  namesOfRuns.set(runs, name)
  return name
}

/** An app's identities. */
export function identitiesName(catalog: Catalog, appId: number): string {
  const identities = catalog.files[appId]?.identities
  return identities === undefined ? 'none' : `${appId}:${identities.rows}:${identities.version ?? ''}`
}

/** A short name for what JSON can say. */
export function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/** The catalog, changed: what was written before runs and identities had versions gets those of its app, which changed with all of them. */
export function withVersions(catalog: Catalog): Catalog {
  const versions = new Map(catalog.apps.map(app => [app.app_id, app.version]))
  for (const run of catalog.runs) run.version ??= versions.get(run.app_id) ?? ''
  for (const [id, { identities }] of Object.entries(catalog.files)) if (identities) identities.version ??= versions.get(Number(id)) ?? ''
  return catalog
}
