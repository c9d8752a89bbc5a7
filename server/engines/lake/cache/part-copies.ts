import { LRUCache } from 'lru-cache'
import { rm } from 'node:fs/promises'
import { CopyLost, type DataFile, type Wanted } from '../../common/parquet-groups.ts'
import { isDiskFull } from '../../../files/spool-folder.ts'
import { isObjectsFault, type Objects } from '../objects/objects.ts'
import { sumsName } from '../objects/put-sealed.ts'
import { type CacheDisk, cacheFileName, isCopyLost, partName, sealOf } from './cache-folder.ts'
import { arePartsIntact, fetchIndex, fetchParts, type FileIndex } from './fetch-parts.ts'
import { Flights } from './fetch-whole.ts'
import type { CachedFile, Room } from './room.ts'

/** DuckDB's error for zeros instead of a page header. */
const NO_PAGE = /TProtocolException/
/** Each takes up to a few MB. */
const MAX_INDEXES = 16

export interface PartCopiesOptions {
  objects: Objects
  disk: CacheDisk
  room: Room
  came: (bytes: number) => void
  failed: (error: unknown) => unknown
}

/** Partial copies, until the whole file is here. */
export class PartCopies {
  readonly #options: PartCopiesOptions
  readonly #flights = new Flights<CachedFile | undefined>()
  readonly #indexFlights = new Flights<FileIndex>()
  readonly #indexes = new LRUCache<string, FileIndex>({ max: MAX_INDEXES })
  /** Files to fetch whole only. */
  readonly #refused = new Set<string>()

  constructor(options: PartCopiesOptions) {
    this.#options = options
  }

  /** Undefined if only the whole will do. */
  async join(file: DataFile, wanted: Wanted, signal: AbortSignal): Promise<CachedFile | undefined> {
    if (file.blocks === undefined || this.#refused.has(cacheFileName(file))) return undefined
    return await this.#flights.join(
      partName(file, wanted),
      signal,
      signal => this.#bring(file, wanted, signal),
      kept => kept && this.#options.room.pin(kept),
    )
  }

  whole(file: DataFile): void {
    this.#indexes.delete(cacheFileName(file))
    for (const kept of this.#of(file)) if (kept.pins === 0) this.#options.room.drop(kept)
  }

  /** A query over partial copies failed; if it may have read a gap, they are discarded and it is retried. */
  tooLittle(files: readonly DataFile[], error: unknown): unknown {
    if (files.length === 0 || !isOfNoPage(error)) return error
    for (const file of files) {
      this.#refused.add(cacheFileName(file))
      for (const kept of this.#of(file)) this.#options.room.drop(kept)
    }
    return new CopyLost(`A part of ${files.map(({ file }) => file).join(', ')} is not here yet`, { cause: error })
  }

  end(reason: Error): void {
    this.#flights.end(reason)
    this.#indexFlights.end(reason)
  }

  /** Once for all queries of a file. */
  async #index(file: DataFile, signal: AbortSignal): Promise<FileIndex> {
    const { objects, came } = this.#options
    const key = cacheFileName(file)
    const start = (signal: AbortSignal): Promise<FileIndex> => fetchIndex(objects, file.file, sealOf(file), signal, came)
    return this.#indexes.get(key) ?? (await this.#indexFlights.join(key, signal, start, index => this.#indexes.set(key, index)))
  }

  #of(file: DataFile): CachedFile[] {
    return this.#options.room.beginningWith(`${cacheFileName(file)} `)
  }

  async #bring(file: DataFile, wanted: Wanted, signal: AbortSignal): Promise<CachedFile | undefined> {
    const { objects, disk, room, came, failed } = this.#options
    const sealed = sealOf(file)
    const path = disk.asidePath(cacheFileName(file))
    try {
      await disk.make()
      const index = await this.#index(file, signal)
      const parts = await fetchParts(objects, file.file, sealed, index, wanted, path, signal, came)
      if (parts === undefined) return undefined
      const state = await disk.age(path)
      if (!(await arePartsIntact(path, parts, signal))) throw new CopyLost(`The cache's copy ${path} changed while it was written`)
      const key = partName(file, wanted)
      const bytes = parts.reduce((sum, { start, end }) => sum + end - start, 0)
      const kept = { key, path, length: sealed.bytes, bytes, pins: 0, checked: true, state, parts }
      room.reserve(bytes)
      room.add(kept)
      return kept
    } catch (error) {
      await rm(path, { force: true }).catch(() => {})
      if (signal.aborted) throw signal.reason
      // Fetching the whole may work, and shows what is wrong.
      if (isCopyLost(error) || isDiskFull(error) || (isObjectsFault(error) && error.file === file.file)) return undefined
      if (!isObjectsFault(error) || error.file !== sumsName(file.file)) throw failed(error)
      // Once for all queries that wait for them.
      if (!this.#refused.has(cacheFileName(file))) failed(error)
      this.#refused.add(cacheFileName(file))
      return undefined
    }
  }
}

function isOfNoPage(error: unknown): boolean {
  return error instanceof Error && (NO_PAGE.test(error.message) || isOfNoPage(error.cause))
}
