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
  withoutRoom,
} from './spool-folder.ts'
import { Fresh, SharedWork, steadyClock, type SteadyClock } from '../model/shared-work.ts'
import { SpoolRoom } from './spool-room.ts'
import { isUnchanged, markUsed, sealFile, spooledName, TRAILER_BYTES, verifyFile, type SealedFile } from './spooled-file.ts'
import { counter, gauge, type Metric } from '../model/metric.ts'
import type { Work } from '../model/work.ts'

/** Writes a file to the path it is given, while the work is wanted. The same tag must always give the same bytes. */
export type Build = (path: string, work: Work) => Promise<{ totalRows: number }>

export interface SpoolOptions {
  /** Bytes of disk that are never passed: files are removed for that, the least recently used first, and builds refused or stopped. */
  maxBytes?: number
  /** Milliseconds for which it is good to know that files can be written, or cannot. */
  probeAge?: number
  clock?: SteadyClock | undefined
}

const GIGABYTE = 2 ** 30
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Bytes that must fit on the disk for files to count as writable. */
const PROBE_BYTES = 2 ** 20
const PROBE_AGE = 1000

/** A file whose content is known to be intact, and when it was last used. */
interface KnownFile extends SealedFile {
  usedAt: number
}

/**
 * A bounded folder of files that were built: the same tag is built once, also when many ask at the same time, and found again
 * after a restart. Several processes may share the folder. A file that is not, byte for byte, what was built is built again.
 */
export class Spool {
  readonly maxBytes: number
  readonly #dir: string
  readonly #probeAge: number
  readonly #room: SpoolRoom
  readonly #providing = new SharedWork<'found' | 'built'>()
  /** Forgotten after an hour, and verified again: disks decay in silence. */
  readonly #known: LRUCache<string, KnownFile>
  /** How many callers are about to open each file: those are not removed, whatever their size. */
  readonly #wanted = new Map<string, number>()
  readonly #probed: Fresh<{ fault?: unknown }>
  #builds = 0
  #damaged = 0

  private constructor(dir: string, { maxBytes = GIGABYTE, probeAge = PROBE_AGE, clock = steadyClock }: SpoolOptions) {
    this.#dir = dir
    this.#known = new LRUCache({ max: 20_000, ttl: HOUR, perf: { now: clock } })
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
    await cleanSpoolFolder(dir)
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
   * Opens the file of a tag, building it first where it does not exist or is damaged. Rejects as `build` does, when nobody waits for it
   * any more (a build that no caller is left of is given up), or with the problem to answer where there is no room for the file.
   */
  async open(tag: string, extension: string, build: Build, work: Work): Promise<OpenFile> {
    const name = spooledName(tag, extension)
    this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1)
    try {
      let found = true
      for (let attempt = 1; ; attempt++) {
        const file = await this.#openKnown(name)
        if (file !== null) return { ...file, found }
        // Another process may have removed or replaced the file before it was opened.
        if (attempt > 3) throw new Error(`The spool loses ${name} as soon as it is built`)
        const provided = await this.#providing.join(name, work, shared => this.#provide(name, build, shared))
        found &&= provided === 'found'
      }
    } finally {
      const left = this.#wanted.get(name)! - 1
      if (left === 0) this.#wanted.delete(name)
      else this.#wanted.set(name, left)
    }
  }

  /**
   * Removes every file, and has those under construction built again. Call it after data are erased: what was built from them goes.
   * Downloads that have begun are read to their end.
   */
  async clear(): Promise<ClearedSpool> {
    return await this.#room.erase()
  }

  /** Opens a file known to be intact; null if it is missing or not verified yet. */
  async #openKnown(name: string): Promise<Omit<OpenFile, 'found'> | null> {
    const handle = await open(join(this.#dir, name), 'r').catch(missing)
    if (handle === null) return null
    try {
      const state = await handle.stat({ bigint: true })
      const known = this.#known.get(name)
      if (known === undefined || !isUnchanged(known, state)) return await handle.close().then(() => null)
      // The types of FileHandle lack its events.
      const closed = once(handle as unknown as EventEmitter, 'close')
      this.#room.reading(closed, Number(state.ino), Number(state.size))
      const now = Date.now()
      if (now - known.usedAt >= MINUTE) {
        known.usedAt = now
        // Best effort.
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

  /** Whether there is an intact file. Removes a damaged one. */
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

  /** Tries twice: after evicting unused files on a full disk, and if the spool was cleared during the build. */
  async #build(name: string, build: Build, work: Work): Promise<void> {
    const cleared = await lastCleared(this.#dir)
    await this.#buildFile(name, build, work, cleared)
      .catch(async (error: unknown) => {
        const clearedSince = await lastCleared(this.#dir)
        if (isDiskFull(error)) await this.#room.clear()
        else if (clearedSince === cleared && !(await this.#room.hasRoomAfter(error))) throw error
        await this.#buildFile(name, build, work, clearedSince)
      })
      .catch((error: unknown) => {
        throw withoutRoom(error) ?? error
      })
    await this.#room.tidy()
  }

  /** The folder is not synced: a file whose name is lost with the power is built again. */
  async #buildFile(name: string, build: Build, work: Work, cleared: string | null): Promise<void> {
    const file = temporaryPath(this.#dir)
    const writing = await this.#room.begin(file)
    const signal = AbortSignal.any([work.signal, writing.signal])
    try {
      const { totalRows } = await build(file, { ...work, signal })
      await writing.finish((await stat(file)).size + TRAILER_BYTES)
      const sealed = await sealFile(file, { name, totalRows }, signal)
      if ((await lastCleared(this.#dir)) !== cleared) throw new Error(`The spool was cleared while ${name} was built`)
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

  /** Rejects while files cannot be written. */
  async ready(): Promise<void> {
    const probed = await this.#probed.within(this.#probeAge)
    if ('fault' in probed) throw probed.fault
  }

  /** Its disk use, and evictions. */
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
      counter('uascope_spool_damaged_total', 'Files that differed from what was built, and were removed to be built again.', this.#damaged),
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
