import { LRUCache } from 'lru-cache'
import { SharedWork } from '../../sharing/shared-work.ts'
import type { Work } from '../../model/work.ts'

/**
 * Rows of data that never change under their name (see `content-names.ts`), kept while there is room: to read them again for every filter would cost the one
 * thread that answers everybody. They are shared: never change one.
 */
export class KeptRows<Row extends object> {
  readonly #kept: LRUCache<string, readonly Row[]>
  readonly #reading = new SharedWork<readonly Row[]>()

  constructor(maxRows: number) {
    this.#kept = new LRUCache({ maxSize: maxRows, sizeCalculation: rows => rows.length + 1 })
  }

  /** The rows of that name, read where they are not kept: once for all of a company who ask meanwhile. */
  async read(name: string, work: Work, read: (work: Work) => Promise<readonly Row[]>): Promise<readonly Row[]> {
    return (
      this.#kept.get(name) ??
      this.#reading.join(name, work, async work => {
        const rows = await read(work)
        this.#kept.set(name, rows)
        return rows
      })
    )
  }

  /** The rows of that name, where they are kept. */
  get(name: string): readonly Row[] | undefined {
    return this.#kept.get(name)
  }
}

/** Most rows kept of all apps: some tens of MB either. */
export const MOST_KEPT = { identities: 500_000, recommendations: 50_000, totals: 100_000 }
