import type { Catalog, Run } from '../store/catalog.ts'

/** Runs that may be served, oldest first: by created_at, then run_id. */
export const succeededRuns = (catalog: Catalog, appId: number, kind: Run['kind']): Run[] =>
  catalog.runs
    .filter(run => run.app_id === appId && run.kind === kind && run.status === 'succeeded')
    .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.run_id - b.run_id))

/** The run whose data every answer but ROAS history reads: the newest succeeded one. Undefined when the app has none. */
export const servedRun = (catalog: Catalog, appId: number, kind: Run['kind']): Run | undefined =>
  succeededRuns(catalog, appId, kind).at(-1)
