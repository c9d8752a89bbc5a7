import { LRUCache } from 'lru-cache'
import type { Work } from './work.ts'

interface Shared<Result> {
  result: Promise<Result>
  waiting: number
  controller: AbortController
  lingering?: NodeJS.Timeout
}

/**
 * Shares work among a company's concurrent callers; aborts it after the last one leaves, or some time later (`lingers`). Work is not shared
 * across companies, which would wait for each other's turns.
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Shared<Result>>()
  readonly #lingers: (reason: unknown) => number

  /** @param lingers how long, ms, work continues without callers, by the reason of the last one */
  constructor(lingers: (reason: unknown) => number = () => 0) {
    this.#lingers = lingers
  }

  /** Joins or starts the work. Rejects with its error, or when the caller's signal fires. */
  async join(name: string, work: Work, start: (work: Work) => Promise<Result>): Promise<Result> {
    const { signal } = work
    signal.throwIfAborted()
    const key = `${work.companyId} ${name}`
    const shared = this.#underWay.get(key) ?? this.#begin(key, work, start)
    shared.waiting++
    clearTimeout(shared.lingering)
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        if (--shared.waiting > 0) return
        const end = (): void => {
          // Later callers restart: this one will fail.
          this.#forget(key, shared)
          shared.controller.abort(signal.reason)
        }
        const milliseconds = this.#lingers(signal.reason)
        if (milliseconds === 0) end()
        else shared.lingering = setTimeout(end, milliseconds).unref()
      }
      signal.addEventListener('abort', leave, { once: true })
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  #begin(
    key: string,
    { companyId, requestId }: Work,
    start: (work: Work) => Promise<Result>,
  ): Shared<Result> {
    const controller = new AbortController()
    const result = Promise.resolve().then(() =>
      start({ companyId, requestId, signal: controller.signal }),
    )
    const shared: Shared<Result> = { result, waiting: 0, controller }
    this.#underWay.set(key, shared)
    const forget = (): void => {
      clearTimeout(shared.lingering)
      this.#forget(key, shared)
    }
    result.then(forget, forget)
    return shared
  }

  #forget(key: string, shared: Shared<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key)
  }
}

/** Returns the rows stored in the slot, whatever their name; none if an earlier version stored them. */
export type Previous<Row> = () => Promise<readonly Row[]>

/** Rows that outlive the process: returns those stored in this slot if they have this name, else computes and stores them. Rows are plain JSON. */
export type KeptRows = <Row extends object>(
  slot: string,
  name: string,
  make: (previous: Previous<Row>) => Promise<readonly Row[]>,
) => Promise<readonly Row[]>

async function nothing(): Promise<never[]> {
  return []
}

/**
 * Immutable rows by content name (`runs.ts`), cached within a limit: rereading them for every filter would block the event loop.
 * Shared, so never change one.
 */
export class RowCache<Row extends object> {
  readonly #kept: LRUCache<string, readonly Row[]>
  readonly #reading = new SharedWork<readonly Row[]>()
  readonly #outliving: KeptRows | undefined

  /** @param sizeOf a row's share of `maxRows` */
  constructor(maxRows: number, outliving?: KeptRows, sizeOf: (row: Row) => number = () => 1) {
    this.#outliving = outliving
    this.#kept = new LRUCache({
      maxSize: maxRows,
      sizeCalculation: rows => rows.reduce((sum, row) => sum + sizeOf(row), 1),
    })
  }

  /** With a slot, the rows outlive the process. */
  async read(
    name: string,
    work: Work,
    read: (work: Work, previous: Previous<Row>) => Promise<readonly Row[]>,
    slot?: string,
  ): Promise<readonly Row[]> {
    return (
      this.#kept.get(name) ??
      this.#reading.join(name, work, async work => {
        const rows = await (slot === undefined || this.#outliving === undefined
          ? read(work, nothing)
          : this.#outliving<Row>(slot, name, previous => read(work, previous)))
        this.#kept.set(name, rows)
        return rows
      })
    )
  }

  get(name: string): readonly Row[] | undefined {
    return this.#kept.get(name)
  }
}

/** One cache per store. */
export function rowCaches<Row extends object>(
  maxRows: number,
  sizeOf?: (row: Row) => number,
): (store: { keptRows?: KeptRows }) => RowCache<Row> {
  const caches = new WeakMap<object, RowCache<Row>>()
  return store => {
    const cache = caches.get(store) ?? new RowCache<Row>(maxRows, store.keptRows, sizeOf)
    caches.set(store, cache)
    return cache
  }
}

/** Monotonic milliseconds. */
export type SteadyClock = () => number

export const steadyClock: SteadyClock = () => performance.now()

/** Shares running work without caching results. For work that can be aborted use `SharedWork`. */
export class SingleFlight<Result> {
  readonly #task: () => Promise<Result>
  #underWay: Promise<Result> | undefined

  constructor(task: () => Promise<Result>) {
    this.#task = task
  }

  join(): Promise<Result> {
    return (this.#underWay ??= this.#task().finally(() => {
      this.#underWay = undefined
    }))
  }

  /** Starts after running work, which may predate the latest change. */
  async begin(): Promise<Result> {
    // Its callers see the failure.
    await this.#underWay?.catch(() => undefined)
    return await this.join()
  }
}

/** Caches a value for a while and refreshes it once for concurrent callers. */
export class Fresh<Value> {
  readonly #clock: SteadyClock
  readonly #look: SingleFlight<Value>
  #cached: { value: Value; at: number } | undefined

  constructor(look: () => Promise<Value>, clock: SteadyClock = steadyClock) {
    this.#clock = clock
    this.#look = new SingleFlight(async () => {
      const at = clock()
      const value = await look()
      this.#cached = { value, at }
      return value
    })
  }

  /** At most `age` ms old. Failures are not cached. */
  async within(age: number): Promise<Value> {
    const cached = this.#cached
    return cached !== undefined && this.#clock() - cached.at < age
      ? cached.value
      : await this.#look.join()
  }

  now(): Promise<Value> {
    return this.#look.begin()
  }
}
