import { type AppEvent, type Budget, type Catalog, dataParts } from '../../core/model/catalog.ts'
import type { ImportDestination } from '../import-destination.ts'
import type { Print } from '../progress.ts'
import { noApp, raiseVersions } from './next-catalog.ts'
import { sum } from '../../core/formulas/sums.ts'

interface RemoveOptions {
  apps: readonly number[]
  onlyReadBy?: number
  dryRun?: boolean
}

export interface RemovedApp {
  appId: number
  /** Null if it was removed before and only its remaining data are deleted. */
  name: string | null
  companies: number[]
  runs: number
  rows: {
    cohorts: number
    recommendations: number
    roasSnapshots: number
    alerts: number
    identities: number
  }
  /** Data files and their bytes or, for an engine without files, tables and null. */
  files: number
  bytes: number | null
}

export interface AppsRemoved {
  apps: RemovedApp[]
  /** Deleted files, including trash and built files, if the engine's files are on this machine. */
  deleted: { files: number; bytes: number } | null
  /** Files that may contain data of the apps without naming them, which stay. */
  unknown: readonly string[]
}

/**
 * Permanently deletes apps with rows, files, trash, cached catalogs and built files. Can be repeated after an interruption. A later delivery
 * of the app starts empty.
 */
export async function removeApps(
  imports: ImportDestination,
  { apps, onlyReadBy, dryRun = false }: RemoveOptions,
  print: Print = () => {},
  now: Date = new Date(),
): Promise<AppsRemoved> {
  return await imports.opened(print, async destination => {
    const previous = await destination.lock({ apps, runs: [] }, now)
    const ids = new Set(
      apps.filter(
        app =>
          onlyReadBy === undefined ||
          previous.app_access.every(pair => pair.app_id !== app || pair.company_id === onlyReadBy),
      ),
    )
    for (const app of ids) requireKnown(previous, app)
    const removed = {
      apps: [...ids].map(app => describeApp(previous, app)),
      deleted: null,
      unknown: [],
    }
    if (dryRun || ids.size === 0) return removed
    await destination.publish(withoutApps(previous, ids, now), {
      action: 'app.removed',
      target: `app:${[...ids].join(',')}`,
      details: {
        apps: [...ids].map(String),
        runs: sum(removed.apps, ({ runs }) => runs),
      },
    })
    const erased = destination.erased?.()
    return erased === undefined
      ? removed
      : { ...removed, deleted: erased.deleted, unknown: erased.unknown }
  })
}

function requireKnown({ apps, erased = [] }: Catalog, id: number): void {
  if ([...apps, ...erased].some(app => app.app_id === id)) return
  throw noApp(id, apps)
}

function describeApp(catalog: Catalog, appId: number): RemovedApp {
  const parts = dataParts(catalog, appId)
  const runs = catalog.runs.filter(run => run.app_id === appId)
  const files = catalog.files[appId]
  const rows = (some: readonly ({ rows: number } | undefined)[]): number =>
    sum(some, part => part?.rows ?? 0)
  return {
    appId,
    name: catalog.apps.find(app => app.app_id === appId)?.name ?? null,
    companies: catalog.app_access
      .filter(pair => pair.app_id === appId)
      .map(pair => pair.company_id),
    runs: runs.length,
    rows: {
      cohorts: rows(runs.map(run => run.facts)),
      recommendations: rows(runs.map(run => run.recommendations)),
      roasSnapshots: rows(files?.snapshots ?? []),
      alerts: rows(files?.alerts ?? []),
      identities: rows([files?.identities]),
    },
    files: parts.length,
    bytes: parts.some(part => part.bytes === undefined)
      ? null
      : sum(parts, part => part.bytes ?? 0),
  }
}

export function withoutApps(previous: Catalog, ids: ReadonlySet<number>, now: Date): Catalog {
  const stays = ({ app_id: app }: { app_id: number }): boolean => !ids.has(app)
  const raised = raiseVersions(previous, ids)
  return {
    ...raised,
    apps: raised.apps.filter(stays),
    app_access: raised.app_access.filter(stays),
    bet_lookbacks: raised.bet_lookbacks.filter(stays),
    runs: raised.runs.filter(stays),
    files: Object.fromEntries(
      Object.entries(raised.files).filter(([app]) => !ids.has(Number(app))),
    ),
    erased: [
      ...(raised.erased ?? []).filter(stays),
      ...[...ids].map(app => ({ app_id: app, since: now.toISOString() })),
    ],
  }
}

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
