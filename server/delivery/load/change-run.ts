import type { Catalog, Run } from '../../model/catalog.ts'
import { servedRun } from '../../model/served-run.ts'
import type { ImportPlace } from '../place.ts'
import type { Print } from '../progress.ts'

export interface RunChange {
  runId: number
  /** Whether the run is to be taken back, or to be served again. */
  withdrawn: boolean
  /** Why it is taken back. */
  reason?: string
  /** Takes it back also where reports are empty then. */
  force?: boolean
}

export interface ChangedRun {
  /** The run as it is now. */
  run: Run
  /** False where it was so already: nothing is changed then, neither its time nor its reason. */
  changed: boolean
  /** Which run of its app and kind was served before, and which one is now. */
  before: Run | undefined
  served: Run | undefined
}

/**
 * Withdraws a run, so that no answer reads it any more, or restores it: then answers are what they were before. Nothing is deleted. Waits while an import
 * is at work on its app. Undefined where there is no such run; rejects with an Error for people where it cannot be withdrawn.
 */
export async function changeRun(
  imports: ImportPlace,
  change: RunChange,
  print: Print = () => {},
  now: Date = new Date(),
): Promise<ChangedRun | undefined> {
  const { runId, withdrawn, reason } = change
  // A lock is of an app, and which one it is only the run knows: that never changes.
  const found = await imports.opened(print, async place => runIn(await place.lock({ apps: [], runs: [runId] }, now), runId))
  if (found === undefined) return undefined
  const { app_id: app, kind } = found
  return await imports.opened(print, async place => {
    const previous = await place.lock({ apps: [app], runs: [] }, now)
    const run = runIn(previous, runId)!
    const before = servedRun(previous, app, kind)
    if ((run.withdrawn !== undefined) === withdrawn) return { run, changed: false, before, served: before }
    if (run.status === 'failed') throw new Error(`run ${runId} has failed: it is not served as it is`)
    const { withdrawn: _, ...rest } = run
    const changed: Run = withdrawn ? { ...rest, withdrawn: { since: now.toISOString(), ...(reason && { reason }) } } : rest
    const next = { ...previous, version: previous.version + 1, runs: previous.runs.map(one => (one === run ? changed : one)) }
    const served = servedRun(next, app, kind)
    if (withdrawn && !change.force) requireReports(run, before, served)
    await place.publish(next, {
      action: withdrawn ? 'run.withdrawn' : 'run.restored',
      target: `run:${runId}`,
      details: { app, ...(reason && { reason }) },
    })
    return { run: changed, changed: true, before, served }
  })
}

/** @throws an Error for people where recommendations or reports would be empty from now on, which they are not. */
function requireReports(run: Run, before: Run | undefined, served: Run | undefined): void {
  if (run.kind === 'alert' || run.run_id !== before?.run_id) return
  if (served !== undefined && (served.facts !== undefined || run.facts === undefined)) return
  const left =
    served === undefined
      ? 'no run: recommendations, reports and ROAS history would be empty until the next import'
      : `run ${served.run_id} of ${served.created_at.slice(0, 10)}, of which the store holds no cohorts: reports would be empty until the next import`
  throw new Error(`without run ${run.run_id} app ${run.app_id} has ${left}. To withdraw it all the same, add --force`)
}

function runIn({ runs }: Catalog, id: number): Run | undefined {
  return runs.find(run => run.run_id === id)
}
