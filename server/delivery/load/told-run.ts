import type { App, Catalog, Run } from '../../model/catalog.ts'
import { sql } from '../../model/sql.ts'
import { some } from '../some.ts'
import type { Workspace } from '../workspace.ts'

/** A delivered run that counts, with its app as it is now. */
export interface ToldRun {
  run: Run
  app: App
}

/** The succeeded recommendation runs of the delivery. */
export async function succeededRuns(workspace: Workspace, next: Catalog): Promise<ToldRun[]> {
  const rows = await workspace.rows(sql`SELECT run_id FROM delivered_runs WHERE kind = 'recommendation' AND status = 'succeeded'`)
  const ids = new Set(rows.map(row => Number(row.run_id)))
  const apps = new Map(next.apps.map(app => [app.app_id, app]))
  return next.runs.filter(run => ids.has(run.run_id)).map(run => ({ run, app: apps.get(run.app_id)! }))
}

/** Whether the run says itself that it forecasts nothing at the app's target DSI. */
export function withholdsTarget({ run, app }: ToldRun): boolean {
  return run.withheld?.some(({ dsi }) => dsi === app.target_dsi) === true
}

export function nameOf({ run, app }: ToldRun): string {
  return `run ${run.run_id} of app ${app.app_id}`
}

/** A note of what befell some of them, if any. */
export function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${some(names)}`]
}
