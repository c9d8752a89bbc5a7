import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Print, waiter } from '../../../imports/progress.ts'
import type { RunRows } from '../../../imports/import-destination.ts'
import type { Catalog, Sealed, Segment } from '../../../core/model/catalog.ts'
import type { Finding } from '../../../core/model/finding.ts'
import { literal, sql, type Sql } from '../../../core/model/sql.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import { FORMAT, type Writing } from './file-target.ts'
import type { DataFile } from './parquet-groups.ts'

/** Size and SHA-256 of a file. A stream would cost more than the checksum, since most files are small. Reads at most one piece beyond `most`. */
export async function sealed(path: string, most = Infinity, signal?: AbortSignal): Promise<Sealed> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(Math.min(1_048_576, (await file.stat()).size + 1))
    let bytes = 0
    while (bytes <= most) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) break
      bytes += bytesRead
      hash.update(buffer.subarray(0, bytesRead))
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Copies at most `most` bytes, since a file may grow, and syncs. */
export async function copySealed(
  from: Promise<FileHandle>,
  to: string,
  most: number,
): Promise<Sealed> {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  const source = await from
  try {
    if (most === 0) await (await open(to, 'wx', 0o600)).close()
    else {
      const input = source.createReadStream({
        autoClose: false,
        highWaterMark: 1_048_576,
        end: most - 1,
      })
      await pipeline(
        input,
        hashing,
        createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
      )
    }
  } finally {
    await source.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Rejects with the signal's reason, or if the file cannot be read. */
export async function isIntact(
  path: string,
  { bytes, sha256 }: Sealed,
  signal?: AbortSignal,
): Promise<boolean> {
  const actual = await sealed(path, bytes, signal)
  return actual.bytes === bytes && actual.sha256 === sha256
}

export interface Verification {
  /** Version of the catalog; null if it cannot be read. */
  version: number | null
  /** Number and bytes of the data files read. */
  files: number
  bytes: number
  findings: Finding[]
  repaired: string[]
}

export interface VerifyOptions {
  /** Whether to list all objects of a lake, to find those that nothing references. */
  list?: boolean
  repair: boolean
  /** EXPORT_SECRET, by which a repair finds erased addresses; null: the store's own. */
  secret?: string | null
  print: Print
}

/** Writes the rows of a query as one data file. */
export async function writeQuery(
  { workspace, target, print }: Writing,
  { name, query, rows }: { name: string; query: Sql; rows: number },
): Promise<{ file: string } & Partial<Sealed>> {
  const opened = await target.begin(name)
  await workspace.run(
    sql`COPY (${query}) TO ${literal(opened.path)} (${FORMAT})`,
    waiter(print, `Writing ${name}`, rows),
  )
  return { file: opened.file, ...(await target.written(opened)) }
}

/** Name of an import's segment, numbered from 0. The table is followed by letters only, as in earlier versions. */
export function segmentName(table: RunRows, appId: number, number: number): string {
  let letters = ''
  for (let remaining = number; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCharCode(97 + ((remaining - 1) % 26)) + letters
  return `${table}${letters}-${appId}`
}

/** Table and app or run of a data file's name; undefined for other names. */
export function heldBy(file: string): Omit<Held, 'app'> | undefined {
  const [, table, id] =
    /\/(identities(?=-)|recommendations(?=-)|facts(?=-)|snapshots|alerts)[a-z]*-(\d{1,16})\.parquet$/.exec(
      file,
    ) ?? []
  return table === undefined ? undefined : { table: table as Held['table'], id: Number(id) }
}

export interface Held {
  table: 'identities' | 'snapshots' | 'alerts' | 'recommendations' | 'facts'
  /** The run of recommendations and facts, the app of other tables. */
  id: number
  app: number
}

/** Replaces every file entry of a catalog, 8 in parallel by default. */
export async function mapFiles(
  catalog: Catalog,
  change: <Part extends DataFile>(part: Part, held: Held) => Promise<Part>,
  atOnce?: number,
): Promise<Catalog> {
  const next = structuredClone(catalog)
  const changes: (() => Promise<void>)[] = []
  const put = <Part extends DataFile>(
    part: Part | undefined,
    held: Held,
    into: (part: Part) => void,
  ): void => {
    if (part !== undefined) changes.push(async () => into(await change(part, held)))
  }
  for (const [app, files] of Object.entries(next.files)) {
    const id = Number(app)
    put(files.identities, { table: 'identities', id, app: id }, part => (files.identities = part))
    for (const table of ['snapshots', 'alerts'] as const) {
      files[table].forEach((part: Segment, index) =>
        put(part, { table, id, app: id }, part => (files[table][index] = part)),
      )
    }
  }
  for (const run of next.runs) {
    const { run_id: id, app_id: app } = run
    put(
      run.recommendations,
      { table: 'recommendations', id, app },
      part => (run.recommendations = part),
    )
    put(run.facts, { table: 'facts', id, app }, part => (run.facts = part))
  }
  await mapAtOnce(changes, change => change(), atOnce)
  return next
}
