import { LRUCache } from 'lru-cache'
import { SharedWork } from './shared-work.ts'
import type { Work } from './work.ts'

/**
 * Immutable rows by content name (`runs.ts`), cached while there is room: rereading them for every filter would hold the event loop.
 * Shared: never change one.
 */
export class RowCache<Row extends object> {
  readonly #kept: LRUCache<string, readonly Row[]>
  readonly #reading = new SharedWork<readonly Row[]>()

  constructor(maxRows: number) {
    this.#kept = new LRUCache({ maxSize: maxRows, sizeCalculation: rows => rows.length + 1 })
  }

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

  get(name: string): readonly Row[] | undefined {
    return this.#kept.get(name)
  }
}
