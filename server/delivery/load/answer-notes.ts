import { joined, numbers, sql } from '../../model/sql.ts'
import type { App, Catalog } from '../../model/catalog.ts'
import { servedRun } from '../../model/served-run.ts'
import { staged } from '../stage/stage.ts'
import { decisionNotes, statusNotes } from './recommendation-notes.ts'
import { listed, nameOf, succeededRuns, withholdsTarget, type ToldRun } from './told-run.ts'
import type { Workspace } from '../workspace.ts'

/** What a delivery does to the answers of its apps without anybody having asked for it, one line each. */

/** What a checked delivery makes of a store, as far as the catalog goes. */
export interface Change {
  previous: Catalog
  next: Catalog
  /** The company whose data alone are imported. */
  company: number | undefined
}

export async function answerNotes(workspace: Workspace, change: Change): Promise<string[]> {
  const runs = await succeededRuns(workspace, change.next)
  return [
    ...(await statusNotes(workspace, change)),
    ...(await decisionNotes(workspace, runs)),
    ...(await servedNotes(workspace, runs, change.next)),
    ...(await snapshotNotes(workspace, runs)),
    ...(await spellingNotes(workspace, change.previous)),
    ...appNotes(await deliveredApps(workspace, change)),
  ]
}

/** All but ROAS history and forecast accuracy read one run of an app: what the newest one lacks is not looked for in earlier ones. */
async function servedNotes(workspace: Workspace, runs: readonly ToldRun[], next: Catalog): Promise<string[]> {
  const holding = async (table: 'cohorts' | 'recommendations'): Promise<Set<number>> =>
    new Set((await workspace.rows(sql`SELECT DISTINCT run_id FROM ${staged(table)}`)).map(row => Number(row.run_id)))
  const [cohorts, recommendations] = [await holding('cohorts'), await holding('recommendations')]
  const served = new Map(runs.map(({ app }) => [app.app_id, servedRun(next, app.app_id, 'recommendation')]))
  const serving = runs.filter(({ run, app }) => served.get(app.app_id)?.run_id === run.run_id)
  const delivered = new Set(runs.map(({ run }) => run.run_id))
  const passedOver = [...served].filter(([, run]) => run !== undefined && !delivered.has(run.run_id))
  const hadSome = new Set(next.runs.filter(run => run.recommendations !== undefined).map(run => run.app_id))
  return [
    ...listed(
      'reports and recommendations stay those of a newer run than any delivered',
      passedOver.map(([app, run]) => `app ${app} (run ${run?.run_id} of ${run?.created_at})`),
    ),
    ...listed('reports are empty, since the newest run has no cohorts', serving.filter(({ run }) => !cohorts.has(run.run_id)).map(nameOf)),
    ...listed(
      'there are no recommendations any more, since the newest run has none',
      serving.filter(({ run, app }) => !recommendations.has(run.run_id) && hadSome.has(app.app_id)).map(nameOf),
    ),
  ]
}

/** ROAS history and forecast accuracy read snapshots, at the app's target DSI unless asked for another. */
async function snapshotNotes(workspace: Workspace, runs: readonly ToldRun[]): Promise<string[]> {
  const rows = await workspace.rows(sql`SELECT run_id, list(DISTINCT dsi) AS dsis FROM ${staged('roas_snapshots')} GROUP BY run_id`)
  const dsis = new Map(rows.map(row => [Number(row.run_id), new Set((row.dsis as unknown[]).map(Number))]))
  const without = runs.filter(one => !withholdsTarget(one) && !dsis.get(one.run.run_id)?.has(one.app.target_dsi))
  return listed(
    'ROAS history and forecast accuracy at the target DSI get nothing of runs without roas_snapshots there',
    without.map(one => `${nameOf(one)} (DSI ${one.app.target_dsi})`),
  )
}

/** Names are compared letter by letter: another spelling is another network, in filters, groups and `networks`. */
async function spellingNotes(workspace: Workspace, previous: Catalog): Promise<string[]> {
  // What was there before was told then.
  const used = new Set((await workspace.rows(sql`SELECT DISTINCT app_id FROM used_names`)).map(row => Number(row.app_id)))
  const before = [...used].map(app => sql`(${numbers([app, previous.files[app]?.identities?.rows ?? 0])})`)
  if (before.length === 0) return []
  const rows = await workspace.rows(sql`SELECT array_to_string(list_sort(list(DISTINCT network)), ' / ') AS names
    FROM identities i JOIN (VALUES ${joined(before)}) b(app_id, rows) ON b.app_id = i.app_id
    GROUP BY i.app_id, lower(trim(network)) HAVING count(DISTINCT network) > 1 AND bool_or(i.id >= b.rows) ORDER BY names LIMIT 100`)
  return listed(
    'networks whose names differ in case or blanks only are different ones',
    rows.map(row => String(row.names)),
  )
}

/** Delivered apps beside what they were before. */
async function deliveredApps(workspace: Workspace, { previous, next }: Change): Promise<{ before: App | undefined; after: App }[]> {
  const rows = await workspace.rows(sql`SELECT app_id FROM ${staged('apps')}`)
  const ids = new Set(rows.map(row => Number(row.app_id)))
  const known = new Map(previous.apps.map(app => [app.app_id, app]))
  return next.apps.filter(app => ids.has(app.app_id)).map(after => ({ before: known.get(after.app_id), after }))
}

function appNotes(apps: readonly { before: App | undefined; after: App }[]): string[] {
  const changed = (value: (app: App) => string): string[] =>
    apps
      .filter(({ before, after }) => before !== undefined && value(before) !== value(after))
      .map(({ before, after }) => `app ${after.app_id} (${value(before!)}, now ${value(after)})`)
  return [
    ...listed(
      'nobody can read an app that is not live',
      apps.filter(({ before, after }) => !after.live && before?.live !== false).map(({ after }) => `app ${after.app_id}`),
    ),
    ...listed(
      'a new currency changes no amount: those of earlier runs are in the one before',
      changed(app => app.currency),
    ),
    ...listed(
      'new targets judge recommendations of earlier runs, too',
      changed(app => `DSI ${app.target_dsi} ${app.target_roas_type} ${app.target_revenue_type}`),
    ),
  ]
}
