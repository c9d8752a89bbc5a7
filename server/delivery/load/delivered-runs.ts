import type { App, Catalog, Run } from '../../model/catalog.ts'
import { sql } from '../../model/sql.ts'
import { formatNames } from '../faults.ts'
import type { Workspace } from '../workspace.ts'

/** A delivered run that counts, with its app as it is now. */
export interface DeliveredRun {
  run: Run
  app: App
}

/** Recommendation runs. */
export async function succeededRuns(workspace: Workspace, next: Catalog): Promise<DeliveredRun[]> {
  const rows = await workspace.rows(sql`SELECT run_id FROM delivered_runs WHERE kind = 'recommendation' AND status = 'succeeded'`)
  const ids = new Set(rows.map(row => Number(row.run_id)))
  const apps = new Map(next.apps.map(app => [app.app_id, app]))
  return next.runs.filter(run => ids.has(run.run_id)).map(run => ({ run, app: apps.get(run.app_id)! }))
}

export function withholdsTarget({ run, app }: DeliveredRun): boolean {
  return run.withheld?.some(({ dsi }) => dsi === app.target_dsi) === true
}

export function describeRun({ run, app }: DeliveredRun): string {
  return `run ${run.run_id} of app ${app.app_id}`
}

export function formatNote(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${formatNames(names)}`]
}
