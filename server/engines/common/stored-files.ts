import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Print } from '../../delivery/progress.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import type { App, BetLookback, Catalog, Run, Sealed, Segment } from '../../model/catalog.ts'
import { joined, literal, readPath, sql, type Sql } from '../../model/sql.ts'
import type { DataFile } from './parquet-groups.ts'

/** Bytes of the blocks that parts of a file are checked by; the last one is shorter. */
export const BLOCK = 65_536
/** Bytes of a block's sum: the beginning of its SHA-256. */
export const SUM_BYTES = 16

/** Files below it are always fetched whole. */
const LEAST_IN_PARTS = 8 * 1024 * 1024

/** The size and checksum of a file, and for large ones the sums of its blocks. */
export async function sealed(path: string): Promise<Sealed & { sums?: Buffer }> {
  const whole = createHash('sha256')
  const sums: Buffer[] = []
  let bytes = 0
  for await (const block of blocksOf(path)) {
    bytes += block.length
    whole.update(block)
    sums.push(sumOf(block))
  }
  const seal = { bytes, sha256: hex(whole) }
  if (bytes < LEAST_IN_PARTS) return seal
  const all = Buffer.concat(sums)
  return { ...seal, blocks: hex(createHash('sha256').update(all)), sums: all }
}

async function* blocksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (let last = false; !last;) {
      const block = Buffer.allocUnsafe(BLOCK)
      let length = 0
      while (length < BLOCK && !last) {
        const { bytesRead } = await file.read(block, length, BLOCK - length)
        length += bytesRead
        last = bytesRead === 0
      }
      if (length > 0) yield block.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}

/** Whether a file has the size and checksum that the catalog gives. Rejects with the signal's reason, or where it cannot be read. */
export async function isIntact(path: string, { bytes, sha256 }: Sealed, signal?: AbortSignal): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  const pieces = createReadStream(path, { highWaterMark: 1_048_576, ...(signal && { signal }) }) as AsyncIterable<Uint8Array>
  for await (const piece of pieces) {
    read += piece.length
    if (read > bytes) return false
    hash.update(piece)
  }
  return read === bytes && hash.digest('hex') === sha256
}

export function sumOf(block: Uint8Array): Buffer {
  return createHash('sha256').update(block).digest().subarray(0, SUM_BYTES)
}

function hex(hash: Hash): string {
  return hash.digest('hex')
}

/** Something that a verification of a store found. */
export interface Finding {
  /** A file's name within the store, or what else it is about. */
  file: string
  problem: string
  advice: string
  /** Damage needs an operator; a note does not. */
  kind: 'damage' | 'note'
}

export interface Verification {
  /** Version of the catalog; null if it cannot be read. */
  version: number | null
  /** Data files that were read, and their bytes. */
  files: number
  bytes: number
  findings: Finding[]
  /** Actions of a repair, one sentence each. */
  repaired: string[]
}

export interface VerifyOptions {
  /** Repairs what can be repaired, and verifies again. */
  repair: boolean
  print: Print
}

/** Key of the notes in a Parquet file's metadata. */
const KEY = 'uascope'

/** Files whose notes are read with one query. */
const NOTES_AT_ONCE = 500

/**
 * What a data file says about itself in its metadata, so that `admin verify --repair` can rebuild a lost catalog from data files alone. Never who may
 * read an app, and no company: what must not come back is not there.
 */
export interface FileNotes {
  format: 1
  table: Held['table']
  app: Omit<App, 'version'>
  bet_lookbacks: BetLookback[]
  /** The runs that were delivered with the file and those whose rows it holds. */
  runs: Omit<Run, 'version' | 'withdrawn' | 'facts' | 'recommendations'>[]
  /** Ids of the runs whose rows it holds; an app's identities are of no run. */
  holds: number[]
  /** Of facts. */
  facts?: { dsi_values: number[]; first_install_date: string; last_install_date: string }
  /** With identities. */
  networks?: Catalog['networks']
}

/** The notes on a file that an import writes; undefined if the catalog lacks its app. */
export function makeNotes(
  next: Catalog,
  file: Pick<FileNotes, 'table' | 'holds' | 'facts'> & { appId: number; delivered: ReadonlySet<number> },
): FileNotes | undefined {
  const { table, appId, delivered, holds, facts } = file
  const app = next.apps.find(one => one.app_id === appId)
  if (app === undefined) return undefined
  const { version: _, ...row } = app
  const wanted = new Set([...delivered, ...holds])
  return {
    format: 1,
    table,
    app: row,
    bet_lookbacks: next.bet_lookbacks.filter(one => one.app_id === appId),
    runs: next.runs
      .filter(run => run.app_id === appId && wanted.has(run.run_id))
      .map(({ version: _version, withdrawn: _withdrawn, facts: _facts, recommendations: _recommendations, ...run }) => run),
    holds,
    ...(facts && { facts }),
    ...(table === 'identities' && { networks: next.networks }),
  }
}

/** The option of COPY that writes notes into a Parquet file. */
export function notesOption(notes: FileNotes | undefined): Sql {
  return notes === undefined ? sql`` : sql`, KV_METADATA {uascope: ${literal(JSON.stringify(notes))}}`
}

/** The notes of Parquet files, by path; files of earlier versions have none. Rejects if one of them is not a Parquet file. */
export async function readNotes(workspace: Workspace, paths: readonly string[]): Promise<Map<string, FileNotes>> {
  const found = new Map<string, FileNotes>()
  for (let start = 0; start < paths.length; start += NOTES_AT_ONCE) {
    const some = joined(paths.slice(start, start + NOTES_AT_ONCE).map(readPath))
    const rows = await workspace.rows(
      sql`SELECT file_name, decode(value) AS notes FROM parquet_kv_metadata([${some}]) WHERE decode(key) = ${literal(KEY)}`,
    )
    for (const { file_name: path, notes } of rows) found.set(String(path), JSON.parse(String(notes)) as FileNotes)
  }
  return found
}

/** Content of a file: a table, and the app or run of its rows. */
export interface Held {
  table: 'identities' | 'snapshots' | 'alerts' | 'recommendations' | 'facts'
  id: number
}

/** A catalog with what it says of every file put in place of what it said; some are asked for at once, 8 unless told otherwise. */
export async function mapFiles(
  catalog: Catalog,
  change: <Part extends DataFile>(part: Part, held: Held) => Promise<Part>,
  atOnce?: number,
): Promise<Catalog> {
  const next = structuredClone({ ...catalog, retired: [] })
  const changes: (() => Promise<void>)[] = []
  const put = <Part extends DataFile>(part: Part | undefined, held: Held, into: (part: Part) => void): void => {
    if (part !== undefined) changes.push(async () => into(await change(part, held)))
  }
  for (const [app, files] of Object.entries(next.files)) {
    const id = Number(app)
    put(files.identities, { table: 'identities', id }, part => (files.identities = part))
    for (const table of ['snapshots', 'alerts'] as const) {
      files[table].forEach((part: Segment, index) => put(part, { table, id }, part => (files[table][index] = part)))
    }
  }
  for (const run of next.runs) {
    put(run.recommendations, { table: 'recommendations', id: run.run_id }, part => (run.recommendations = part))
    put(run.facts, { table: 'facts', id: run.run_id }, part => (run.facts = part))
  }
  await each(changes, change => change(), atOnce)
  return next
}

/** Requests to the lake at once, of one import. */
const AT_ONCE = 8

/** Does something with each of many, some at a time; begins nothing more where one fails. */
export async function each<Item>(
  items: readonly Item[],
  use: (item: Item, index: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const left = items.entries()
  let failed = false
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (failed) return
      await use(item, index).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}
