import { access, constants, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { alertRows, countOf, factRows, identityRows, recommendationRows, snapshotRows } from '../../delivery/load/rows.ts'
import type { DeliveryWriter, NumberedDsi, NumberedRun, RunRows } from '../../delivery/place.ts'
import { type Print, waiter } from '../../delivery/progress.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import type { Catalog, RunFacts, Sealed, Segment } from '../../model/catalog.ts'
import { joined, literal, numbers, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { type FileNotes, makeNotes, notesOption } from './stored-files.ts'

/** Above this number, an app's segments of a table are merged. */
const MAX_SEGMENTS = 16
/** Snappy reads and writes twice as fast as zstd; files are half as large again. */
export const FORMAT = sql`FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 61440`

const ROWS: Record<RunRows, { order: Sql; id?: Sql }> = {
  snapshots: { order: sql`dsi, install_date, run_id, "identity"` },
  alerts: { order: sql`alert_id`, id: plain('alert_id') },
}

export interface FileTarget {
  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void>
  begin(name: string, appId: number): Promise<{ file: string; path: string }>
  written(file: { file: string; path: string }): Promise<Partial<Sealed>>
  stored(segments: readonly Segment[]): Promise<readonly string[]>
  /** Whether the catalog records the smallest and largest id of recommendations and alerts. */
  withBounds: boolean
  sync(): Promise<void>
}

/** The same bytes for every target. */
export class DeliveryFiles implements DeliveryWriter {
  readonly #workspace: Workspace
  readonly #target: FileTarget
  readonly #next: Catalog
  readonly #print: Print
  #delivered: ReadonlySet<number> = new Set()
  /** Last requested stored segments; a lake fetches them. */
  #paths: ReadonlyMap<string, string> = new Map()

  constructor(workspace: Workspace, target: FileTarget, next: Catalog, print: Print) {
    this.#workspace = workspace
    this.#target = target
    this.#next = next
    this.#print = print
  }

  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void> {
    this.#delivered = new Set(runs.map(run => run.run_id))
    return this.#target.prepare(runs)
  }

  sync(): Promise<void> {
    return this.#target.sync()
  }

  async #copy(
    name: string,
    appId: number,
    query: Sql,
    rows: number,
    notes: FileNotes | undefined,
  ): Promise<{ file: string } & Partial<Sealed>> {
    const place = await this.#target.begin(name, appId)
    const copy = sql`COPY (${query}) TO ${literal(place.path)} (${FORMAT}${notesOption(notes)})`
    await this.#workspace.run(copy, waiter(this.#print, `Writing ${name}`, rows))
    return { file: place.file, ...(await this.#target.written(place)) }
  }

  #notes(table: FileNotes['table'], appId: number, holds: number[], facts?: FileNotes['facts']): FileNotes | undefined {
    return makeNotes(this.#next, { table, appId, delivered: this.#delivered, holds, ...(facts && { facts }) })
  }

  #appOf(runId: number): number {
    return this.#next.runs.find(run => run.run_id === runId)!.app_id
  }

  async #stored(segments: readonly Segment[]): Promise<string[]> {
    if (!segments.every(({ file }) => this.#paths.has(file))) {
      const paths = await this.#target.stored(segments)
      this.#paths = new Map(segments.map(({ file }, index) => [file, paths[index]!]))
    }
    return segments.map(({ file }) => this.#paths.get(file)!)
  }

  async #runsIn(rows: Sql): Promise<number[]> {
    const found = await this.#workspace.rows(sql`SELECT DISTINCT run_id FROM (${rows}) ORDER BY run_id`)
    return found.map(row => Number(row.run_id))
  }

  /** Writes the whole dictionary to a new file, since readers may use the old one. */
  async identities(appId: number, rows: number): Promise<Segment> {
    return { ...(await this.#copy(`identities-${appId}`, appId, identityRows(appId), rows, this.#notes('identities', appId, []))), rows }
  }

  async facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined> {
    const facts = await factRows(this.#workspace, run, dsis)
    if (facts === undefined) return undefined
    const known = { dsi_values: dsis.map(({ dsi }) => dsi), first_install_date: facts.first, last_install_date: facts.last }
    const appId = this.#appOf(run.run_id)
    const notes = this.#notes('facts', appId, [run.run_id], known)
    return { ...(await this.#copy(`facts-${run.run_id}`, appId, facts.query, facts.rows, notes)), rows: facts.rows, ...known }
  }

  async recommendations(runId: number): Promise<Segment | undefined> {
    const rows = recommendationRows(runId)
    const count = await countOf(this.#workspace, rows)
    if (count === 0) return undefined
    const order = sql`recommendation_id`
    const appId = this.#appOf(runId)
    const notes = this.#notes('recommendations', appId, [runId])
    return {
      ...(await this.#copy(`recommendations-${runId}`, appId, sql`${rows} ORDER BY ${order}`, count, notes)),
      rows: count,
      ...(await this.#bounds(rows, order)),
    }
  }

  async snapshots(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#append('snapshots', appId, stored, snapshotRows(appId))
  }

  async alerts(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#append('alerts', appId, stored, alertRows(appId))
  }

  async #append(table: RunRows, appId: number, stored: Segment[], rows: Sql): Promise<Segment[]> {
    if ((await countOf(this.#workspace, rows)) === 0) return stored
    const merge = stored.length >= MAX_SEGMENTS
    const files = merge ? joined((await this.#stored(stored)).map(readPath)) : sql``
    const all = merge ? sql`SELECT * FROM read_parquet([${files}], union_by_name = true) UNION ALL BY NAME ${rows}` : rows
    const segment = await this.#segment(table, appId, all, await countOf(this.#workspace, all))
    return merge ? [segment] : [...stored, segment]
  }

  async #segment(table: RunRows, appId: number, rows: Sql, count: number): Promise<Segment> {
    const { order, id } = ROWS[table]
    const notes = this.#notes(table, appId, await this.#runsIn(rows))
    const written = await this.#copy(`${table}-${appId}`, appId, sql`SELECT * FROM (${rows}) ORDER BY ${order}`, count, notes)
    return { ...written, rows: count, ...(id && (await this.#bounds(rows, id))) }
  }

  async countRows(
    _table: RunRows,
    _appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<{ segment: Segment; rows: number }[]> {
    const counts: { segment: Segment; rows: number }[] = []
    if (runs.length === 0) return counts
    for (const [index, path] of (await this.#stored(stored)).entries()) {
      const rows = sql`SELECT * FROM read_parquet(${readPath(path)}) WHERE run_id IN (${numbers(runs)})`
      counts.push({ segment: stored[index]!, rows: await countOf(this.#workspace, rows) })
    }
    return counts
  }

  async without(table: RunRows, appId: number, stored: Segment[], runs: readonly number[]): Promise<Segment[]> {
    const counts = await this.countRows(table, appId, stored, runs)
    const changed = counts.filter(({ rows }) => rows > 0).map(({ segment }) => segment)
    if (changed.length === 0) return stored
    const kept = stored.filter(segment => !changed.includes(segment))
    const paths = joined((await this.#stored(changed)).map(readPath))
    const left = sql`SELECT * FROM read_parquet([${paths}], union_by_name = true) WHERE run_id NOT IN (${numbers(runs)})`
    const count = await countOf(this.#workspace, left)
    return count === 0 ? kept : [...kept, await this.#segment(table, appId, left, count)]
  }

  async #bounds(rows: Sql, id: Sql): Promise<Pick<Segment, 'min_id' | 'max_id'>> {
    if (!this.#target.withBounds) return {}
    const { min, max } = await this.#workspace.counts(sql`SELECT min(${id}) AS min, max(${id}) AS max FROM (${rows})`)
    return { min_id: min!, max_id: max! }
  }
}

export async function stagingIn(dataDir: string): Promise<string> {
  const staging = join(dataDir, 'staging')
  try {
    await mkdir(staging, { recursive: true })
    await access(staging, constants.W_OK)
    return staging
  } catch (error) {
    throw describeWriteError(error)
  }
}

/** Names DATA_DIR in a write error. */
export function describeWriteError(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`DATA_DIR cannot be written: ${reason}`, { cause })
}

const inUse = new Set<string>()

const NAME = /^import-(\d+)-[0-9a-f]+$/

/** Gives an import its own folder, then deletes it and those of killed imports. */
export async function withScratch<Result>(dataDir: string, id: string, use: (folder: string) => Promise<Result>): Promise<Result> {
  const staging = await stagingIn(dataDir)
  const name = `import-${process.pid}-${id}`
  inUse.add(name)
  try {
    await sweepScratch(staging)
    await mkdir(join(staging, name))
    return await use(join(staging, name))
  } finally {
    await rm(join(staging, name), { recursive: true, force: true })
    inUse.delete(name)
  }
}

export async function sweepScratch(staging: string): Promise<void> {
  for (const left of await readdir(staging)) if (isLeft(left)) await rm(join(staging, left), { recursive: true, force: true })
}

function isLeft(name: string): boolean {
  const pid = Number(NAME.exec(name)?.[1])
  if (Number.isNaN(pid) || inUse.has(name)) return false
  return pid === process.pid || !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
