import type { Boom } from '@hapi/boom'
import { LRUCache } from 'lru-cache'
import { randomBytes } from 'node:crypto'
import { type FileHandle, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { problem } from '../checks/problem.ts'

/** Tells this process from an earlier one with the same number, as in a restarted container. */
const BOOT = randomBytes(4).toString('hex')
const TEMPORARY = /^tmp-(?<host>.+)-(?<pid>\d+)-(?<boot>[0-9a-f]{8})-[0-9a-f]{12}$/
/** A file that is kept. Others belong to somebody else, and are neither counted nor removed. */
const SPOOLED = /^[0-9a-f]{64}\.[a-z]+$/
/** Facts that versions up to 1.1 wrote beside each file. */
const FACTS = /^[0-9a-f]{64}\.[a-z]+\.json$/
/** Names the last clearing. */
const CLEARED = 'cleared'
const HOUR = 3_600_000

/** Every file counts as this many bytes at least: many small ones must not make the folder slow to list. */
const LEAST_BYTES = 65_536

/** Allocation unit of disks, bytes. */
const BLOCK = 4096

/** Bytes that a file takes of the disk, as counted against the bound. */
export function spooledBytes(size: number): number {
  return Math.max(Math.ceil(size / BLOCK) * BLOCK, LEAST_BYTES)
}

/** A path for a file under construction, recognizable as this process's. */
export function temporaryPath(dir: string): string {
  return join(dir, `tmp-${hostname()}-${process.pid}-${BOOT}-${randomBytes(6).toString('hex')}`)
}

/** Removes files under construction whose process has ended, or that are too old to be worked on, and facts that no version reads any more. */
export async function cleanSpoolFolder(dir: string): Promise<void> {
  await Promise.all(
    (await readdir(dir)).map(async name => {
      if (FACTS.test(name) || (await isLeft(dir, name))) await rm(join(dir, name), { force: true })
    }),
  )
}

async function isLeft(dir: string, name: string): Promise<boolean> {
  const parts = TEMPORARY.exec(name)?.groups
  if (parts === undefined) return false
  const abandoned = parts['host'] === hostname() && !isRunning(Number(parts['pid']), parts['boot']!)
  return abandoned || (await isOld(join(dir, name)))
}

export interface ClearedSpool {
  files: number
  bytes: number
}

/** Changes with each clearing. A build that sees it change may have read what was erased since. */
export async function lastCleared(dir: string): Promise<string | null> {
  return await readFile(join(dir, CLEARED), 'utf8').catch(missing)
}

/**
 * Removes every file of a spool, also while services use it. No file that was built, or whose build had begun, before this call
 * stays in the folder: services repeat such builds. Downloads that have begun are read to their end. Files that are not the spool's stay.
 */
export async function clearSpoolFolder(dir: string): Promise<ClearedSpool> {
  const cleared = { files: 0, bytes: 0 }
  if ((await stat(dir).catch(missing)) === null) return cleared
  const mark = () => writeFile(join(dir, CLEARED), randomBytes(16).toString('hex'))
  await mark().catch(async (error: unknown) => {
    if (!isDiskFull(error)) throw error
    await removeAll(dir, cleared)
    await mark()
  })
  // A build may have looked at the mark before it changed, and publish its file during the first pass. The second removes it.
  await removeAll(dir, cleared)
  await removeAll(dir, cleared)
  return cleared
}

async function removeAll(dir: string, cleared: ClearedSpool): Promise<void> {
  await Promise.all(
    (await readdir(dir))
      .filter(name => [SPOOLED, FACTS, TEMPORARY].some(own => own.test(name)))
      .map(async name => {
        const path = join(dir, name)
        const size = (await stat(path).catch(missing))?.size
        await rm(path, { force: true })
        if (size === undefined) return
        cleared.files++
        cleared.bytes += size
      }),
  )
}

/** For `catch`: null where there is no file. */
export function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

export interface ListedFile {
  name: string
  inode: number
  /** As they count, see `spooledBytes`. */
  bytes: number
}

export interface SpoolListing {
  /** The least recently used first. */
  files: ListedFile[]
  /** Files being built elsewhere. */
  othersBytes: number
}

/** Lists the folder. `isOwn` recognizes the files that the caller has under construction. */
export async function listSpool(dir: string, isOwn: (path: string) => boolean): Promise<SpoolListing> {
  const all = await readdir(dir)
  const files = (
    await Promise.all(
      all
        .filter(name => SPOOLED.test(name))
        .map(async name => {
          const state = await stat(join(dir, name)).catch(() => null)
          return state === null ? [] : [{ name, inode: state.ino, bytes: spooledBytes(state.size), usedAt: state.atimeMs }]
        }),
    )
  )
    .flat()
    .sort((a, b) => a.usedAt - b.usedAt)
  const others = all.filter(name => TEMPORARY.test(name) && !isOwn(join(dir, name)))
  const sizes = await Promise.all(others.map(async name => (await stat(join(dir, name)).catch(() => null))?.size ?? 0))
  return { files, othersBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

async function isOld(path: string): Promise<boolean> {
  const state = await stat(path).catch(() => null)
  return state !== null && Date.now() - state.mtimeMs > HOUR
}

function isRunning(pid: number, boot: string): boolean {
  if (pid === process.pid) return boot === BOOT
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A small file, whole. */
export interface SmallFile extends SpooledFile {
  bytes: Buffer
}

/** Bytes of the largest that is kept: what a page of rows takes. */
const LARGEST = 128 * 1024

const MAX_BYTES = 32 * 2 ** 20

/** Approximate overhead of a cached file, bytes. */
const BESIDE = 512

/**
 * Small files of a spool in memory, by their tags: to open, read and close one takes eight turns of the threads that wait for files, which
 * large files and queries share, and answering from memory none.
 */
export class SmallFiles {
  readonly #kept = new LRUCache<string, SmallFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, tag) => bytes.length + tag.length + BESIDE,
  })

  /** The file of a tag, where it is kept. */
  get(tag: string): SmallFile | undefined {
    return this.#kept.get(tag)
  }

  /** Reads a small file into memory and closes it; undefined for a large one, which stays open. */
  async read(tag: string, { handle, size, totalRows }: OpenFile): Promise<SmallFile | undefined> {
    if (size > LARGEST) return undefined
    const file = { bytes: await readWhole(handle, size), size, totalRows }
    this.#kept.set(tag, file)
    return file
  }
}

async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(size), 0, size, 0)
    // A file cut short must not look whole.
    if (bytesRead !== size) throw new Error(`a file of the spool has ${bytesRead} of its ${size} bytes`)
    return buffer
  } finally {
    await handle.close()
  }
}

/** Seconds after which room may have been made. */
const RETRY_AFTER = 10

/** Whether the disk, or its user's quota, was full; the system says it by code, DuckDB in words only. */
export function isDiskFull(error: unknown): boolean {
  return says(
    error,
    ({ code, message }) => code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded/i.test(message),
  )
}

/** The 507 for an error that says that there was no room, on disk or in memory, for a file or for a query's intermediate results. */
export function withoutRoom(cause: unknown): Boom | undefined {
  if (isDiskFull(cause)) return insufficientStorage("The service's disk is full. Try again later.", cause)
  // What DuckDB says of either bound, of its memory and of the folder that it uses when that runs short.
  const outOfRoom = says(cause, ({ message }) => /^Out of Memory Error|max_temp_directory_size/.test(message))
  return outOfRoom
    ? insufficientStorage(
        'The service lacks disk space for the temporary data of this request. Try again later, or request less data.',
        cause,
      )
    : undefined
}

export function insufficientStorage(detail: string, cause?: unknown): Boom {
  return problem('insufficient_storage', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}

function says(error: unknown, test: (error: NodeJS.ErrnoException) => boolean): boolean {
  return error instanceof Error && (test(error) || says(error.cause, test))
}

export interface SpooledFile {
  /** Bytes of content. The file on disk is longer: what reads it must stop here. */
  size: number
  /** Rows that matched, as the build said. */
  totalRows: number
}

export interface OpenFile extends SpooledFile {
  /** To be closed by who asked: until then the file takes its room. */
  handle: FileHandle
  /** Whether it was there already. */
  found: boolean
  /** Resolves once it is closed. */
  closed: Promise<unknown>
}
