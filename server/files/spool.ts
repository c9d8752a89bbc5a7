import { createHash } from 'node:crypto'
import { once, type EventEmitter } from 'node:events'
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isDiskFull, withoutRoom } from './full-disk.ts'
import { SharedWork } from '../sharing/shared-work.ts'
import { cleanTemporaryFiles, temporaryPath } from './spool-folder.ts'
import { SpoolRoom } from './spool-room.ts'
import { Fresh, type SteadyClock } from '../model/fresh.ts'
import { counter, gauge, type Metric } from '../model/metric.ts'
import type { Work } from '../model/work.ts'

/** Writes a file to the path it is given, while the work is wanted. The same tag must always give the same bytes. */
export type Build = (path: string, work: Work) => Promise<{ totalRows: number }>

export interface SpooledFile {
  /** In bytes. */
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

export interface SpoolOptions {
  /** Bytes of disk that are never passed: files are removed for that, the least recently used first, and builds refused or stopped. */
  maxBytes?: number
  /** Milliseconds for which it is good to know that files can be written, or cannot. */
  probeAge?: number
  clock?: SteadyClock | undefined
}

const GIGABYTE = 2 ** 30
const MINUTE = 60_000

/** Bytes that must fit on the disk for files to count as writable. */
const PROBE_BYTES = 2 ** 20
const PROBE_AGE = 1000

/**
 * A bounded folder of files that were built: the same tag is built once, also when many ask at the same time, and found again
 * after a restart. Several processes may share the folder.
 */
export class Spool {
  readonly maxBytes: number
  readonly #dir: string
  readonly #probeAge: number
  readonly #room: SpoolRoom
  readonly #building = new SharedWork<void>()
  readonly #usedAt = new LRUCache<string, number>({ max: 20_000 })
  /** How many callers are about to open each file: those are not removed, whatever their size. */
  readonly #wanted = new Map<string, number>()
  readonly #probed: Fresh<{ fault?: unknown }>
  #builds = 0

  private constructor(dir: string, { maxBytes = GIGABYTE, probeAge = PROBE_AGE, clock }: SpoolOptions) {
    this.#dir = dir
    this.#probeAge = probeAge
    // A failure is an answer too: on a full disk nobody tries more often than on another.
    this.#probed = new Fresh(
      () =>
        this.#probe().then(
          () => ({}),
          (fault: unknown) => ({ fault }),
        ),
      clock,
    )
    this.maxBytes = maxBytes
    this.#room = new SpoolRoom({ dir, maxBytes, isWanted: name => this.#wanted.has(name) })
  }

  /** Opens the folder, makes it if need be, and removes what builds that never finished have left. */
  static async open(dir: string, options: SpoolOptions = {}): Promise<Spool> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await cleanTemporaryFiles(dir)
    const spool = new Spool(dir, options)
    await spool.#room.start()
    return spool
  }

  /** Sees to it that the file of a tag exists. */
  async get(tag: string, extension: string, build: Build, work: Work): Promise<SpooledFile> {
    const { handle, size, totalRows } = await this.open(tag, extension, build, work)
    await handle.close()
    return { size, totalRows }
  }

  /**
   * Opens the file of a tag, building it first where it does not exist. Rejects as `build` does, when nobody waits for it any more (a
   * build that no caller is left of is given up), or with the problem to answer where there is no room for the file.
   */
  async open(tag: string, extension: string, build: Build, work: Work): Promise<OpenFile> {
    const name = `${createHash('sha256').update(tag).digest('hex')}.${extension}`
    this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1)
    try {
      for (let attempt = 1; ; attempt++) {
        const file = await this.#find(name)
        if (file !== null) return { ...file, found: attempt === 1 }
        // Another process may have removed the file between its building and its opening.
        if (attempt > 3) throw new Error(`The spool loses ${name} as soon as it is built`)
        await this.#building.join(name, work, shared => this.#build(name, build, shared))
      }
    } finally {
      const left = this.#wanted.get(name)! - 1
      if (left === 0) this.#wanted.delete(name)
      else this.#wanted.set(name, left)
    }
  }

  async #find(name: string): Promise<Omit<OpenFile, 'found'> | null> {
    const path = join(this.#dir, name)
    const handle = await open(path, 'r').catch(missing)
    if (handle === null) return null
    try {
      const facts = await readFile(`${path}.json`, 'utf8').catch(missing)
      if (facts === null) return await handle.close().then(() => null)
      const { totalRows } = JSON.parse(facts) as { totalRows: number }
      const { size, ino } = await handle.stat()
      // The types do not know that a handle tells of its end.
      const closed = once(handle as unknown as EventEmitter, 'close')
      this.#room.reading(closed, ino, size)
      await this.#noteUse(name)
      return { handle, closed, size, totalRows }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Recency is the file's mtime, so that processes share it. */
  async #noteUse(name: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#usedAt.get(name) ?? 0) < MINUTE) return
    this.#usedAt.set(name, now)
    // Nice to know, not worth failing.
    await utimes(join(this.#dir, name), now / 1000, now / 1000).catch(() => undefined)
  }

  /** There is a second chance: on a full disk without the files that nobody reads, and where room was made too late. */
  async #build(name: string, build: Build, work: Work): Promise<void> {
    const once = () => this.#buildFile(name, build, work)
    await once()
      .catch(async (error: unknown) => {
        if (isDiskFull(error)) await this.#room.clear()
        else if (!(await this.#room.hasRoomAfter(error))) throw error
        await once()
      })
      .catch((error: unknown) => {
        throw withoutRoom(error) ?? error
      })
    await this.#room.tidy()
  }

  async #buildFile(name: string, build: Build, work: Work): Promise<void> {
    const path = join(this.#dir, name)
    const [file, facts] = [temporaryPath(this.#dir), temporaryPath(this.#dir)]
    const writing = await this.#room.begin(file)
    try {
      const { totalRows } = await build(file, { ...work, signal: AbortSignal.any([work.signal, writing.signal]) })
      await writing.finish((await stat(file)).size)
      await writeFile(facts, JSON.stringify({ totalRows }))
      // The facts go first: a file that can be seen has them.
      await rename(facts, `${path}.json`)
      await rename(file, path)
      this.#usedAt.set(name, Date.now())
      writing.end('kept')
      this.#builds++
    } catch (error) {
      await Promise.all([rm(file, { force: true }), rm(facts, { force: true })])
      writing.end('removed')
      throw writing.signal.aborted ? writing.signal.reason : error
    }
  }

  /** Rejects while files cannot be written. */
  async ready(): Promise<void> {
    const probed = await this.#probed.within(this.#probeAge)
    if ('fault' in probed) throw probed.fault
  }

  /** What it takes of the disk, and what it had to do for that. */
  metrics(): Metric[] {
    return [
      gauge('uascope_spool_bytes', 'Bytes of built files on the disk: kept, being built, and removed but still read.', this.#room.bytes),
      gauge(
        'uascope_spool_max_bytes',
        'Bytes that they never pass. A spool that is nearly full is in order: files make way for others.',
        this.maxBytes,
      ),
      counter('uascope_spool_builds_total', 'Files that were built.', this.#builds),
      counter('uascope_spool_evictions_total', 'Files that made way for others.', this.#room.evictions),
    ]
  }

  async #probe(): Promise<void> {
    const path = temporaryPath(this.#dir)
    const write = () => writeFile(path, Buffer.alloc(PROBE_BYTES)).finally(() => rm(path, { force: true }))
    await write().catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error
      await this.#room.clear()
      await write()
    })
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
