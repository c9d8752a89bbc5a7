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
import { problem } from '../checks/problem.ts'

interface SpoolRoomOptions {
  dir: string
  /** Hard limit of disk use, bytes. */
  maxBytes: number
  /** True protects a file that is about to be opened. */
  isWanted: (name: string) => boolean
}

interface Writing {
  /** Aborted with the problem to return if the file must be evicted or grows too large. */
  signal: AbortSignal
  /** Reports the final size; rejects with the problem to return if there is no room. */
  finish: (size: number) => Promise<void>
  end: (outcome: 'kept' | 'removed') => void
}

interface Written {
  path: string
  size: number
  whole: boolean
  stop: AbortController
}

interface Read {
  bytes: number
  readers: number
  /** Deleted, but still open. */
  removed: boolean
}

/** Interval of size checks, ms. */
const LOOK_INTERVAL = 25

/** Share of the bound kept free for writes between checks: 64 MiB of 1 GiB, more than disks write in that time. */
const MARGIN_SHARE = 1 / 16

/** Share freed ahead of growing files; beyond `LARGE_SHARE`, as much as they already have, since deleting large files takes time. */
const AHEAD_SHARE = 1 / 8
const LARGE_SHARE = 1 / 4

/** Maximum share of one file. */
const FILE_SHARE = 3 / 4

/** After additions of this share, other processes' files are counted too. */
const OTHERS_SHARE = 1 / 16

/** Pause, ms, after nothing could be evicted. */
const STUCK = 1000

/**
 * Keeps a spool's disk use below a bound: finished files, growing ones, and deleted ones that are still read. Evicts unread files, least
 * recently used first, then stops the largest build.
 */
export class SpoolRoom {
  readonly #dir: string
  readonly #maxBytes: number
  readonly #isWanted: (name: string) => boolean
  readonly #writing = new Map<string, Written>()
  /** By inode: a rebuilt file has a new one. */
  readonly #read = new Map<number, Read>()
  /** Bytes of finished files. */
  #kept = 0
  /** Bytes under construction elsewhere, at the last count. */
  #others = 0
  /** Bytes added in all, and at the last count. */
  #added = 0
  #addedBefore = 0
  #pruning: Promise<unknown> = Promise.resolve()
  #stuckUntil = -Infinity
  #looking: NodeJS.Timeout | undefined
  #makingRoom = false
  #evictions = 0
  readonly #stopped = new WeakMap<object, number>()

  constructor({ dir, maxBytes, isWanted }: SpoolRoomOptions) {
    this.#dir = dir
    this.#maxBytes = maxBytes
    this.#isWanted = isWanted
  }

  async begin(path: string): Promise<Writing> {
    if (this.#excess() >= 0) await this.#makeRoom()
    if (this.#excess() >= 0) throw noRoom()
    const written: Written = { path, size: 0, whole: false, stop: new AbortController() }
    this.#writing.set(path, written)
    this.#looking ??= setTimeout(() => this.#look(), LOOK_INTERVAL)
    return {
      signal: written.stop.signal,
      finish: async size => {
        written.stop.signal.throwIfAborted()
        written.size = size
        written.whole = true
        if (size > this.#mostFileBytes) throw tooLarge(this.#mostFileBytes)
        if (this.#excess() > 0) await this.#makeRoom()
        if (this.#excess() > this.#margin) throw noRoom()
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

  /** Whether a failed file had been evicted and now has room. */
  async hasRoomAfter(problem: unknown): Promise<boolean> {
    const size = typeof problem === 'object' && problem !== null ? this.#stopped.get(problem) : undefined
    if (size === undefined) return false
    await this.#makeRoom(size)
    return this.#excess() < -size
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
    const isDue = () => this.#excess() > 0 || this.#added - this.#addedBefore > this.#maxBytes * OTHERS_SHARE
    if (isDue()) await this.#prune(isDue, () => this.#excess() <= 0)
  }

  async start(): Promise<void> {
    await this.#prune(
      () => true,
      () => this.#excess() <= 0,
    )
  }

  async clear(): Promise<void> {
    await this.#prune(
      () => true,
      () => false,
    )
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
      await this.#remove(() => true)
      return cleared
    })
  }

  get #mostFileBytes(): number {
    return this.#maxBytes * FILE_SHARE
  }

  get #margin(): number {
    return this.#maxBytes * MARGIN_SHARE
  }

  /** Stopped builds do not count. */
  get bytes(): number {
    const removed = [...this.#read.values()].reduce((sum, { bytes, removed }) => sum + (removed ? bytes : 0), 0)
    return this.#kept + this.#others + removed + this.#grown()
  }

  get evictions(): number {
    return this.#evictions
  }

  /** Bytes above the bound. */
  #excess(): number {
    return this.bytes - (this.#maxBytes - this.#margin)
  }

  #grown(): number {
    return [...this.#writing.values()].reduce((sum, { size, stop }) => sum + (stop.signal.aborted ? 0 : size), 0)
  }

  #look(): void {
    for (const written of this.#writing.values()) {
      if (written.whole) continue
      // Synchronous: queries may occupy libuv's pool. The files are few and cached; an open deleted file still takes space.
      written.size = statSync(written.path, { throwIfNoEntry: false })?.size ?? written.size
      if (written.size > this.#mostFileBytes) written.stop.abort(tooLarge(this.#mostFileBytes))
    }
    this.#looking = this.#writing.size === 0 ? undefined : setTimeout(() => this.#look(), LOOK_INTERVAL)
    const growing = [...this.#writing.values()].filter(({ whole, stop }) => !whole && !stop.signal.aborted)
    if (growing.length === 0) return
    const grown = growing.reduce((sum, { size }) => sum + size, 0)
    const ahead = grown > this.#maxBytes * LARGE_SHARE ? grown : this.#maxBytes * AHEAD_SHARE
    if (this.#excess() <= -ahead) return
    if (this.#makingRoom) {
      // Evicting takes time; stop a build before half the margin is gone.
      if (this.#excess() > this.#margin / 2) this.#stopLargest()
      return
    }
    this.#makingRoom = true
    void this.#makeRoom(ahead)
      .catch(() => undefined)
      .then(() => {
        this.#makingRoom = false
        if (this.#excess() > 0) this.#stopLargest()
      })
  }

  #stopLargest(): void {
    const stoppable = [...this.#writing.values()].filter(({ size, whole, stop }) => size > 0 && !whole && !stop.signal.aborted)
    const largest = stoppable.sort((a, b) => b.size - a.size)[0]
    if (largest === undefined) return
    const problem = noRoom()
    this.#stopped.set(problem, largest.size)
    largest.stop.abort(problem)
  }

  /** Evicts until `ahead` bytes plus the margin are free. */
  async #makeRoom(ahead = 0): Promise<void> {
    if (performance.now() < this.#stuckUntil) return
    await this.#prune(
      () => this.#excess() >= -ahead,
      () => this.#excess() < -ahead,
    )
    if (this.#excess() >= 0) this.#stuckUntil = performance.now() + STUCK
  }

  /** One at a time, each only while needed. */
  #prune(isDue: () => boolean, isEnough: () => boolean): Promise<void> {
    return this.#inTurn(async () => {
      if (isDue()) await this.#remove(isEnough)
    })
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#pruning.catch(() => undefined).then(task)
    this.#pruning = done
    return done
  }

  async #remove(isEnough: () => boolean): Promise<void> {
    // Files added during listing may be counted twice, never missed.
    const [addedBefore, readBefore] = [this.#added, new Map(this.#read)]
    const { files, othersBytes } = await listSpool(this.#dir, path => this.#writing.has(path))
    this.#kept = files.reduce((sum, { bytes }) => sum + bytes, 0) + this.#added - addedBefore
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
  return insufficientStorage('No disk space for the file: open downloads and files being written use all of it. Try again later.')
}

function tooLarge(most: number) {
  const detail = `The file would be larger than ${Math.floor(most / 2 ** 20)} MiB. Use a shorter date range, fewer metrics, filters or a limit.`
  return problem('file_too_large', detail)
}
