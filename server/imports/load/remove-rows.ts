import type { AppEvent, Budget } from '../../core/model/catalog.ts'
import type { ImportDestination } from '../import-destination.ts'
import type { Print } from '../progress.ts'
import { noApp, raiseVersions } from './next-catalog.ts'

/** An app's lists in the catalog. */
export interface AppLists {
  events: AppEvent
  budgets: Budget
}

interface RemoveRows<Name extends keyof AppLists> {
  appId: number
  list: Name
  isChosen: (row: AppLists[Name]) => boolean
  dryRun: boolean
}

/**
 * Removes rows of an app's list and returns them; with `dryRun`, only returns them. Waits for running imports of the app. A later delivery may
 * add them again.
 */
export async function removeRows<Name extends keyof AppLists>(
  imports: ImportDestination,
  { appId, list, isChosen, dryRun }: RemoveRows<Name>,
  print: Print = () => {},
): Promise<AppLists[Name][]> {
  return await imports.opened(print, async destination => {
    const previous = await destination.lock({ apps: [appId], runs: [] }, new Date())
    if (previous.apps.every(app => app.app_id !== appId)) throw noApp(appId, previous.apps)
    const { [list]: rows = [], ...files } = previous.files[appId] ?? { snapshots: [], alerts: [] }
    const all = rows as AppLists[Name][]
    const chosen = all.filter(isChosen)
    if (dryRun || chosen.length === 0) return chosen
    const remaining = all.filter(row => !isChosen(row))
    const next = raiseVersions(previous, new Set([appId]))
    await destination.publish(
      {
        ...next,
        files: {
          ...next.files,
          [appId]: { ...files, ...(remaining.length > 0 && { [list]: remaining }) },
        },
      },
      { action: `${list}.removed`, target: `app:${appId}`, details: { rows: chosen.length } },
    )
    return chosen
  })
}
