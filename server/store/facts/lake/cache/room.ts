export interface CachedFile {
  key: string
  path: string
  bytes: number
  pins: number
  /** Verified by this process. */
  checked: boolean
  /** See `CacheDisk.state`. */
  state?: string | undefined
  /** Changed since; readers must not return a result. */
  changed?: boolean
}

/**
 * The cache's accounting: unpinned files are evicted, least recently used first. Pinned files may exceed the limit, since waiting for each
 * other could last forever.
 */
export class Room {
  readonly #maxBytes: number
  readonly #evict: (file: CachedFile) => void
  readonly #kept = new Map<string, CachedFile>()
  #bytes = 0

  constructor(maxBytes: number, evict: (file: CachedFile) => void) {
    this.#maxBytes = maxBytes
    this.#evict = evict
  }

  /** Bytes of existing files and reservations. */
  get bytes(): number {
    return this.#bytes
  }

  find(key: string): CachedFile | undefined {
    return this.#kept.get(key)
  }

  all(): CachedFile[] {
    return [...this.#kept.values()]
  }

  /** End it with `free` or `add`. */
  reserve(bytes: number): void {
    this.#bytes += bytes
    this.#trim()
  }

  free(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Replaces an earlier copy, such as one that an abandoned fetch added late. */
  add(file: CachedFile): void {
    const earlier = this.#kept.get(file.key)
    if (earlier !== undefined) this.drop(earlier)
    this.#kept.set(file.key, file)
  }

  /** Marks it as used, too. */
  pin(file: CachedFile): void {
    file.pins++
    // Do not add back a dropped entry.
    if (!this.#kept.delete(file.key)) return
    this.#kept.set(file.key, file)
  }

  unpin(file: CachedFile): void {
    file.pins--
    this.#trim()
  }

  /** Evicts unpinned files; false if that is not enough. */
  release(bytes: number): boolean {
    const goal = this.#bytes - bytes
    this.#trim(goal)
    return this.#bytes <= goal
  }

  /** Forgets a missing or invalid file, without effect on its readers. */
  drop(file: CachedFile): void {
    if (this.#kept.get(file.key) !== file) return
    this.#kept.delete(file.key)
    this.#bytes -= file.bytes
    this.#evict(file)
  }

  #trim(goal = this.#maxBytes): void {
    if (this.#bytes <= goal) return
    for (const file of this.#kept.values()) {
      if (this.#bytes <= goal) return
      if (file.pins === 0) this.drop(file)
    }
  }
}
