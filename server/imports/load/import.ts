import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AuditEvent } from '../../core/access/audit.ts'
import { sql } from '../../core/model/sql.ts'
import { catalogText } from '../../core/model/catalog-document.ts'
import type { Catalog, RunTotals } from '../../core/model/catalog.ts'
import { checkDelivery, stageAll } from '../check/check-delivery.ts'
import { deliveredScope } from '../check/stage.ts'
import { DeliveryError, engineFault, type Repair } from '../delivery-faults.ts'
import { repairDelivery } from '../repair/repair-delivery.ts'
import { Workspace } from '../workspace.ts'
import { checkAppBounds, requireShares } from './app-bounds.ts'
import {
  accessNotes,
  answerNotes,
  incompleteNote,
  unreadFiles,
  unusedNote,
} from './answer-notes.ts'
import { fixLookbacks, totalsByRun } from './run-notes.ts'
import { keptRuns, newStamp, nextCatalog } from './next-catalog.ts'
import { megabytes, ownBounds } from '../../core/runtime/machine.ts'
import type { ImportDestination, ImportScope, OpenDestination } from '../import-destination.ts'
import { type BroughtRecords, type MovedRun, readRecordsDocument } from '../moved-records.ts'
import type { Print } from '../progress.ts'
import { openDelivery, requireUnchanged } from '../check/source.ts'
import type { TableName } from '../tables.ts'
import { sum } from '../../core/formulas/sums.ts'

export { DeliveryError, type DeliveryFault } from '../delivery-faults.ts'
export { formatFaults, formatRepair } from '../format-faults.ts'

export interface ImportOptions {
  delivery: string
  /** Receives progress lines. */
  progress?: (line: string) => void
  /** Sends several lines a second, for a display that keeps only the last. */
  live?: boolean
  now?: () => Date
  expectedVersion?: number
  company?: number
  check?: boolean
  /** Refuses a delivery with notes. */
  strict?: boolean
  /** A new folder for a repaired copy, which is checked instead; nothing is loaded. */
  fix?: string
  /** Reads the records of an export, too. `secret` is this store's EXPORT_SECRET. */
  withRecords?: { secret: string }
  /** Counts the errors of a refused delivery that `fix` would repair. */
  countRepairable?: boolean
}

/** Largest delivery, bytes, that is repaired only for counting: seconds of work. */
const LARGEST_TRIED = 256 * 2 ** 20

/** Ends the messages of imports that ran out of memory. */
export const ASK_FOR_LESS = 'Import fewer runs at once, or on a machine with more memory'

export class StoreChanged extends Error {
  override name = 'StoreChanged'
}

/** DuckDB's advice concerns its own settings, which users cannot change. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const isOutOfMemory =
    cause.message.startsWith('Out of Memory Error') &&
    !cause.message.includes('max_temp_directory_size')
  if (!isOutOfMemory) return cause.message
  return `it needs more than the ${megabytes(ownBounds().workspace)} of memory that this machine or container allows it. ${ASK_FOR_LESS}`
}

export interface ImportSummary {
  loaded: boolean
  version: number
  rows: Partial<Record<TableName, number>>
  warnings: string[]
  incompleteCohorts: number
  /** Runs without facts, because three newer ones have them. */
  prunedRuns: number[]
  /** Audit entries deleted because of their age. */
  prunedAuditEntries: number
  seconds: number
  repairs?: Repair[]
  /** Absent without `withRecords`. */
  records?: BroughtRecords
}

/**
 * Loads a delivery atomically: every row is checked, data are written under new names and then published. Waits for imports of the same apps.
 * Throws `DeliveryError` if the data are invalid; the store is unchanged also after any other error, such as a full disk.
 */
export async function importInto(
  into: ImportDestination,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { fix, countRepairable = false, ...others } = options
  if (fix === undefined) {
    return await importOrCheck(into, others).catch(async (error: unknown) => {
      if (countRepairable && error instanceof DeliveryError)
        error.repairable = await tryRepair(into, others, error)
      throw error
    })
  }
  const repairs = await repairDelivery(options.delivery, fix, {
    isOfCompany: options.company !== undefined,
  })
  try {
    return { ...(await importOrCheck(into, { ...others, delivery: fix, check: true })), repairs }
  } catch (error) {
    if (error instanceof DeliveryError) error.repairs = repairs
    throw error
  }
}

/** The number of errors that `fix` repairs, found with a temporary copy; undefined if that takes too long or fails. */
async function tryRepair(
  into: ImportDestination,
  options: ImportOptions,
  refused: DeliveryError,
): Promise<number | undefined> {
  if (refused.groups.every(({ file }) => file.endsWith('.parquet'))) return 0
  try {
    // The repair reports an unreadable folder.
    if ((await bytesIn(options.delivery).catch(() => 0)) > LARGEST_TRIED) return undefined
    const { progress: _, ...others } = options
    await importOrCheck(into, { ...others, check: true, strict: false }, async ({ scratch }) => {
      const copy = join(scratch, 'repaired')
      if (
        (
          await repairDelivery(options.delivery, copy, {
            isOfCompany: options.company !== undefined,
          })
        ).length === 0
      )
        throw refused
      return copy
    })
    return refused.total
  } catch (error) {
    return error instanceof DeliveryError ? refused.countMissingIn(error) : undefined
  }
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async name => (await lstat(join(folder, name))).size)
  return sum(await Promise.all(sizes))
}

type Locate = (destination: OpenDestination) => Promise<string>

async function importOrCheck(
  into: ImportDestination,
  options: ImportOptions,
  locate: Locate = async () => options.delivery,
): Promise<ImportSummary> {
  const {
    now = () => new Date(),
    expectedVersion,
    company,
    check: checkOnly = false,
    strict = false,
    withRecords,
  } = options
  const progress: Print = (line, live = false) =>
    !live || options.live === true ? options.progress?.(line) : undefined
  return await into.opened(progress, async destination => {
    const start = performance.now()
    const workspace = await Workspace.open(destination.scratch)
    try {
      const seconds = (): number => (performance.now() - start) / 1000
      const delivery = await locate(destination)
      const loaded = await load(workspace, {
        destination,
        delivery,
        progress,
        now: now(),
        seconds,
        expectedVersion,
        company,
        checkOnly,
        strict,
        withRecords,
      })
      return { ...loaded, seconds: seconds() }
    } catch (error) {
      // If that fails too, the next import cleans up.
      await destination.abandoned().catch(() => {})
      if (error instanceof StoreChanged) throw error
      if (error instanceof DeliveryError) {
        if (!checkOnly) await destination.refused?.(refusalEvent({ faults: error.total }, company))
        throw error
      }
      // Damage explains more than the read error.
      const cause = await (destination.damage?.() ?? Promise.resolve()).then(
        () => error,
        (damage: unknown) => damage,
      )
      const fault = engineFault(cause, { file: basename(options.delivery) })
      if (fault !== undefined) throw new DeliveryError([fault], 1)
      const reason = reasonOf(cause)
      throw new Error(`The import failed and nothing was loaded: ${reason}`, { cause })
    } finally {
      workspace.close()
    }
  })
}

interface Job {
  destination: OpenDestination
  delivery: string
  progress: Print
  now: Date
  seconds: () => number
  expectedVersion: number | undefined
  company: number | undefined
  checkOnly: boolean
  strict: boolean
  withRecords: ImportOptions['withRecords']
}

async function load(workspace: Workspace, job: Job): Promise<Omit<ImportSummary, 'seconds'>> {
  const document =
    job.withRecords === undefined ? undefined : await readRecordsDocument(job.delivery)
  const opened = await openDelivery(workspace, job.delivery, {
    scratch: job.destination.scratch,
    directories: job.destination.directories,
    isOfCompany: job.company !== undefined,
  })
  await stageAll(workspace, opened, job)
  const scope = await deliveredScope(workspace)
  const previous = await lock(scope, job)
  const { incompleteCohorts, incompleteApps } = await checkDelivery(workspace, opened, previous, {
    ...job,
    runs: document?.runs ?? [],
  })
  const { sources } = opened
  await requireUnchanged(sources)
  const next = await nextCatalog(workspace, previous, job.now)
  if (document !== undefined) withdrawAgain(next, previous, document.runs)
  const fileOf = (table: TableName): string =>
    sources.find(source => source.table === table)?.file ?? table
  const beyond = checkAppBounds(previous, next, { apps: scope.apps, now: job.now, fileOf })
  requireShares(previous, next, scope.apps)
  await fixLookbacks(workspace, next)
  const totals = await totalsByRun(workspace)
  const warnings = [
    ...unreadFiles(opened.ignored, document !== undefined),
    ...sources.flatMap(unusedNote),
    ...beyond,
    ...incompleteNote(incompleteCohorts, incompleteApps),
    ...(await accessNotes(workspace, previous, next)),
    ...(await answerNotes(workspace, { previous, next, company: job.company, totals })),
  ]
  const rows = Object.fromEntries(sources.map(source => [source.table, source.rows]))
  const outcome = { rows, warnings, incompleteCohorts }
  catalogText(next)
  const isRefused = job.strict && warnings.length > 0
  if (isRefused && !job.checkOnly)
    await job.destination.refused?.(refusalEvent({ notes: warnings.length }, job.company))
  if (job.checkOnly || isRefused)
    return {
      loaded: false,
      version: previous.version,
      ...outcome,
      prunedRuns: [],
      prunedAuditEntries: 0,
    }
  const delivered = await runsWithCohorts(workspace)
  const keptIds = keptRuns(next.runs, delivered)
  // An export has the cohorts that its store kept.
  if (document !== undefined) for (const id of delivered) keptIds.add(id)
  await writeData(workspace, next, { keptIds, totals }, job)
  const prunedRuns = prune(next, keptIds, delivered)
  // Before the publish, whose copy of the records then lacks them.
  const prunedAuditEntries = (await job.destination.pruneAudit?.(job.now)) ?? 0
  let records: BroughtRecords | undefined
  const version = await job.destination.publish(
    next,
    importEvent(previous, next, rows, { company: job.company, seconds: job.seconds() }),
    document && {
      records: document,
      secret: job.withRecords!.secret,
      onBrought: brought => (records = brought),
    },
  )
  return {
    loaded: true,
    version,
    ...outcome,
    prunedRuns,
    prunedAuditEntries,
    ...(records && { records }),
  }
}

/** Delivered runs that the exported store withdrew. */
function withdrawAgain(next: Catalog, previous: Catalog, states: readonly MovedRun[]): void {
  const stored = new Set(previous.runs.map(run => run.run_id))
  const stateOf = new Map(states.map(state => [state.run_id, state.withdrawn]))
  for (const run of next.runs) {
    const withdrawn = stateOf.get(run.run_id)
    if (withdrawn !== undefined && !stored.has(run.run_id)) run.withdrawn = withdrawn
  }
}

async function lock(
  scope: ImportScope,
  { destination, now, expectedVersion }: Job,
): Promise<Catalog> {
  const catalog = await destination.lock(scope, now)
  if (expectedVersion !== undefined && catalog.version !== expectedVersion)
    throw new StoreChanged('another import was published first')
  return catalog
}

async function writeData(
  workspace: Workspace,
  next: Catalog,
  { keptIds, totals }: { keptIds: Set<number>; totals: ReadonlyMap<number, RunTotals> },
  { destination, progress }: Job,
): Promise<void> {
  const writer = destination.writer(workspace, next, progress)
  const rows = await workspace.rows(
    sql`SELECT run_id, app_id, slot FROM delivered_runs ORDER BY slot`,
  )
  const delivered = rows.map(row => ({
    run_id: Number(row.run_id),
    app_id: Number(row.app_id),
    slot: Number(row.slot),
  }))
  await writer.prepare(delivered)
  for (const appId of new Set(delivered.map(({ app_id: app }) => app))) {
    const before = next.files[appId] ?? { snapshots: [], alerts: [] }
    const { identities } = await workspace.counts<'identities'>(
      sql`SELECT count(*) AS identities FROM identities WHERE app_id = ${appId}`,
    )
    const grown = identities > (before.identities?.rows ?? 0)
    next.files[appId] = {
      ...before,
      ...(grown && {
        identities: {
          ...(await writer.identities(appId, identities, before.identities)),
          version: newStamp(next.version),
        },
      }),
      snapshots: await writer.snapshots(appId, before.snapshots),
      alerts: await writer.alerts(appId, before.alerts),
    }
  }
  for (const { run_id: id, slot } of delivered) {
    const run = next.runs.find(known => known.run_id === id)!
    const recommendations = await writer.recommendations(id)
    if (recommendations !== undefined) run.recommendations = recommendations
    if (!keptIds.has(id)) continue
    progress(`Writing run ${id}`)
    const dsis = await workspace.rows(
      sql`SELECT dsi, slot FROM run_dsis WHERE run = ${slot} ORDER BY dsi`,
    )
    const facts = await writer.facts(
      { run_id: id, slot },
      dsis.map(row => ({ dsi: Number(row.dsi), slot: Number(row.slot) })),
    )
    if (facts !== undefined) run.facts = { ...facts, totals: totals.get(id)! }
  }
  await writer.sync()
}

async function runsWithCohorts(workspace: Workspace): Promise<Set<number>> {
  return new Set(
    await workspace.numbers(
      sql`SELECT run_id FROM delivered_runs WHERE slot IN (SELECT run FROM cohort_rows)`,
    ),
  )
}

function prune(next: Catalog, keptIds: Set<number>, delivered: Set<number>): number[] {
  const pruned = next.runs.filter(
    run =>
      run.kind === 'recommendation' &&
      run.status === 'succeeded' &&
      !keptIds.has(run.run_id) &&
      (run.facts !== undefined || delivered.has(run.run_id)),
  )
  for (const run of pruned) delete run.facts
  return pruned.map(run => run.run_id)
}

/**
 * The audit entry of an import: duration until publish, rows by table, new runs, and access. It is written before the publish; its version
 * is the next after the import's base, or later if others publish first.
 */
function importEvent(
  previous: Catalog,
  next: Catalog,
  rows: Readonly<Record<string, number>>,
  { company, seconds }: { company: number | undefined; seconds: number },
): AuditEvent {
  const runs = added(previous.runs, next.runs, run => String(run.run_id))
  const access = added(
    previous.app_access,
    next.app_access,
    pair => `company:${pair.company_id} app:${pair.app_id}`,
  )
  const details = {
    seconds: Math.round(seconds * 1000) / 1000,
    rows,
    runs,
    granted: access.length,
    access,
  }
  return {
    action: 'import.loaded',
    ...limitedTo(company),
    target: `version:${next.version}`,
    details,
  }
}

function refusalEvent(
  details: { faults: number } | { notes: number },
  company: number | undefined,
): AuditEvent {
  return { action: 'import.refused', ...limitedTo(company), target: 'delivery', details }
}

function limitedTo(company: number | undefined): { companyId?: number } {
  return company === undefined ? {} : { companyId: company }
}

function added<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
): string[] {
  const known = new Set(before.map(nameOf))
  return after.map(nameOf).filter(name => !known.has(name))
}
