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

export interface SpoolRoomOptions {
  dir: string
  /** Bytes of disk that nothing here passes. */
  maxBytes: number
  /** Whether somebody is about to open the file: then it stays. */
  isWanted: (name: string) => boolean
}

/** A file under construction. */
export interface Writing {
  /** Aborted, with the problem to answer as its reason, when the file has to make way or becomes too large. */
  signal: AbortSignal
  /** Takes the finished file's size; rejects with the problem to answer where there is no room for it after all. */
  finish: (size: number) => Promise<void>
  /** To be called once the file is in its place, or removed. */
  end: (outcome: 'kept' | 'removed') => void
}

interface Written {
  path: string
  size: number
  /** Whether it has its final size. */
  whole: boolean
  stop: AbortController
}

interface Read {
  bytes: number
  readers: number
  /** Whether only its readers still keep it on the disk. */
  removed: boolean
}

/** Milliseconds between two looks at what is being written. */
const LOOK_INTERVAL = 25

/** The share of the bound that stays free for what is written between two looks: 64 MiB of 1 GiB, more than disks take in that time. */
const MARGIN_SHARE = 1 / 16

/**
 * The share ahead of which room is made for files that grow; for those beyond `LARGE_SHARE` it is as much as they have already. Removing
 * a file of hundreds of MB takes its time, and they do not wait.
 */
const AHEAD_SHARE = 1 / 8
const LARGE_SHARE = 1 / 4

/** The share that a single file may take: what is left must do for everybody else. */
const FILE_SHARE = 3 / 4

/** The share of additions after which those of other processes are looked at too. */
const OTHERS_SHARE = 1 / 16

/** Milliseconds for which nothing more can be removed, unless something changes here. */
const STUCK = 1000

/**
 * Keeps what a spool takes of the disk below a bound: files that are kept, those under construction as they grow, and those that
 * were removed while somebody reads them. Room is made by removing files that nobody reads, the least recently used first, and
 * where that is not enough by stopping the largest build.
 */
export class SpoolRoom {
  readonly #dir: string
  readonly #maxBytes: number
  readonly #isWanted: (name: string) => boolean
  readonly #writing = new Map<string, Written>()
  /** By inode: a file that was removed and built again is two. */
  readonly #read = new Map<number, Read>()
  /** Bytes of the folder's files, those that are read included. */
  #kept = 0
  /** Bytes under construction elsewhere, when they were last looked at. */
  #others = 0
  /** Bytes that came to the folder in all, and until they were last looked at. */
  #added = 0
  #addedBefore = 0
  #pruning: Promise<unknown> = Promise.resolve()
  #stuckUntil = -Infinity
  #looking: NodeJS.Timeout | undefined
  #makingRoom = false
  #evictions = 0
  /** Sizes of evicted files, by the problem that was reported. */
  readonly #stopped = new WeakMap<object, number>()

  constructor({ dir, maxBytes, isWanted }: SpoolRoomOptions) {
    this.#dir = dir
    this.#maxBytes = maxBytes
    this.#isWanted = isWanted
  }

  /** Reserves room for a file. Rejects with the problem to return if there is none. */
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

  /** Whether a file that failed so had to make way, and there is room for it by now. */
  async hasRoomAfter(problem: unknown): Promise<boolean> {
    const size = typeof problem === 'object' && problem !== null ? this.#stopped.get(problem) : undefined
    if (size === undefined) return false
    await this.#makeRoom(size)
    return this.#excess() < -size
  }

  /** Counts a file of the folder as read until it is closed. */
  reading(closed: Promise<unknown>, inode: number, size: number): void {
    const read = this.#read.get(inode) ?? { bytes: spooledBytes(size), readers: 0, removed: false }
    read.readers++
    this.#read.set(inode, read)
    void closed.then(() => {
      this.#stuckUntil = -Infinity
      if (--read.readers === 0) this.#read.delete(inode)
    })
  }

  /** Removes what is too much, also of what other processes added. */
  async tidy(): Promise<void> {
    const isDue = () => this.#excess() > 0 || this.#added - this.#addedBefore > this.#maxBytes * OTHERS_SHARE
    if (isDue()) await this.#prune(isDue, () => this.#excess() <= 0)
  }

  /** Counts what is there, and removes what is too much. */
  async start(): Promise<void> {
    await this.#prune(
      () => true,
      () => this.#excess() <= 0,
    )
  }

  /** Removes everything that nobody reads. */
  async clear(): Promise<void> {
    await this.#prune(
      () => true,
      () => false,
    )
  }

  /** Removes a damaged file, unless another has taken its place. */
  async discard(name: string, inode: number, size: number): Promise<void> {
    await this.#inTurn(async () => {
      const current = await stat(join(this.#dir, name)).catch(missing)
      if (current?.ino === inode) await this.#removeFile({ name, inode, bytes: spooledBytes(size) })
    })
  }

  /** Removes every file, also those that are read or under construction. */
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

  /** Bytes that are taken; builds that were stopped are as good as gone. */
  get bytes(): number {
    const removed = [...this.#read.values()].reduce((sum, { bytes, removed }) => sum + (removed ? bytes : 0), 0)
    return this.#kept + this.#others + removed + this.#grown()
  }

  /** Files that were removed to make room, since the start. */
  get evictions(): number {
    return this.#evictions
  }

  /** Bytes above what may be taken by now. */
  #excess(): number {
    return this.bytes - (this.#maxBytes - this.#margin)
  }

  #grown(): number {
    return [...this.#writing.values()].reduce((sum, { size, stop }) => sum + (stop.signal.aborted ? 0 : size), 0)
  }

  #look(): void {
    for (const written of this.#writing.values()) {
      if (written.whole) continue
      // Not asked of the threads that wait for files: queries may have taken them all. There are few to look at, and in memory.
      // One that was removed takes its room until it is closed.
      written.size = statSync(written.path, { throwIfNoEntry: false })?.size ?? written.size
      if (written.size > this.#mostFileBytes) written.stop.abort(tooLarge(this.#mostFileBytes))
    }
    this.#looking = this.#writing.size === 0 ? undefined : setTimeout(() => this.#look(), LOOK_INTERVAL)
    const growing = [...this.#writing.values()].filter(({ whole, stop }) => !whole && !stop.signal.aborted)
    // Those that are whole have made their room.
    if (growing.length === 0) return
    const grown = growing.reduce((sum, { size }) => sum + size, 0)
    const ahead = grown > this.#maxBytes * LARGE_SHARE ? grown : this.#maxBytes * AHEAD_SHARE
    if (this.#excess() <= -ahead) return
    if (this.#makingRoom) {
      // Removing files takes its time, and must not cost all of the margin.
      if (this.#excess() > this.#margin / 2) this.#stopLargest()
      return
    }
    this.#makingRoom = true
    // If the folder cannot be listed, building a file reports the error.
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

  /** One after the other, each unless it has become needless by then. */
  #prune(isDue: () => boolean, isEnough: () => boolean): Promise<void> {
    return this.#inTurn(async () => {
      if (isDue()) await this.#remove(isEnough)
    })
  }

  /** Runs tasks one at a time, so that one does not remove files that another counts. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#pruning.catch(() => undefined).then(task)
    this.#pruning = done
    return done
  }

  async #remove(isEnough: () => boolean): Promise<void> {
    // Files added during listing may be counted twice until the next time, but never missed.
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
