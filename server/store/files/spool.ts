import { once, type EventEmitter } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { StoreStillWorking } from '../../core/model/store.ts'
import { counter, gauge, type Metric } from '../../core/runtime/metric.ts'
import { Fresh, SharedWork, steadyClock, type SteadyClock } from '../../core/runtime/shared-work.ts'
import type { Work } from '../../core/runtime/work.ts'
import {
  cleanSpoolFolder,
  type ClearedSpool,
  clearSpoolFolder,
  isDiskFull,
  lastCleared,
  missing,
  noRoomProblem,
  type OpenFile,
  type SpooledFile,
  temporaryPath,
} from './spool-folder.ts'
import { SpoolQuota } from './spool-quota.ts'
import {
  isUnchanged,
  markUsed,
  type SealedFile,
  sealFile,
  spooledName,
  verifyFile,
} from './spooled-file.ts'

/** Writes a file. The same tag must always give the same bytes. */
export type Build = (path: string, work: Work) => Promise<{ totalRows: number }>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const DEFAULTS = {
  /** Limit of finished files, bytes. */
  maxBytes: 2 ** 30,
  /** Interval of size checks of running builds, ms. */
  interval: 250,
  /** Maximum age of a write probe, ms. */
  probeAge: 1000,
  /** Time, ms, after which a caller is asked to retry, and for which the work then continues. */
  patience: 2 * MINUTE,
  linger: MINUTE,
}

type SpoolOptions = Partial<typeof DEFAULTS> & { clock?: SteadyClock | undefined }

/** Bytes that a probe writes. */
const PROBE_BYTES = 2 ** 20

/** Builds of one file for one request. */
const MOST_BUILDS = 3

/**
 * A folder of built files with a quota: each tag is built once, also for concurrent callers, and survives a restart. Processes may share it.
 * A file that differs from its build is rebuilt.
 */
export class Spool {
  readonly maxBytes: number
  readonly #dir: string
  readonly #options: typeof DEFAULTS
  readonly #quota: SpoolQuota
  readonly #providing: SharedWork<'found' | 'built'>
  /** Verified files. Expire after an hour, since disks decay silently. */
  readonly #known: LRUCache<string, SealedFile>
  readonly #probed: Fresh<{ fault: unknown } | undefined>
  #builds = 0
  #damaged = 0

  private constructor(dir: string, { clock = steadyClock, ...options }: SpoolOptions) {
    this.#dir = dir
    this.#options = { ...DEFAULTS, ...options }
    const { linger, maxBytes } = this.#options
    this.maxBytes = maxBytes
    this.#quota = new SpoolQuota(dir, maxBytes)
    this.#providing = new SharedWork(reason => (reason instanceof StoreStillWorking ? linger : 0))
    this.#known = new LRUCache({ max: 20_000, ttl: HOUR, ttlResolution: 0, perf: { now: clock } })
    // Failures are cached too, so that a full disk is not probed more often.
    const failure = (fault: unknown) => ({ fault })
    this.#probed = new Fresh(() => this.#probe().then(() => undefined, failure), clock)
  }

  /** Creates the folder and removes unfinished builds. */
  static async open(dir: string, options: SpoolOptions = {}): Promise<Spool> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await cleanSpoolFolder(dir)
    const spool = new Spool(dir, options)
    await spool.#quota.evict()
    return spool
  }

  async get(tag: string, extension: string, build: Build, work: Work): Promise<SpooledFile> {
    const { handle, size, totalRows } = await this.open(tag, extension, build, work)
    await handle.close()
    return { size, totalRows }
  }

  /**
   * Opens a tag's file, building it if missing or damaged. Rejects with the error of `build`, if all callers have left, with
   * `StoreStillWorking`, or with the problem to return if the disk or the quota is full.
   */
  async open(tag: string, extension: string, build: Build, work: Work): Promise<OpenFile> {
    const name = spooledName(tag, extension)
    const endUse = this.#quota.use(name)
    try {
      for (let builds = 0; ;) {
        const file = await this.#openKnown(name)
        if (file !== null) {
          void file.closed.then(endUse)
          return { ...file, isCached: builds === 0 }
        }
        // Other companies and processes may replace it as often as they build it; only a file that does not stay is lost.
        if (builds === MOST_BUILDS)
          throw new Error(`The spool lost ${name} right after it was built`)
        if ((await this.#provideSoon(name, build, work)) === 'built') builds++
      }
    } catch (error) {
      endUse()
      throw error
    }
  }

  /** Deletes every file and repeats running builds. Call it after erasing data. Running downloads finish. */
  async clear(): Promise<ClearedSpool> {
    const cleared = await clearSpoolFolder(this.#dir)
    await this.#quota.evict()
    return cleared
  }

  async ready(): Promise<void> {
    const probed = await this.#probed.within(this.#options.probeAge)
    if (probed) throw probed.fault
  }

  metrics(): Metric[] {
    return [
      gauge(
        'uascope_spool_bytes',
        'Bytes of built files. Those being built come on top.',
        this.#quota.bytes,
      ),
      gauge(
        'uascope_spool_max_bytes',
        'Limit of these bytes. A nearly full spool is normal: files are evicted for others.',
        this.maxBytes,
      ),
      counter('uascope_spool_builds_total', 'Files built.', this.#builds),
      counter('uascope_spool_evictions_total', 'Files evicted for others.', this.#quota.evictions),
      counter(
        'uascope_spool_damaged_total',
        'Built files that differed from their checksum and were built again.',
        this.#damaged,
      ),
    ]
  }

  /** Null if missing or unverified. */
  async #openKnown(name: string): Promise<Omit<OpenFile, 'isCached'> | null> {
    const known = this.#known.get(name)
    const handle = known && (await open(join(this.#dir, name), 'r').catch(missing))
    if (!handle) return null
    const state = await handle.stat({ bigint: true })
    if (!isUnchanged(known, state)) return await handle.close().then(() => null)
    await markUsed(handle, state, Date.now()).catch(() => undefined)
    const closed = once(handle as unknown as EventEmitter, 'close')
    return { handle, closed, size: known.facts.size, totalRows: known.facts.totalRows }
  }

  /** A caller waits for a bounded time; the work is shared, and continues for a retry. */
  async #provideSoon(name: string, build: Build, work: Work): Promise<'found' | 'built'> {
    const over = new AbortController()
    const end = () => over.abort(new StoreStillWorking('the file is still being built'))
    const timer = setTimeout(end, this.#options.patience)
    const signal = AbortSignal.any([work.signal, over.signal])
    try {
      return await this.#providing.join(name, { ...work, signal }, async work => {
        if (await this.#verify(name, work.signal)) return 'found'
        await this.#build(name, build, work)
        return 'built'
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** A damaged file stays until its rebuild replaces it. */
  async #verify(name: string, signal: AbortSignal): Promise<boolean> {
    const handle = await open(join(this.#dir, name), 'r').catch(missing)
    if (handle === null) return false
    const sealed = await verifyFile(handle, name, signal).finally(() => handle.close())
    if (sealed === undefined) this.#damaged++
    else this.#known.set(name, sealed)
    return sealed !== undefined
  }

  /** Retries once after evicting on a full disk, or if the spool was cleared. */
  async #build(name: string, build: Build, work: Work): Promise<void> {
    for (let isRetry = false; ; isRetry = true) {
      const cleared = await lastCleared(this.#dir)
      try {
        return await this.#buildFile(name, build, work, cleared)
      } catch (error) {
        const isFull = isDiskFull(error)
        if (isRetry || !(isFull || (await lastCleared(this.#dir)) !== cleared))
          throw noRoomProblem(error) ?? error
        if (isFull) await this.#quota.evict(Infinity)
      }
    }
  }

  /** The folder is not synced: a lost file is rebuilt. */
  async #buildFile(name: string, build: Build, work: Work, cleared: string | null): Promise<void> {
    await this.#quota.requireRoom(0)
    const file = temporaryPath(this.#dir)
    const stop = new AbortController()
    const look = setInterval(() => {
      // Synchronous: queries may occupy libuv's pool.
      const problem = this.#quota.tooLarge(statSync(file, { throwIfNoEntry: false })?.size ?? 0)
      if (problem) stop.abort(problem)
    }, this.#options.interval)
    try {
      const signal = AbortSignal.any([work.signal, stop.signal])
      const { totalRows } = await build(file, { ...work, signal })
      await this.#quota.place((await stat(file)).size, async () => {
        const sealed = await sealFile(file, { name, totalRows }, signal)
        if ((await lastCleared(this.#dir)) !== cleared)
          throw new Error(`The spool was cleared while ${name} was built`)
        await rename(file, join(this.#dir, name))
        this.#known.set(name, sealed)
        this.#builds++
      })
    } catch (error) {
      await rm(file, { force: true })
      throw stop.signal.aborted ? stop.signal.reason : error
    } finally {
      clearInterval(look)
    }
  }

  async #probe(): Promise<void> {
    const path = temporaryPath(this.#dir)
    const write = () =>
      writeFile(path, Buffer.alloc(PROBE_BYTES)).finally(() => rm(path, { force: true }))
    await write().catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error
      await this.#quota.evict(Infinity)
      await write()
    })
  }
}
