import type { Boom } from '@hapi/boom'
import { LRUCache } from 'lru-cache'
import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { problem } from '../../core/checks/problem.ts'
import { isRunning, ownBounds } from '../../core/runtime/machine.ts'
import { StoreOutOfMemory } from '../../core/model/store.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'

/** Distinguishes this process from an earlier one with the same number, as in a restarted container. */
const BOOT = randomBytes(4).toString('hex')
const TEMPORARY = /^tmp-(?<host>.+)-(?<pid>\d+)-(?<boot>[0-9a-f]{8})-[0-9a-f]{12}$/
const KEPT = '.rows'

/** File name of cached rows: see `kept-rows.ts`. */
export function keptName(slot: string): string {
  return `${createHash('sha256').update(slot).digest('hex')}${KEPT}`
}

const SPOOLED = /^[0-9a-f]{64}\.[a-z]+$/

/** Other files are neither counted nor removed. */
function isOwn(name: string): boolean {
  return SPOOLED.test(name) || TEMPORARY.test(name)
}

const CLEARED = 'cleared'
const HOUR = 3_600_000

/** Counted bytes: a minimum per file, since many small files would slow down listing. */
export function spooledBytes(size: number): number {
  return Math.max(size, 65_536)
}

export function temporaryPath(dir: string): string {
  return join(dir, `tmp-${hostname()}-${process.pid}-${BOOT}-${randomBytes(6).toString('hex')}`)
}

/** Deletes unfinished files of ended processes, or an hour old. */
export async function cleanSpoolFolder(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const { host, pid, boot } = TEMPORARY.exec(name)?.groups ?? {}
    if (host === undefined) continue
    const isOld = Date.now() - (stateOf(join(dir, name))?.mtimeMs ?? Infinity) > HOUR
    const isRunningHere = Number(pid) === process.pid ? boot === BOOT : isRunning(Number(pid))
    if (isOld || (host === hostname() && !isRunningHere)) await rm(join(dir, name), { force: true })
  }
}

export interface ClearedSpool {
  files: number
  bytes: number
}

/** A build during which it changes may have read erased data. */
export async function lastCleared(dir: string): Promise<string | null> {
  return await readFile(join(dir, CLEARED), 'utf8').catch(missing)
}

/**
 * Empties a spool that services may use. Services repeat builds that began before. Running downloads finish, and
 * foreign files stay.
 */
export async function clearSpoolFolder(dir: string): Promise<ClearedSpool> {
  const cleared = { files: 0, bytes: 0 }
  if (stateOf(dir) === undefined) return cleared
  const mark = () => writeFile(join(dir, CLEARED), randomBytes(16).toString('hex'))
  await mark().catch(() => removeAll(dir, cleared).then(mark))
  // A build may check the mark before it changes and publish during the first pass; the second pass removes its file.
  await removeAll(dir, cleared)
  await removeAll(dir, cleared)
  return cleared
}

async function removeAll(dir: string, cleared: ClearedSpool): Promise<void> {
  await Promise.all(
    (await readdir(dir)).filter(isOwn).map(async name => {
      const state = stateOf(join(dir, name))
      await rm(join(dir, name), { force: true })
      if (state) cleared.files++
      cleared.bytes += state?.size ?? 0
    }),
  )
}

/** For `catch`: null if the file is missing. */
export function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Finished files in order of eviction: the newest cached rows last, up to `keptBytes`. */
export async function listSpool(
  dir: string,
  keptBytes: number,
): Promise<{ name: string; bytes: number }[]> {
  const files: { name: string; bytes: number; usedAt: number }[] = []
  await forEachInSlices(
    (await readdir(dir)).filter(name => SPOOLED.test(name)),
    name => {
      const state = stateOf(join(dir, name))
      if (state) files.push({ name, bytes: spooledBytes(state.size), usedAt: state.atimeMs })
    },
  )
  files.sort((a, b) => b.usedAt - a.usedAt)
  let bytesLeft = keptBytes
  const last = new Set(
    files.filter(({ name, bytes }) => name.endsWith(KEPT) && (bytesLeft -= bytes) >= 0),
  )
  return [...last, ...files.filter(file => !last.has(file))].reverse()
}

/** Synchronous: thousands of calls would keep other files out of libuv's pool, and take four times the processor time. */
function stateOf(path: string) {
  return statSync(path, { throwIfNoEntry: false })
}

interface SmallFile extends SpooledFile {
  bytes: Buffer
}

/** Maximum size of a cached file, bytes: a page of rows. */
const LARGEST = 128 * 1024

const MAX_BYTES = 32 * 2 ** 20

/** Approximate overhead of a cached file, bytes. */
const OVERHEAD = 512

/**
 * Small spool files in memory, by tag: opening, reading and closing a file takes eight turns of libuv's pool, which large files and queries
 * share.
 */
export class SmallFiles {
  readonly #kept = new LRUCache<string, SmallFile>({
    maxSize: Math.round(MAX_BYTES * ownBounds().caches),
    sizeCalculation: ({ bytes }, tag) => bytes.length + tag.length + OVERHEAD,
  })

  get(tag: string): SmallFile | undefined {
    return this.#kept.get(tag)
  }

  /** Caches and closes a small file; undefined for a large one, which stays open. */
  async read(tag: string, { handle, size, totalRows }: OpenFile): Promise<SmallFile | undefined> {
    if (size > LARGEST) return undefined
    const { bytesRead, buffer } = await handle
      .read(Buffer.alloc(size), 0, size, 0)
      .finally(() => handle.close())
    // A truncated file must not look complete.
    if (bytesRead !== size)
      throw new Error(`a file of the spool has ${bytesRead} of its ${size} bytes`)
    const file = { bytes: buffer, size, totalRows }
    this.#kept.set(tag, file)
    return file
  }
}

/** Suggested wait, s. */
const RETRY_AFTER = 10

/** Whether disk or quota is full; DuckDB reports it only in its message. */
export function isDiskFull(error: unknown): boolean {
  return says(
    error,
    ({ code, message }) =>
      code === 'ENOSPC' ||
      code === 'EDQUOT' ||
      /No space left on device|Disk quota exceeded/i.test(message),
  )
}

/** The 507 problem for an error of a full disk or lack of memory. */
export function noRoomProblem(cause: unknown): Boom | undefined {
  if (isDiskFull(cause))
    return insufficientStorage("The service's disk is full. Try again later.", cause)
  // DuckDB's message for its spill limit, which also starts with `Out of Memory Error`.
  if (says(cause, ({ message }) => message.includes('max_temp_directory_size')))
    return insufficientStorage(
      'The service lacks disk space for the temporary data of this request. Try again later, or request less data.',
      cause,
    )
  const outOfMemory = says(
    cause,
    error => error instanceof StoreOutOfMemory || error.message.startsWith('Out of Memory Error'),
  )
  return outOfMemory ? problem('insufficient_memory', REQUEST_LESS, { cause }) : undefined
}

/** Advice without Retry-After, since the same request would fail again. */
const REQUEST_LESS =
  'The service lacks the memory for this request. Request less: a shorter date range, longer periods, fewer metrics, filters or a `limit`.'

export function insufficientStorage(detail: string, cause?: unknown): Boom {
  return problem('insufficient_storage', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}

function says(error: unknown, test: (error: NodeJS.ErrnoException) => boolean): boolean {
  return error instanceof Error && (test(error) || says(error.cause, test))
}

export interface SpooledFile {
  /** Size of the content, bytes; the file on disk is longer. */
  size: number
  totalRows: number
}

export interface OpenFile extends SpooledFile {
  /** The caller closes it; until then the file uses disk space. */
  handle: FileHandle
  isCached: boolean
  closed: Promise<unknown>
}
