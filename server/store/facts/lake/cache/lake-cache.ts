import { LRUCache } from 'lru-cache'
import { setMaxListeners } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { StoreUnavailable, type StoreDamaged } from '../../../../core/model/store.ts'
import { CopyLost, type DataFile, type LocalFiles } from '../../common/parquet-groups.ts'
import { isDiskFull } from '../../../files/spool-folder.ts'
import { SharedWork } from '../../../../core/runtime/shared-work.ts'
import { isObjectsFault, LakeUnavailable, type Objects } from '../objects/objects.ts'
import {
  CacheDisk,
  type CacheFolder,
  fileOfKept,
  freeShare,
  cacheFileName,
  isCopyLost,
  openCacheFolder,
  sealOf,
} from './cache-folder.ts'
import { fetchWhole } from './fetch-whole.ts'
import { isIntact } from '../../common/checksums.ts'
import { type CachedFile, Room } from './room.ts'

export interface LakeCacheOptions {
  objects: Objects
  folder: string
  /** Default: most of the free space. */
  size?: number | undefined
  /** Called with a line about a missing or damaged object. */
  onFault: (line: string) => void
  /** Whether the catalog still lists a file. */
  isNamed?: (file: string) => Promise<boolean>
}

/** Delay, ms, before a missing or damaged object is requested again, and their maximum number. */
const FAULT_MS = 5000
const MAX_FAULTS = 10_000

export interface CacheCounters {
  hits: number
  misses: number
  fetchedBytes: number
  evictions: number
  faults: number
}

/**
 * A bounded cache of the lake's files. Every file is verified by SHA-256 before this process first uses it, and fetched again after
 * a change on disk.
 */
export class LakeCache implements LocalFiles {
  readonly counters: CacheCounters = {
    hits: 0,
    misses: 0,
    fetchedBytes: 0,
    evictions: 0,
    faults: 0,
  }
  readonly #objects: Objects
  readonly #folder: CacheFolder
  readonly #disk: CacheDisk
  readonly #onFault: (line: string) => void
  readonly #room: Room
  readonly #fetching = new SharedWork<CachedFile>()
  /** Missing or damaged objects, so that not every request fetches them again. */
  readonly #faults = new LRUCache<string, StoreDamaged>({ max: MAX_FAULTS, ttl: FAULT_MS })
  readonly #isNamed: (file: string) => Promise<boolean>
  readonly #damaged = new Map<string, { file: DataFile; damage: StoreDamaged }>()
  readonly #ended = new AbortController()
  #up = true

  private constructor(
    { objects, onFault, isNamed = async () => true }: LakeCacheOptions,
    folder: CacheFolder,
    maxBytes: number,
  ) {
    this.#objects = objects
    this.#onFault = onFault
    this.#isNamed = isNamed
    this.#folder = folder
    this.#disk = new CacheDisk(folder.path)
    this.#room = new Room(maxBytes, file => {
      this.counters.evictions++
      const state = this.#disk.state(file.path)
      file.changed ||= file.checked && state !== undefined && state !== file.state
      this.#disk.remove(file.path)
    })
  }

  static async open(options: LakeCacheOptions): Promise<LakeCache> {
    const folder = await openCacheFolder(options.folder)
    const leftovers = await new CacheDisk(folder.path).leftovers()
    const cachedBytes = leftovers.reduce((sum, { bytes }) => sum + bytes, 0)
    const cache = new LakeCache(
      options,
      folder,
      options.size ?? (await freeShare(folder.path, cachedBytes)),
    )
    for (const { key, path, bytes } of leftovers) {
      cache.#room.add({ key, path, bytes, pins: 0, checked: false })
      cache.#room.reserve(bytes)
    }
    return cache
  }

  /** Includes files being fetched. */
  get bytes(): number {
    return this.#room.bytes
  }

  /** Whether the last request succeeded. */
  up(): boolean {
    return this.#up
  }

  async during<Result>(
    files: readonly DataFile[],
    signal: AbortSignal,
    use: (paths: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted()
    const held = new Map<string, CachedFile>()
    try {
      await this.#holdAll(files, signal, held)
      const result = await use(files.map(file => held.get(cacheFileName(file))!.path)).catch(
        async (error: unknown) => {
          signal.throwIfAborted()
          this.#requireThere(held, error)
          if (!(error instanceof StoreUnavailable)) await this.#requireIntact(files, held, error)
          throw error
        },
      )
      this.#requireUnchanged(held)
      return result
    } finally {
      for (const cached of held.values()) this.#room.unpin(cached)
    }
  }

  /** Fetches a file unless it is cached; concurrent requests share the fetch. */
  async fetch(file: DataFile, signal: AbortSignal): Promise<void> {
    if (!this.#present(cacheFileName(file))?.checked)
      this.#room.unpin(await this.#join(file, signal))
  }

  /** A missing or damaged object that the catalog still lists; retried periodically. */
  async damage(): Promise<StoreDamaged | undefined> {
    let first: StoreDamaged | undefined
    for (const [key, { file, damage }] of this.#damaged) {
      if (!(await this.#isNamed(file.file).catch(() => true))) {
        this.#damaged.delete(key)
        continue
      }
      first ??= damage
      void this.#join(file, this.#ended.signal).then(
        file => this.#room.unpin(file),
        () => undefined,
      )
    }
    return first
  }

  get damaged(): number {
    return this.#damaged.size
  }

  async erase(isOf: (file: string) => boolean): Promise<void> {
    for (const cached of this.#room.all()) {
      if (isOf(fileOfKept(cached.key))) this.#room.drop(cached)
    }
    await this.#disk.removed()
  }

  async ready(): Promise<void> {
    await this.#disk.requireWritable()
  }

  async close(): Promise<void> {
    const reason = new StoreUnavailable('The service is stopping')
    this.#ended.abort(reason)
    this.#folder.close()
  }

  /** Pins the files and records them in `held`, even if it fails. */
  async #holdAll(
    files: readonly DataFile[],
    signal: AbortSignal,
    held: Map<string, CachedFile>,
  ): Promise<void> {
    const missing = new Map<string, DataFile>()
    for (const file of files) {
      const key = cacheFileName(file)
      if (held.has(key)) continue
      const present = this.#present(key)
      if (!present?.checked) missing.set(key, file)
      else {
        this.#room.pin(present)
        held.set(key, present)
      }
    }
    this.counters.hits += held.size
    this.counters.misses += missing.size
    if (missing.size > 0) await this.#bringAll(missing, signal, held)
  }

  /** In parallel; the first failure stops the others. */
  async #bringAll(
    missing: Map<string, DataFile>,
    signal: AbortSignal,
    held: Map<string, CachedFile>,
  ): Promise<void> {
    const failed = new AbortController()
    const either = AbortSignal.any([signal, failed.signal])
    // One listener per file.
    setMaxListeners(0, either)
    await Promise.all(
      [...missing].map(([key, file]) =>
        this.#join(file, either).then(
          file => held.set(key, file),
          (error: unknown) => failed.abort(error),
        ),
      ),
    )
    failed.signal.throwIfAborted()
  }

  async #join(file: DataFile, signal: AbortSignal): Promise<CachedFile> {
    const key = cacheFileName(file)
    const fault = this.#faults.get(key)
    if (fault !== undefined) throw fault
    const work = { companyId: null, signal: AbortSignal.any([signal, this.#ended.signal]) }
    const path = await this.#fetching.join(key, work, async ({ signal }) => {
      const brought = await this.#bring(key, file, signal)
      // Until every caller has pinned it.
      this.#room.pin(brought)
      setImmediate(() => this.#room.unpin(brought))
      return brought
    })
    this.#room.pin(path)
    return path
  }

  /** A file removed since had been opened before. */
  #requireUnchanged(held: ReadonlyMap<string, CachedFile>): void {
    for (const file of held.values()) {
      const state = this.#disk.state(file.path)
      if (file.changed || (state !== undefined && state !== file.state)) this.#lose(file)
    }
  }

  /** After a failed read: a lost copy may be the reason. */
  #requireThere(held: ReadonlyMap<string, CachedFile>, cause: unknown): void {
    for (const file of held.values()) {
      if (file.changed || this.#disk.state(file.path) !== file.state) this.#lose(file, cause)
    }
  }

  /** A damaged copy may be the reason, even if its state is unchanged. */
  async #requireIntact(
    files: readonly DataFile[],
    held: ReadonlyMap<string, CachedFile>,
    cause: unknown,
  ): Promise<void> {
    for (const file of files) {
      const cached = held.get(cacheFileName(file))!
      if (!(await isIntact(cached.path, sealOf(file)).catch(() => false))) this.#lose(cached, cause)
    }
  }

  #lose(cached: CachedFile, cause?: unknown): never {
    cached.changed = true
    this.#room.drop(cached)
    throw new CopyLost(`The cache's copy ${cached.key} changed while it was read`, { cause })
  }

  /** Forgets a file that was removed or changed. */
  #present(key: string): CachedFile | undefined {
    const cached = this.#room.find(key)
    if (cached === undefined) return undefined
    const isThere = cached.checked
      ? isSame(this.#disk.state(cached.path), cached.state)
      : this.#disk.has(cached.path, cached.bytes)
    if (isThere) return cached
    this.#room.drop(cached)
    return undefined
  }

  async #bring(key: string, file: DataFile, signal: AbortSignal): Promise<CachedFile> {
    const { bytes } = sealOf(file)
    const checked = await this.#checked(this.#present(key), file, signal)
    if (checked !== undefined) return checked
    this.#room.reserve(bytes)
    try {
      const fetched = {
        key,
        bytes,
        pins: 0,
        checked: true,
        ...(await this.#fetch(key, file, signal)),
      }
      this.#room.add(fetched)
      this.#damaged.delete(key)
      return fetched
    } catch (error) {
      this.#room.free(bytes)
      if (signal.aborted) throw signal.reason
      if (!isObjectsFault(error)) throw this.#failed(error)
      if (!(await this.#isNamed(file.file).catch(() => true)))
        throw new StoreUnavailable(`${file.file} was removed during the read`, { cause: error })
      this.#faults.set(key, error)
      const isNews = !this.#damaged.has(key)
      this.#damaged.set(key, { file, damage: error })
      throw this.#failed(error, isNews)
    }
  }

  async #checked(
    cached: CachedFile | undefined,
    file: DataFile,
    signal: AbortSignal,
  ): Promise<CachedFile | undefined> {
    if (cached === undefined || cached.checked) return cached
    this.#room.pin(cached)
    try {
      cached.state = this.#disk.state(cached.path)
      cached.checked = await isIntact(cached.path, sealOf(file), signal).catch(() => {
        signal.throwIfAborted()
        return false
      })
    } finally {
      this.#room.unpin(cached)
    }
    if (cached.checked) return this.#room.find(cached.key)
    this.#room.drop(cached)
    return undefined
  }

  /** Returns the state in which the copy was verified. */
  async #fetch(
    key: string,
    file: DataFile,
    signal: AbortSignal,
  ): Promise<Pick<CachedFile, 'path' | 'state'>> {
    const sealed = sealOf(file)
    for (let again = false; ; again = true) {
      const [aside, path] = [this.#disk.asidePath(key), this.#disk.newPath(key)]
      try {
        await this.#disk.make()
        await fetchWhole(this.#objects, file, aside, signal, bytes => this.#came(bytes))
        await rename(aside, path)
        const state = await this.#disk.age(path)
        // The object was intact; its copy may have changed on disk since.
        if (await isIntact(path, sealed, signal)) return { path, state }
        throw new CopyLost(`The cache's copy ${key} changed while it was written`)
      } catch (error) {
        for (const leftover of [aside, path]) await rm(leftover, { force: true }).catch(() => {})
        // Other programs may have filled the disk below the limit.
        const isHelped =
          isCopyLost(error) || (isDiskFull(error) && this.#room.release(sealed.bytes))
        if (again || !isHelped) throw error
        await this.#disk.removed()
      }
    }
  }

  #came(bytes: number): void {
    this.#up = true
    this.counters.fetchedBytes += bytes
  }

  #failed(error: unknown, isNews = true): unknown {
    if (!(error instanceof LakeUnavailable) && !isObjectsFault(error)) {
      return new StoreUnavailable(`The cache cannot take a file: ${(error as Error).message}`, {
        cause: error,
      })
    }
    this.#up = isObjectsFault(error)
    if (isObjectsFault(error)) {
      this.counters.faults++
      if (isNews) this.#onFault(error.message)
    }
    return error
  }
}

/** A missing file has no state. */
function isSame(now: string | undefined, before: string | undefined): boolean {
  return now !== undefined && now === before
}
