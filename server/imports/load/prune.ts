import type { AuditEvent } from '../../core/access/audit.ts'
import type { AppFiles, Catalog, Run } from '../../core/model/catalog.ts'
import { servedRun } from '../../core/model/runs.ts'
import type { DeliveryWriter, ImportDestination, RunRows } from '../import-destination.ts'
import type { Print } from '../progress.ts'
import { Workspace } from '../workspace.ts'
import { raiseVersions } from './next-catalog.ts'
import { DAY_MS } from '../../core/model/dates.ts'
import { sum } from '../../core/formulas/sums.ts'

const RUN_ROWS = { snapshots: 'roas_snapshots', alerts: 'alerts' } as const satisfies Record<
  RunRows,
  string
>

interface PruneOptions {
  apps: readonly number[]
  keepDays: number
  dryRun?: boolean
}

export interface PrunedTable {
  appId: number
  table: 'runs' | 'recommendations' | 'roas_snapshots' | 'alerts'
  rows: number
  /** Their share of the files' bytes; null if the engine has no files. */
  bytes: number | null
}

/**
 * Deletes old runs of any status, with recommendations, alerts and snapshots. Served runs and those with facts stay. Publishes once: an
 * interruption changes nothing. Waits for imports of the apps.
 */
export async function pruneRuns(
  imports: ImportDestination,
  { apps, keepDays, dryRun = false }: PruneOptions,
  print: Print = () => {},
  now: Date = new Date(),
): Promise<PrunedTable[]> {
  return await imports.opened(print, async destination => {
    const previous = await destination.lock({ apps, runs: [] }, now)
    const before = new Date(now.getTime() - keepDays * DAY_MS).toISOString()
    const old = apps
      .map(app => ({ app, runs: oldRuns(previous, app, before) }))
      .filter(({ runs }) => runs.length > 0)
    if (old.length === 0) return []
    const removed = new Set(old.flatMap(({ runs }) => runs))
    const raised = raiseVersions(previous, new Set(old.map(({ app }) => app)))
    const next: Catalog = {
      ...raised,
      runs: raised.runs.filter(run => !removed.has(run)),
      files: { ...raised.files },
    }
    const workspace = await Workspace.open(destination.scratch)
    try {
      const writer = destination.writer(workspace, next, print)
      const pruned: PrunedTable[] = []
      for (const { app, runs } of old) {
        print(`Pruning app ${app}: ${runs.length} runs`)
        pruned.push(
          ...countRuns(app, runs),
          ...(await countRows(writer, app, next.files[app], runs)),
        )
        const files = next.files[app]
        if (!dryRun && files !== undefined)
          next.files[app] = await withoutRuns(writer, app, files, runs)
      }
      if (dryRun) return pruned
      await writer.sync()
      await destination.publish(next, pruneEvent(keepDays, old, pruned))
      return pruned
    } catch (error) {
      // If that fails too, the next import cleans up.
      await destination.abandoned().catch(() => {})
      throw error
    } finally {
      workspace.close()
    }
  })
}

function oldRuns(catalog: Catalog, app: number, before: string): Run[] {
  const served = new Set([
    servedRun(catalog, app, 'recommendation'),
    servedRun(catalog, app, 'alert'),
  ])
  return catalog.runs.filter(
    run =>
      run.app_id === app && run.created_at < before && run.facts === undefined && !served.has(run),
  )
}

function countRuns(appId: number, runs: readonly Run[]): PrunedTable[] {
  const parts = runs.flatMap(run => run.recommendations ?? [])
  const rows = sum(parts, part => part.rows)
  const bytes = parts.every(part => part.bytes === undefined)
    ? null
    : sum(parts, part => part.bytes ?? 0)
  return [
    { appId, table: 'runs', rows: runs.length, bytes: null },
    ...(rows > 0 ? [{ appId, table: 'recommendations', rows, bytes } as const] : []),
  ]
}

async function countRows(
  writer: DeliveryWriter,
  appId: number,
  files: AppFiles | undefined,
  runs: readonly Run[],
): Promise<PrunedTable[]> {
  const pruned: PrunedTable[] = []
  for (const [name, table] of Object.entries(RUN_ROWS) as [RunRows, (typeof RUN_ROWS)[RunRows]][]) {
    const counts = await writer.countRows(name, appId, files?.[name] ?? [], idsOf(runs))
    const rows = sum(counts, count => count.rows)
    if (rows === 0) continue
    const share = counts.map(({ segment, rows }) =>
      segment.bytes === undefined ? null : Math.round((segment.bytes * rows) / segment.rows),
    )
    pruned.push({ appId, table, rows, bytes: share.includes(null) ? null : sum(share as number[]) })
  }
  return pruned
}

async function withoutRuns(
  writer: DeliveryWriter,
  appId: number,
  files: AppFiles,
  runs: readonly Run[],
): Promise<AppFiles> {
  return {
    ...files,
    snapshots: await writer.without('snapshots', appId, files.snapshots, idsOf(runs)),
    alerts: await writer.without('alerts', appId, files.alerts, idsOf(runs)),
  }
}

function pruneEvent(
  keepDays: number,
  old: readonly { app: number }[],
  pruned: readonly PrunedTable[],
): AuditEvent {
  const rows: Record<string, number> = {}
  for (const { table, rows: count } of pruned) rows[table] = (rows[table] ?? 0) + count
  return {
    action: 'store.pruned',
    target: 'store',
    details: { keepDays, apps: old.map(({ app }) => String(app)), rows },
  }
}

function idsOf(runs: readonly Run[]): number[] {
  return runs.map(run => run.run_id)
}
