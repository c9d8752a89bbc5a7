import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog, RunFacts } from '../store/catalog.ts'
import { readCatalog, writeCatalog } from '../store/catalog-file.ts'
import { check, type Findings } from './check.ts'
import { prepareContext } from './context.ts'
import { DeliveryError } from './delivery-error.ts'
import { Engine } from './engine.ts'
import { mapNames, numberIdentities, numberNames, prepareIdentities } from './identities.ts'
import { withLock } from './lock.ts'
import { keptRuns, nextCatalog } from './next-catalog.ts'
import type { Print } from './progress.ts'
import { checkRevenue, loadRevenue, orderCohorts, summariseRevenue } from './revenue.ts'
import { openDelivery, type Source } from './source.ts'
import { prepare, stage, staged } from './stage.ts'
import { TABLE_NAMES, type TableName } from './tables.ts'
import { removeUnused, retire } from './tidy.ts'
import { DeliveryFiles } from './write-files.ts'

export { DeliveryError, formatFaults, type Fault } from './delivery-error.ts'

export interface ImportOptions {
  dataDir: string
  /** Folder with the delivery's files. */
  delivery: string
  /** Takes lines about how a long import is going. */
  progress?: (line: string) => void
  now?: () => Date
}

export interface ImportSummary {
  /** The catalog's version since this import. */
  version: number
  /** Rows per delivered table. */
  rows: Partial<Record<TableName, number>>
  /** What is allowed but worth knowing. */
  warnings: string[]
  /** Cohorts with spend or installs that lack a revenue row for one of the app's DSIs. */
  incompleteCohorts: number
  /** Runs whose cohorts and revenues are not kept, since three newer ones are. */
  prunedRuns: number[]
  seconds: number
}

/**
 * Loads a delivery into a data directory: all of it or nothing. It checks every row, writes immutable files aside and then
 * replaces the catalog, so that readers never see a part. Waits while another import is at work. Throws `DeliveryError` when the
 * data are at fault; any other error (a full disk, say) leaves the store as it was, too.
 */
export async function importDelivery(options: ImportOptions): Promise<ImportSummary> {
  const { dataDir, delivery, progress = () => {}, now = () => new Date() } = options
  return await withLock(dataDir, progress, async () => {
    const start = performance.now()
    const scratch = join(dataDir, 'staging', 'scratch')
    await rm(scratch, { recursive: true, force: true })
    const previous = await readCatalog(dataDir)
    await removeUnused(dataDir, previous, now())
    const engine = await Engine.open(scratch)
    try {
      const loaded = await load(engine, { dataDir, delivery, progress, previous, now: now() })
      return { ...loaded, seconds: (performance.now() - start) / 1000 }
    } catch (error) {
      await removeUnused(dataDir, await readCatalog(dataDir), now())
      if (error instanceof DeliveryError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`The import failed and nothing was loaded: ${reason}`, { cause: error })
    } finally {
      engine.close()
      await rm(scratch, { recursive: true, force: true })
    }
  })
}

interface Job {
  dataDir: string
  delivery: string
  progress: Print
  previous: Catalog
  now: Date
}

async function load(engine: Engine, job: Job): Promise<Omit<ImportSummary, 'seconds'>> {
  const sources = await openDelivery(engine, job.delivery)
  const { incompleteCohorts } = await readAndCheck(engine, sources, job)
  const next = await nextCatalog(engine, job.previous, job.now)
  const kept = keptRuns(next.runs)
  await writeFiles(engine, next, kept, job)
  const prunedRuns = prune(next, kept, job.previous)
  next.retired = retire(job.previous, next, job.now)
  await writeCatalog(job.dataDir, next)
  const warnings = incompleteCohorts === 0 ? [] : [
    `${incompleteCohorts} cohort rows with spend or installs lack a cohort_revenue row for one of the app's dsi_values`,
  ]
  const rows = Object.fromEntries(sources.map((source) => [source.table, source.rows]))
  return { version: next.version, rows, warnings, incompleteCohorts, prunedRuns }
}

/** Leaves the delivery in the engine's tables, numbered, or throws all its faults at once. */
async function readAndCheck(engine: Engine, sources: Source[], { dataDir, previous, progress }: Job) {
  const revenue = sources.find((source) => source.table === 'cohort_revenue')
  const others = sources.filter((source) => source !== revenue)
  for (const table of TABLE_NAMES) await prepare(engine, others, table)
  for (const source of others) await stage(engine, source, progress)
  await prepareContext(engine, previous, dataDir)
  const findings = new Map<Source, Findings>()
  for (const source of others) findings.set(source, await check(engine, source))
  const faulty = [...findings.values()].some(({ total }) => total > 0)

  await numberNames(engine)
  let incompleteCohorts = 0
  if (!faulty) {
    await prepareIdentities(engine)
    const apps = await engine.rows('SELECT DISTINCT app_id FROM used_names')
    for (const { app_id: app } of apps) {
      await numberIdentities(engine, dataDir, Number(app), previous.files[Number(app)]?.identities)
    }
    await mapNames(engine)
    await orderCohorts(engine)
    await loadRevenue(engine, revenue, progress)
    const summary = await summariseRevenue(engine)
    incompleteCohorts = summary.incompleteCohorts
    if (summary.sound) return { incompleteCohorts }
  }
  if (revenue !== undefined) {
    await engine.run(`DROP TABLE ${staged('cohort_revenue')}`)
    findings.set(revenue, await checkRevenue(engine, revenue, !faulty, progress))
  }
  const inOrder = sources.map((source) => findings.get(source)!)
  const total = inOrder.reduce((sum, found) => sum + found.total, 0)
  if (total === 0) throw new Error('cohort_revenue has rows that belong to no cohort, but no rule says why')
  throw new DeliveryError(inOrder.flatMap(({ faults }) => faults), total)
}

/** Writes the delivery's data files and names them in the catalog. */
async function writeFiles(engine: Engine, next: Catalog, kept: Set<number>, { dataDir, progress }: Job): Promise<void> {
  const files = new DeliveryFiles(engine, dataDir, next.version)
  await files.prepare()
  const delivered = await engine.rows('SELECT run_id, app_id, slot, kind FROM delivered_runs ORDER BY slot')
  for (const appId of new Set(delivered.map((row) => Number(row.app_id)))) {
    const before = next.files[appId] ?? { snapshots: [], alerts: [] }
    const { rows } = await engine.counts(`SELECT count(*) AS rows FROM identities WHERE app_id = ${appId}`)
    const grown = rows! > (before.identities?.rows ?? 0)
    next.files[appId] = {
      ...before,
      ...(grown ? { identities: await files.identities(appId, rows!) } : {}),
      snapshots: await files.snapshots(appId, before.snapshots),
      alerts: await files.alerts(appId, before.alerts),
    }
  }
  for (const row of delivered) {
    const run = next.runs.find(({ run_id: id }) => id === Number(row.run_id))!
    const recommendations = await files.recommendations(run.run_id)
    if (recommendations !== undefined) run.recommendations = recommendations
    if (!kept.has(run.run_id)) continue
    progress(`Writing run ${run.run_id}`)
    const dsis = await engine.rows(`SELECT dsi, slot FROM run_dsis WHERE run = ${Number(row.slot)} ORDER BY dsi`)
    const facts: RunFacts | undefined = await files.facts(
      { run_id: run.run_id, slot: Number(row.slot) }, dsis.map(({ dsi, slot }) => ({ dsi: Number(dsi), slot: Number(slot) })))
    if (facts !== undefined) run.facts = facts
  }
  await files.sync()
}

/** Drops the facts of runs that are not kept; returns those runs that lost or never got theirs. */
function prune(next: Catalog, kept: Set<number>, previous: Catalog): number[] {
  const known = new Set(previous.runs.filter((run) => run.facts === undefined).map((run) => run.run_id))
  const pruned = next.runs.filter((run) => run.kind === 'recommendation' && run.status === 'succeeded' && !kept.has(run.run_id))
  for (const run of pruned) delete run.facts
  return pruned.map((run) => run.run_id).filter((id) => !known.has(id))
}
