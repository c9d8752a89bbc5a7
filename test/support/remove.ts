import { Workspace } from '../../server/imports/workspace.ts'
import type { Catalog } from '../../server/core/model/catalog.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'

/** Publishes a catalog without some runs of an app, whatever their age and whatever they hold. */
export async function removeRuns(
  { imports }: Pick<Storage, 'imports'>,
  { app, runs, now = new Date() }: { app: number; runs: readonly number[]; now?: Date },
): Promise<void> {
  const print = (): void => undefined
  await imports.opened(print, async place => {
    const workspace = await Workspace.open(place.scratch)
    try {
      const previous = await place.lock({ apps: [app], runs: [] }, now)
      const next: Catalog = { ...structuredClone(previous), version: previous.version + 1 }
      const writer = place.writer(workspace, next, print)
      next.runs = next.runs.filter(run => !(run.app_id === app && runs.includes(run.run_id)))
      const files = next.files[app]!
      files.snapshots = await writer.without('snapshots', app, files.snapshots, runs)
      files.alerts = await writer.without('alerts', app, files.alerts, runs)
      await writer.sync()
      await place.publish(next, { action: 'store.pruned', target: 'store' })
    } catch (error) {
      await place.abandoned()
      throw error
    } finally {
      workspace.close()
    }
  })
}
