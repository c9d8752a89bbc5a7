/** A file in the cache. */
export interface Kept {
  key: string
  path: string
  /** Its length as a file, of which less may be there. */
  length: number
  /** Its disk use. */
  bytes: number
  /** Queries that read it. */
  pins: number
  /** Whether this process has seen its SHA-256. */
  checked: boolean
  /** The file's state on the disk when it was seen: see `CacheDisk.state`. */
  state?: string | undefined
  /** Whether it was found changed since; its readers must not return a result. */
  changed?: boolean
}

/**
 * What the cache holds, within a bound of bytes: what nobody reads makes way, the least recently used first. What is read at once may pass the bound,
 * as waiting for each other could last for ever; it is given back as soon as nobody reads it.
 */
export class Room {
  readonly #maxBytes: number
  readonly #evict: (kept: Kept) => void
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** `evict` is to remove a file, at once as far as its path goes. */
  constructor(maxBytes: number, evict: (kept: Kept) => void) {
    this.#maxBytes = maxBytes
    this.#evict = evict
  }

  /** Bytes of existing files and reservations. */
  get bytes(): number {
    return this.#bytes
  }

  find(key: string): Kept | undefined {
    return this.#kept.get(key)
  }

  /** Those whose keys begin so. */
  beginningWith(start: string): Kept[] {
    return [...this.#kept.values()].filter(({ key }) => key.startsWith(start))
  }

  /** Whether there is room for a file beside what is read now. */
  fits(bytes: number): boolean {
    return [...this.#kept.values()].reduce((sum, kept) => sum + (kept.pins > 0 ? kept.bytes : 0), bytes) <= this.#maxBytes
  }

  /** Makes room for a file that is to come, as far as there is any. To be taken back by `free`, or used by `add`. */
  reserve(bytes: number): void {
    this.#bytes += bytes
    this.#trim()
  }

  free(bytes: number): void {
    this.#bytes -= bytes
  }

  /** A file that room was reserved for. */
  add(kept: Kept): void {
    this.#kept.set(kept.key, kept)
  }

  /** Keeps it from making way until it is unpinned, and is its latest use. */
  pin(kept: Kept): void {
    kept.pins++
    // Do not add back an entry that was dropped.
    if (!this.#kept.delete(kept.key)) return
    this.#kept.set(kept.key, kept)
  }

  unpin(kept: Kept): void {
    kept.pins--
    this.#trim()
  }

  /** Removes what nobody reads until so much is gone; false where that is not enough. */
  release(bytes: number): boolean {
    const goal = this.#bytes - bytes
    this.#trim(goal)
    return this.#bytes <= goal
  }

  /** Forgets a file that is gone already, or no good; its readers keep what they have. */
  drop(kept: Kept): void {
    if (this.#kept.get(kept.key) !== kept) return
    this.#kept.delete(kept.key)
    this.#bytes -= kept.bytes
    this.#evict(kept)
  }

  #trim(goal = this.#maxBytes): void {
    if (this.#bytes <= goal) return
    for (const kept of this.#kept.values()) {
      if (this.#bytes <= goal) return
      if (kept.pins === 0) this.drop(kept)
    }
  }
}
