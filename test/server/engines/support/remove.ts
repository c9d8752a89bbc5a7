import { Workspace } from '../../../../server/delivery/workspace.ts'
import type { OpenPlace } from '../../../../server/delivery/place.ts'
import type { Catalog } from '../../../../server/model/catalog.ts'
import type { Storage } from '../../../../server/engines/common/storage.ts'

export interface Removal {
  app: number
  /** Without them, the app goes with everything. */
  runs?: readonly number[]
}

/** Publishes a catalog without some runs of an app, or without the app; `change` changes the place before. */
export async function removeFrom(
  { imports }: Pick<Storage, 'imports'>,
  { app, runs }: Removal,
  { now = new Date(), print = () => undefined, change = place => place }: RemoveOptions = {},
): Promise<void> {
  await imports.opened(print, async opened => {
    const place = change(opened)
    const workspace = await Workspace.open(place.scratch)
    try {
      const previous = await place.lock({ apps: [app], runs: [] }, now)
      const writer = place.writer(workspace, previous.version + 1, print)
      await writer.prepare([])
      const next: Catalog = { ...structuredClone(previous), version: previous.version + 1 }
      const isGone = (run: { run_id: number; app_id: number }): boolean => run.app_id === app && (runs?.includes(run.run_id) ?? true)
      next.runs = next.runs.filter(run => !isGone(run))
      const files = next.files[app]
      if (runs === undefined) {
        next.apps = next.apps.filter(row => row.app_id !== app)
        next.app_access = next.app_access.filter(row => row.app_id !== app)
        next.bet_lookbacks = next.bet_lookbacks.filter(row => row.app_id !== app)
        delete next.files[app]
        next.erased = [...(previous.erased ?? []), { app_id: app, since: now.toISOString() }]
      } else if (files) {
        files.snapshots = await writer.without('snapshots', app, files.snapshots, runs)
        files.alerts = await writer.without('alerts', app, files.alerts, runs)
      }
      await writer.sync()
      await place.publish(next, { action: 'import.loaded', target: `version:${next.version}`, details: {} } as never)
    } catch (error) {
      await place.abandoned()
      throw error
    } finally {
      workspace.close()
    }
  })
}

export interface RemoveOptions {
  now?: Date
  print?: (line: string) => void
  change?: (place: OpenPlace) => OpenPlace
}
