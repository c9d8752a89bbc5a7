import { createHash } from 'node:crypto'
import type { BetLookback, Catalog, RecommendationRun, Run } from './catalog.ts'
import { grouped } from './identities.ts'

type Kind = Run['kind']
type RunOf<K extends Kind> = Extract<Run, { kind: K }>
type RunsByKind = { [K in Kind]: RunOf<K>[] }

// A catalog never changes: sort its runs once.
const sorted = new WeakMap<Catalog, Map<number, RunsByKind>>()

export function mayServe(run: Run): boolean {
  return run.status === 'succeeded' && run.withdrawn === undefined
}

function runsByApp(catalog: Catalog): Map<number, RunsByKind> {
  const known = sorted.get(catalog)
  if (known) return known
  const runs = catalog.runs
    .filter(mayServe)
    .sort((a, b) =>
      a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.run_id - b.run_id,
    )
  const byApp = new Map<number, RunsByKind>()
  for (const run of runs) {
    const own = byApp.get(run.app_id) ?? { recommendation: [], alert: [] }
    byApp.set(run.app_id, own)
    if (run.kind === 'recommendation') own.recommendation.push(run)
    else own.alert.push(run)
  }
  sorted.set(catalog, byApp)
  return byApp
}

export function succeededRuns<K extends Kind>(
  catalog: Catalog,
  appId: number,
  kind: K,
): readonly RunOf<K>[] {
  return runsByApp(catalog).get(appId)?.[kind] ?? []
}

/** The run served at the end of a UTC date, by default the current one. Undefined before the first. */
export function runAsOf<K extends Kind>(
  catalog: Catalog,
  appId: number,
  kind: K,
  date: string | undefined,
): RunOf<K> | undefined {
  return succeededRuns(catalog, appId, kind).findLast(
    run => date === undefined || run.created_at.slice(0, 10) <= date,
  )
}

/** The run that everything except ROAS history reads: the newest. Undefined without one. */
export function servedRun<K extends Kind>(
  catalog: Catalog,
  appId: number,
  kind: K,
): RunOf<K> | undefined {
  return succeededRuns(catalog, appId, kind).at(-1)
}

/** The run that is served in place of a run of a catalog. */
export function newestRun(catalog: Catalog, run: RecommendationRun): RecommendationRun {
  return servedRun(catalog, run.app_id, run.kind) ?? run
}

const DEFAULT_LOOKBACK = { start_day: 2, end_day: 8 }

const lookbacksOf = grouped<BetLookback, number>(lookback => lookback.app_id)

/** The platform's own row, else the general one, else 2 to 8 days. `Unknown` has no row of its own. */
export function betLookback(
  lookbacks: readonly BetLookback[],
  appId: number,
  platform: string,
): Pick<BetLookback, 'start_day' | 'end_day'> {
  const own = lookbacksOf(lookbacks, appId)
  return (
    own.find(lookback => lookback.platform === platform) ??
    own.find(lookback => lookback.platform === null) ??
    DEFAULT_LOOKBACK
  )
}

/**
 * Names for caching: the same name means the same content, across restores and new stores. Catalog content names itself; these name the
 * rest.
 */

export function runName(run: Run | undefined): string {
  return run === undefined ? 'none' : `${run.run_id}:${run.version ?? ''}`
}

const namesOfRuns = new WeakMap<readonly Run[], string>()

export function runsName(runs: readonly Run[]): string {
  const known = namesOfRuns.get(runs)
  if (known !== undefined) return known
  const name = digest(runs.map(runName))
  namesOfRuns.set(runs, name)
  return name
}

export function identitiesName(catalog: Catalog, appId: number): string {
  const identities = catalog.files[appId]?.identities
  return identities === undefined
    ? 'none'
    : `${appId}:${identities.rows}:${identities.version ?? ''}`
}

export function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/** Adds versions to runs and identities of older catalogs, from their app, which changed with them. */
export function withVersions(catalog: Catalog): Catalog {
  const versions = new Map(catalog.apps.map(app => [app.app_id, app.version]))
  for (const run of catalog.runs) run.version ??= versions.get(run.app_id) ?? ''
  for (const [id, { identities }] of Object.entries(catalog.files))
    if (identities) identities.version ??= versions.get(Number(id)) ?? ''
  return catalog
}
