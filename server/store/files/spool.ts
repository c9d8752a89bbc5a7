import { once, type EventEmitter } from 'node:events'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import {
  cleanSpoolFolder,
  type ClearedSpool,
  isDiskFull,
  lastCleared,
  missing,
  type OpenFile,
  type SpooledFile,
  temporaryPath,
  noRoomProblem,
} from './spool-folder.ts'
import { Fresh, SharedWork, steadyClock, type SteadyClock } from '../../core/runtime/shared-work.ts'
import { SpoolRoom } from './spool-room.ts'
import {
  isUnchanged,
  markUsed,
  sealFile,
  spooledName,
  TRAILER_BYTES,
  verifyFile,
  type SealedFile,
} from './spooled-file.ts'
import { counter, gauge, type Metric } from '../../core/runtime/metric.ts'
import { StoreStillWorking } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'

/** Writes a file. The same tag must always give the same bytes. */
export type Build = (path: string, work: Work) => Promise<{ totalRows: number }>

interface SpoolOptions {
  /** Limit of disk use, bytes. */
  maxBytes?: number
  /** Interval of size checks of running builds, ms. */
  interval?: number
  /** Maximum age of a write probe, ms. */
  probeAge?: number
  clock?: SteadyClock | undefined
  /** Time, ms, after which a caller is asked to retry, and for which the work then continues. */
  patience?: number
  linger?: number
}

const GIGABYTE = 2 ** 30
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Bytes that a probe writes. */
const PROBE_BYTES = 2 ** 20
const PROBE_AGE = 1000

const INTERVAL = 250

/** Builds of one file for one request. */
const MOST_BUILDS = 3

const PATIENCE = 2 * MINUTE
const LINGER = MINUTE

interface KnownFile extends SealedFile {
  usedAt: number
}

/**
 * A bounded folder of built files: each tag is built once, also for concurrent callers, and survives a restart. Processes may share it. A
 * file that differs from its build is rebuilt.
 */
export class Spool {
  readonly maxBytes: number
  readonly #dir: string
  readonly #probeAge: number
  readonly #room: SpoolRoom
  readonly #patience: number
  readonly #providing: SharedWork<'found' | 'built'>
  /** Expires after an hour, since disks decay silently. */
  readonly #known: LRUCache<string, KnownFile>
  /** Callers about to open each file, which protects it. */
  readonly #wanted = new Map<string, number>()
  readonly #probed: Fresh<{ fault?: unknown }>
  #builds = 0
  #damaged = 0

  private constructor(
    dir: string,
    {
      maxBytes = GIGABYTE,
      interval = INTERVAL,
      probeAge = PROBE_AGE,
      clock = steadyClock,
      patience = PATIENCE,
      linger = LINGER,
    }: SpoolOptions,
  ) {
    this.#dir = dir
    this.#patience = patience
    this.#providing = new SharedWork(reason => (reason instanceof StoreStillWorking ? linger : 0))
    this.#known = new LRUCache({ max: 20_000, ttl: HOUR, ttlResolution: 0, perf: { now: clock } })
    this.#probeAge = probeAge
    // Failures are cached too, so that a full disk is not probed more often.
    this.#probed = new Fresh(
      () =>
        this.#probe().then(
          () => ({}),
          (fault: unknown) => ({ fault }),
        ),
      clock,
    )
    this.maxBytes = maxBytes
    this.#room = new SpoolRoom({
      dir,
      maxBytes,
      isWanted: name => this.#wanted.has(name),
      interval,
    })
  }

  /** Creates the folder and removes unfinished builds. */
  static async open(dir: string, options: SpoolOptions = {}): Promise<Spool> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await cleanSpoolFolder(dir)
    const spool = new Spool(dir, options)
    await spool.#room.start()
    return spool
  }

  async get(tag: string, extension: string, build: Build, work: Work): Promise<SpooledFile> {
    const { handle, size, totalRows } = await this.open(tag, extension, build, work)
    await handle.close()
    return { size, totalRows }
  }

  /**
   * Opens a tag's file, building it if missing or damaged. Rejects with the error of `build`, if all callers have left, with
   * `StoreStillWorking`, or with the problem to return if the disk is full.
   */
  async open(tag: string, extension: string, build: Build, work: Work): Promise<OpenFile> {
    const name = spooledName(tag, extension)
    this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1)
    try {
      for (let builds = 0; ;) {
        const file = await this.#openKnown(name)
        if (file !== null) return { ...file, isCached: builds === 0 }
        // Other companies and processes may replace it as often as they build it; only a file that does not stay is lost.
        if (builds === MOST_BUILDS)
          throw new Error(`The spool lost ${name} right after it was built`)
        const provided = await this.#patiently(work, work =>
          this.#providing.join(name, work, shared => this.#provide(name, build, shared)),
        )
        if (provided === 'built') builds++
      }
    } finally {
      const remaining = this.#wanted.get(name)! - 1
      if (remaining === 0) this.#wanted.delete(name)
      else this.#wanted.set(name, remaining)
    }
  }

  /** A caller waits for a bounded time; its work continues for a retry. */
  async #patiently<Result>(work: Work, use: (work: Work) => Promise<Result>): Promise<Result> {
    const over = new AbortController()
    const timer = setTimeout(
      () => over.abort(new StoreStillWorking('the file is still being built')),
      this.#patience,
    )
    try {
      return await use({ ...work, signal: AbortSignal.any([work.signal, over.signal]) })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Deletes every file and repeats running builds. Call it after erasing data. Running downloads finish. */
  async clear(): Promise<ClearedSpool> {
    return await this.#room.erase()
  }

  /** Null if missing or unverified. */
  async #openKnown(name: string): Promise<Omit<OpenFile, 'isCached'> | null> {
    const handle = await open(join(this.#dir, name), 'r').catch(missing)
    if (handle === null) return null
    try {
      const state = await handle.stat({ bigint: true })
      const known = this.#known.get(name)
      if (known === undefined || !isUnchanged(known, state))
        return await handle.close().then(() => null)
      const closed = once(handle as unknown as EventEmitter, 'close')
      this.#room.reading(closed, Number(state.ino), Number(state.size))
      const now = Date.now()
      if (now - known.usedAt >= MINUTE) {
        known.usedAt = now
        await markUsed(handle, state, now).catch(() => undefined)
      }
      const { size, totalRows } = known.facts
      return { handle, closed, size, totalRows }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async #provide(name: string, build: Build, work: Work): Promise<'found' | 'built'> {
    if (await this.#verify(name, work)) return 'found'
    await this.#build(name, build, work)
    return 'built'
  }

  async #verify(name: string, work: Work): Promise<boolean> {
    const handle = await open(join(this.#dir, name), 'r').catch(missing)
    if (handle === null) return false
    try {
      const sealed = await verifyFile(handle, name, work.signal)
      if (sealed !== undefined) {
        this.#known.set(name, { ...sealed, usedAt: 0 })
        return true
      }
      this.#damaged++
      const { ino, size } = await handle.stat()
      await this.#room.discard(name, ino, size)
      return false
    } finally {
      await handle.close()
    }
  }

  /** Retries once after evicting on a full disk, or if the spool was cleared. */
  async #build(name: string, build: Build, work: Work): Promise<void> {
    const cleared = await lastCleared(this.#dir)
    await this.#buildFile(name, build, work, cleared)
      .catch(async (error: unknown) => {
        const clearedSince = await lastCleared(this.#dir)
        if (isDiskFull(error)) await this.#room.clear()
        else if (clearedSince === cleared) throw error
        await this.#buildFile(name, build, work, clearedSince)
      })
      .catch((error: unknown) => {
        throw noRoomProblem(error) ?? error
      })
    await this.#room.tidy()
  }

  /** The folder is not synced: a lost file is rebuilt. */
  async #buildFile(name: string, build: Build, work: Work, cleared: string | null): Promise<void> {
    const file = temporaryPath(this.#dir)
    const writing = await this.#room.begin(file)
    const signal = AbortSignal.any([work.signal, writing.signal])
    try {
      const { totalRows } = await build(file, { ...work, signal })
      await writing.finish((await stat(file)).size + TRAILER_BYTES)
      const sealed = await sealFile(file, { name, totalRows }, signal)
      if ((await lastCleared(this.#dir)) !== cleared)
        throw new Error(`The spool was cleared while ${name} was built`)
      await rename(file, join(this.#dir, name))
      this.#known.set(name, { ...sealed, usedAt: Date.now() })
      writing.end('kept')
      this.#builds++
    } catch (error) {
      await rm(file, { force: true })
      writing.end('removed')
      throw writing.signal.aborted ? writing.signal.reason : error
    }
  }

  async ready(): Promise<void> {
    const probed = await this.#probed.within(this.#probeAge)
    if ('fault' in probed) throw probed.fault
  }

  metrics(): Metric[] {
    return [
      gauge(
        'uascope_spool_bytes',
        'Bytes of built files on the disk: kept, being built, and removed but still read.',
        this.#room.bytes,
      ),
      gauge(
        'uascope_spool_max_bytes',
        'Limit of these bytes. A nearly full spool is normal: files are evicted for others.',
        this.maxBytes,
      ),
      counter('uascope_spool_builds_total', 'Files built.', this.#builds),
      counter('uascope_spool_evictions_total', 'Files evicted for others.', this.#room.evictions),
      counter(
        'uascope_spool_damaged_total',
        'Built files that differed from their checksum and were built again.',
        this.#damaged,
      ),
    ]
  }

  async #probe(): Promise<void> {
    const path = temporaryPath(this.#dir)
    const write = () =>
      writeFile(path, Buffer.alloc(PROBE_BYTES)).finally(() => rm(path, { force: true }))
    await write().catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error
      await this.#room.clear()
      await write()
    })
  }
}
