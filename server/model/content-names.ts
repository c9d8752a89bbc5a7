import { createHash } from 'node:crypto'
import type { Catalog, Run } from './catalog.ts'

/**
 * Names of content for whatever is kept: the same name, the same content, in a store that was put back to an earlier state and in a new
 * one, too. What the catalog holds itself is named by itself; these name the rest.
 */

/** What a run's data are. */
export function runName(run: Run | undefined): string {
  return run === undefined ? 'none' : `${run.run_id}:${run.version ?? ''}`
}

const namesOfRuns = new WeakMap<readonly Run[], string>()

/** What the data of some runs of a catalog are. */
export function runsName(runs: readonly Run[]): string {
  const known = namesOfRuns.get(runs)
  if (known !== undefined) return known
  const name = digest(runs.map(runName))
  namesOfRuns.set(runs, name)
  return name
}

/** What an app's identities are. */
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
