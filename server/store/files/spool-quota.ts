import type { Boom } from '@hapi/boom'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../../core/checks/problem.ts'
import { sum } from '../../core/formulas/sums.ts'
import { insufficientStorage, listSpool, spooledBytes } from './spool-folder.ts'

/** Maximum share for cached rows, even if other files were used later. */
const KEPT_SHARE = 1 / 2

/** Maximum share of one file. */
const FILE_SHARE = 3 / 4

/** After additions of this share, the folder is listed again, since other processes may add files. */
const LISTED_SHARE = 1 / 16

/**
 * Keeps the spool's finished files within a size. It evicts files that no caller of this process uses, least recently used first. Running
 * builds come on top, each up to the share of one file.
 */
export class SpoolQuota {
  evictions = 0
  readonly #dir: string
  readonly #maxBytes: number
  /** Bytes at the last listing and of files added since; `#added` alone are the latter. */
  #kept = 0
  #added = 0
  /** Bytes of files about to be added. */
  #reserved = 0
  /** Number of callers, by name of their file. */
  readonly #inUse = new Map<string, number>()
  #evicting: Promise<unknown> = Promise.resolve()

  constructor(dir: string, maxBytes: number) {
    this.#dir = dir
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#kept + this.#reserved
  }

  /** Protects a file, which may be missing yet. Returns the end of the use. */
  use(name: string): () => void {
    this.#inUse.set(name, (this.#inUse.get(name) ?? 0) + 1)
    return () => {
      const remaining = this.#inUse.get(name)! - 1
      if (remaining === 0) this.#inUse.delete(name)
      else this.#inUse.set(name, remaining)
    }
  }

  /** The problem to return for a file that is larger than its share. */
  tooLarge(size: number): Boom | undefined {
    const most = this.#maxBytes * FILE_SHARE
    const detail = `The file would be larger than ${Math.floor(most / 2 ** 20)} MiB. Use a shorter date range, fewer metrics, filters or a limit.`
    return size > most ? problem('file_too_large', detail) : undefined
  }

  /** Makes room for a file; rejects with the problem to return if that is impossible. */
  async requireRoom(size: number): Promise<void> {
    const tooLarge = this.tooLarge(size)
    if (tooLarge) throw tooLarge
    const isFull = () => this.bytes + spooledBytes(size) > this.#maxBytes
    if (isFull()) await this.evict(spooledBytes(size))
    const detail = 'No disk space for the file: open downloads use all of it. Try again later.'
    if (isFull()) throw insufficientStorage(detail)
  }

  /** Holds room for a file while `publish` adds it. */
  async place(size: number, publish: () => Promise<void>): Promise<void> {
    await this.requireRoom(size)
    const bytes = spooledBytes(size)
    this.#reserved += bytes
    await publish().finally(() => (this.#reserved -= bytes))
    this.#kept += bytes
    this.#added += bytes
    if (this.#added > this.#maxBytes * LISTED_SHARE) await this.evict()
  }

  /** Lists the folder, then evicts files until `bytes` more fit; one call at a time. */
  async evict(bytes = 0): Promise<void> {
    const evicting = this.#evicting.then(() => this.#evict(this.#maxBytes - bytes))
    this.#evicting = evicting.catch(() => undefined)
    await evicting
  }

  async #evict(most: number): Promise<void> {
    // Files added during listing may be counted twice, never missed.
    this.#added = 0
    const files = await listSpool(this.#dir, this.#maxBytes * KEPT_SHARE)
    this.#kept = sum(files, ({ bytes }) => bytes) + this.#added
    for (const { name, bytes } of files) {
      if (this.bytes <= most) return
      if (this.#inUse.has(name)) continue
      await rm(join(this.#dir, name), { force: true })
      this.#kept -= bytes
      this.evictions++
    }
  }
}
