import { access, constants, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { factRows, identityRows, recommendationRows } from '../../../imports/load/row-queries.ts'
import type {
  DeliveryWriter,
  OpenDestination,
  NumberedDsi,
  NumberedRun,
  RunRows,
} from '../../../imports/import-destination.ts'
import type { RunFacts, Sealed, Segment } from '../../../core/model/catalog.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import { staged } from '../../../imports/check/stage.ts'
import { joined, readPath, sql, type Sql } from '../../../core/model/sql.ts'
import { isRunning } from '../../../core/runtime/machine.ts'
import { isDiskFull } from '../../files/spool-folder.ts'
import { type FileTarget, type Writing, writeQuery } from './file-target.ts'
import type { DataFile } from './parquet-groups.ts'
import { SegmentFiles } from './segment-files.ts'
import type { Limits } from './segment-levels.ts'

/** Writes the same bytes for every target. */
export class DeliveryFiles implements DeliveryWriter {
  readonly #writing: Writing
  readonly #segments: SegmentFiles
  #recommended: ReturnType<typeof recommendedRuns> | undefined

  constructor(writing: Writing) {
    this.#writing = writing
    this.#segments = new SegmentFiles(writing)
  }

  async prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void> {
    await this.#writing.target.prepare?.(runs)
  }

  sync(): Promise<void> {
    return this.#writing.target.sync()
  }

  #copy(name: string, query: Sql, rows: number): Promise<{ file: string } & Partial<Sealed>> {
    return writeQuery(this.#writing, { name, query, rows })
  }

  /** Writes the complete dictionary to a new file, since readers may use the old one. */
  async identities(appId: number, rows: number): Promise<Segment> {
    return { ...(await this.#copy(`identities-${appId}`, identityRows(appId), rows)), rows }
  }

  async facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined> {
    const facts = await factRows(this.#writing.workspace, run, dsis)
    if (facts === undefined) return undefined
    const known = {
      dsi_values: dsis.map(({ dsi }) => dsi),
      first_install_date: facts.first,
      last_install_date: facts.last,
    }
    return {
      ...(await this.#copy(`facts-${run.run_id}`, facts.query, facts.rows)),
      rows: facts.rows,
      ...known,
    }
  }

  async recommendations(runId: number): Promise<Segment | undefined> {
    const bounds = (await (this.#recommended ??= recommendedRuns(this.#writing.workspace))).get(
      runId,
    )
    if (bounds === undefined) return undefined
    const query = sql`${recommendationRows(runId)} ORDER BY recommendation_id`
    return { ...(await this.#copy(`recommendations-${runId}`, query, bounds.rows)), ...bounds }
  }

  async snapshots(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#segments.append('snapshots', appId, stored)
  }

  async alerts(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#segments.append('alerts', appId, stored)
  }

  async countRows(
    _table: RunRows,
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<{ segment: Segment; rows: number }[]> {
    return await this.#segments.countRows(appId, stored, runs)
  }

  async without(
    table: RunRows,
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<Segment[]> {
    if (stored.length > 0 && runs.length > 0)
      await this.#writing.target.prepareRewrite?.(appId, runs[0]!)
    return await this.#segments.without(table, appId, stored, runs)
  }
}

/** Number of recommendations, and their range of ids, by run. */
async function recommendedRuns(
  workspace: Workspace,
): Promise<Map<number, { rows: number; min_id: number; max_id: number }>> {
  const counts =
    await workspace.rows(sql`SELECT run_id, count(*) AS rows, min(recommendation_id) AS low, max(recommendation_id) AS high
    FROM ${staged('recommendations')} GROUP BY run_id`)
  return new Map(
    counts.map(row => [
      Number(row.run_id),
      { rows: Number(row.rows), min_id: Number(row.low), max_id: Number(row.high) },
    ]),
  )
}

interface FilesOptions {
  target: FileTarget
  limits: Limits
  /** Apps that the import has locked. */
  apps: () => readonly number[]
  /** Local paths of segments whose ids are read; by default checked. */
  pathsOfIds?: (segments: readonly Segment[]) => Promise<readonly string[]>
}

/** The part of a destination that reads and writes Parquet files, in a folder or a lake. */
export function parquetFiles({
  target,
  limits,
  apps,
  pathsOfIds = segments => target.stored(segments),
}: FilesOptions): Pick<OpenDestination, 'identities' | 'takenIds' | 'stored' | 'writer'> {
  const pathOf = async (file: DataFile): Promise<string> => (await target.stored([file]))[0]!
  return {
    identities: async (_workspace, _appId, stored) =>
      sql`FROM read_parquet(${readPath(await pathOf(stored))})`,

    async takenIds(workspace, { runs, files }, table, delivered) {
      const locked = new Set(apps())
      const segments =
        table === 'recommendations'
          ? runs.flatMap(run => (locked.has(run.app_id) ? (run.recommendations ?? []) : []))
          : [...locked].flatMap(app => files[app]?.alerts ?? [])
      const near = await segmentsNear(workspace, segments, delivered)
      if (near.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
      const id = table === 'recommendations' ? sql`recommendation_id` : sql`alert_id`
      const paths = await pathsOfIds(near)
      return sql`SELECT ${id} AS id FROM read_parquet([${joined(paths.map(readPath))}])`
    },

    stored: (_workspace, { part }) => pathOf(part),

    writer: (workspace, next, print) =>
      new DeliveryFiles({ workspace, target, next, print, limits }),
  }
}

/** Segments whose range of ids contains a delivered one. */
async function segmentsNear(
  workspace: Workspace,
  segments: readonly Segment[],
  delivered: Sql,
): Promise<Segment[]> {
  if (segments.length === 0) return []
  const bounds = segments.map(
    ({ min_id: low = 0, max_id: high = Number.MAX_SAFE_INTEGER }, index) =>
      sql`(${index}, ${low}, ${high})`,
  )
  const rows =
    await workspace.rows(sql`SELECT index FROM (VALUES ${joined(bounds)}) bounds (index, low, high)
    WHERE EXISTS (SELECT 1 FROM (${delivered}) delivered WHERE delivered.id BETWEEN low AND high) ORDER BY index`)
  return rows.map(row => segments[Number(row['index'])]!)
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
export async function withScratch<Result>(
  dataDir: string,
  id: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const staging = await stagingIn(dataDir)
  const name = `import-${process.pid}-${id}`
  inUse.add(name)
  try {
    await sweepScratch(staging)
    // Only imports write here, and report a full disk themselves.
    await mkdir(join(staging, name)).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
    })
    return await use(join(staging, name))
  } finally {
    await rm(join(staging, name), { recursive: true, force: true })
    inUse.delete(name)
  }
}

export async function sweepScratch(staging: string): Promise<void> {
  for (const leftover of await readdir(staging))
    if (isLeft(leftover)) await rm(join(staging, leftover), { recursive: true, force: true })
}

function isLeft(name: string): boolean {
  const pid = Number(NAME.exec(name)?.[1])
  if (Number.isNaN(pid) || inUse.has(name)) return false
  return pid === process.pid || !isRunning(pid)
}
