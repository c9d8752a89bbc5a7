import { statSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ClearedSpool,
  clearSpoolFolder,
  insufficientStorage,
  type ListedFile,
  listSpool,
  missing,
  spooledBytes,
} from './spool-folder.ts'
import { problem } from '../../core/checks/problem.ts'
import { sum } from '../../core/formulas/sums.ts'

interface SpoolRoomOptions {
  dir: string
  /** Limit of disk use, bytes. */
  maxBytes: number
  /** True for a file that is about to be opened, which protects it. */
  isWanted: (name: string) => boolean
  /** Interval of size checks of growing files, ms. */
  interval: number
}

interface Writing {
  /** Aborts with the problem to return if the file grows too large, or the disk is full. */
  signal: AbortSignal
  /** Reports the final size; rejects with the problem to return if it does not fit. */
  finish: (size: number) => Promise<void>
  end: (outcome: 'kept' | 'removed') => void
}

interface Written {
  path: string
  size: number
  isComplete: boolean
  stop: AbortController
}

interface Read {
  bytes: number
  readers: number
  /** Deleted, but still open. */
  removed: boolean
}

/** Share of the limit that builds may write between two checks: 64 MiB of 1 GiB, or 256 MiB/s. */
const MARGIN_SHARE = 1 / 16

/** Maximum share for cached rows, even if other files were used later. */
const KEPT_SHARE = 1 / 2

/** Maximum share of one file. */
const FILE_SHARE = 3 / 4

/** After additions of this share, files of other processes are counted again. */
const OTHERS_SHARE = 1 / 16

/** Pause, ms, after nothing could be evicted. */
const STUCK = 1000

/**
 * Keeps a spool's disk use within a limit: finished files, growing ones, and deleted ones that are still read. It evicts unread files, least
 * recently used first, then stops the largest build. Builds that write more than the margin between two checks exceed the limit by
 * at most the difference.
 */
export class SpoolRoom {
  readonly #dir: string
  readonly #interval: number
  readonly #isWanted: (name: string) => boolean
  readonly #bound: number
  readonly #mostFileBytes: number
  readonly #mostUncounted: number
  readonly #writing = new Map<string, Written>()
  /** By inode: a rebuilt file has a new one. */
  readonly #read = new Map<number, Read>()
  /** Bytes of finished files. */
  #kept = 0
  /** Bytes that other processes are building, at the last count. */
  #others = 0
  /** Bytes added in total, and at the last count. */
  #added = 0
  #addedBefore = 0
  #pruning: Promise<unknown> = Promise.resolve()
  #stuckUntil = -Infinity
  #looking: NodeJS.Timeout | undefined
  #evictions = 0

  constructor({ dir, maxBytes, isWanted, interval }: SpoolRoomOptions) {
    this.#dir = dir
    this.#interval = interval
    this.#isWanted = isWanted
    this.#bound = maxBytes * (1 - MARGIN_SHARE)
    this.#mostFileBytes = maxBytes * FILE_SHARE
    this.#mostUncounted = maxBytes * OTHERS_SHARE
  }

  async begin(path: string): Promise<Writing> {
    if (this.bytes >= this.#bound) await this.#makeRoom()
    if (this.bytes >= this.#bound) throw noRoom()
    const written: Written = { path, size: 0, isComplete: false, stop: new AbortController() }
    this.#writing.set(path, written)
    this.#lookLater()
    return {
      signal: written.stop.signal,
      finish: async size => {
        written.stop.signal.throwIfAborted()
        written.size = size
        written.isComplete = true
        if (size > this.#mostFileBytes) throw tooLarge(this.#mostFileBytes)
        if (this.bytes > this.#bound) await this.#makeRoom()
        if (this.bytes > this.#bound) throw noRoom()
      },
      end: outcome => {
        this.#writing.delete(path)
        this.#stuckUntil = -Infinity
        if (outcome === 'removed') return
        this.#kept += spooledBytes(written.size)
        this.#added += spooledBytes(written.size)
      },
    }
  }

  reading(closed: Promise<unknown>, inode: number, size: number): void {
    const read = this.#read.get(inode) ?? { bytes: spooledBytes(size), readers: 0, removed: false }
    read.readers++
    this.#read.set(inode, read)
    void closed.then(() => {
      this.#stuckUntil = -Infinity
      if (--read.readers === 0) this.#read.delete(inode)
    })
  }

  /** Evicts the excess, including additions of other processes. */
  async tidy(): Promise<void> {
    if (this.bytes > this.#bound || this.#added - this.#addedBefore > this.#mostUncounted)
      await this.start()
  }

  async start(): Promise<void> {
    await this.#inTurn(() => this.#removeUntil(() => this.bytes <= this.#bound))
  }

  async clear(): Promise<void> {
    await this.#inTurn(() => this.#removeUntil(() => false))
  }

  async discard(name: string, inode: number, size: number): Promise<void> {
    await this.#inTurn(async () => {
      const current = await stat(join(this.#dir, name)).catch(missing)
      if (current?.ino === inode) await this.#removeFile({ name, inode, bytes: spooledBytes(size) })
    })
  }

  async erase(): Promise<ClearedSpool> {
    return await this.#inTurn(async () => {
      const cleared = await clearSpoolFolder(this.#dir)
      await this.#removeUntil(() => true)
      return cleared
    })
  }

  /** Excludes stopped builds. */
  get bytes(): number {
    const removed = sum([...this.#read.values()], ({ bytes, removed }) => (removed ? bytes : 0))
    const growing = sum([...this.#writing.values()], ({ size, stop }) =>
      stop.signal.aborted ? 0 : size,
    )
    return this.#kept + this.#others + removed + growing
  }

  get evictions(): number {
    return this.#evictions
  }

  #lookLater(): void {
    this.#looking ??= setTimeout(() => {
      void this.#look()
        .catch(() => undefined)
        .then(() => {
          this.#looking = undefined
          if (this.#writing.size > 0) this.#lookLater()
        })
    }, this.#interval)
  }

  async #look(): Promise<void> {
    for (const written of this.#writing.values()) {
      if (written.isComplete) continue
      // Synchronous: queries may occupy libuv's pool. The files are few and cached; an open deleted file still uses disk space.
      written.size = statSync(written.path, { throwIfNoEntry: false })?.size ?? written.size
      if (written.size > this.#mostFileBytes) written.stop.abort(tooLarge(this.#mostFileBytes))
    }
    if (this.bytes > this.#bound) await this.#makeRoom()
    if (this.bytes > this.#bound) this.#stopLargest()
  }

  #stopLargest(): void {
    const stoppable = [...this.#writing.values()].filter(
      ({ size, isComplete, stop }) => size > 0 && !isComplete && !stop.signal.aborted,
    )
    stoppable.sort((a, b) => b.size - a.size)[0]?.stop.abort(noRoom())
  }

  async #makeRoom(): Promise<void> {
    if (performance.now() < this.#stuckUntil) return
    await this.#inTurn(() => this.#removeUntil(() => this.bytes < this.#bound))
    if (this.bytes >= this.#bound) this.#stuckUntil = performance.now() + STUCK
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#pruning.catch(() => undefined).then(task)
    this.#pruning = done
    return done
  }

  async #removeUntil(isEnough: () => boolean): Promise<void> {
    // Files added during listing may be counted twice, never missed.
    const [addedBefore, readBefore] = [this.#added, new Map(this.#read)]
    const { files, othersBytes } = await listSpool(
      this.#dir,
      path => this.#writing.has(path),
      this.#bound * KEPT_SHARE,
    )
    this.#kept = sum(files, ({ bytes }) => bytes) + this.#added - addedBefore
    this.#addedBefore = addedBefore
    this.#others = othersBytes
    const listed = new Set(files.map(({ inode }) => inode))
    for (const [inode, read] of readBefore) read.removed = !listed.has(inode)
    for (const file of files) {
      if (isEnough()) return
      if (this.#isWanted(file.name) || this.#read.has(file.inode)) continue
      await this.#removeFile(file)
      this.#evictions++
    }
  }

  async #removeFile({ name, inode, bytes }: ListedFile): Promise<void> {
    await rm(join(this.#dir, name), { force: true })
    this.#kept -= bytes
    const read = this.#read.get(inode)
    if (read !== undefined) read.removed = true
  }
}

function noRoom() {
  return insufficientStorage(
    'No disk space for the file: open downloads and files being written use all of it. Try again later.',
  )
}

function tooLarge(most: number) {
  const detail = `The file would be larger than ${Math.floor(most / 2 ** 20)} MiB. Use a shorter date range, fewer metrics, filters or a limit.`
  return problem('file_too_large', detail)
}
