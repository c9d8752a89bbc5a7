import { LRUCache } from 'lru-cache'
import { SingleFlight } from '../model/shared-work.ts'
import { gauge, type Metric } from '../model/metric.ts'
import { servedRun } from '../model/runs.ts'
import type { Store } from '../model/store.ts'
import { settleWithin } from './settle-within.ts'

/** Maximum watched apps, the last requested, and for how long, ms: one series each. */
const MAX_APPS = 100
const LATELY = 3_600_000

const DAY = 86_400_000

const HELP = 'Days from the last install date of the served run to today (UTC), by app: at most 100, requested within the last hour.'

/** Data age of recently requested apps; runs of others are not read. */
export class DataAge {
  readonly #store: Pick<Store, 'catalog'>
  readonly #clock: () => Date
  /** Null if nothing is served. */
  readonly #through = new LRUCache<number, { date: string | null }>({ max: MAX_APPS, ttl: LATELY })
  readonly #looking = new SingleFlight(() => this.#look())

  constructor(store: Pick<Store, 'catalog'>, clock: () => Date) {
    this.#store = store
    this.#clock = clock
  }

  asked(appId: number): void {
    this.#through.set(appId, this.#through.get(appId) ?? { date: null })
  }

  async metrics(): Promise<Metric[]> {
    await settleWithin(this.#looking.join())
    const today = Math.floor(this.#clock().getTime() / DAY)
    return [...this.#through.entries()].flatMap(([appId, { date }]) =>
      date === null ? [] : [gauge('uascope_app_data_age_days', HELP, today - Date.parse(date) / DAY, { app: String(appId) })],
    )
  }

  async #look(): Promise<void> {
    await Promise.all(
      [...this.#through.entries()].map(async ([appId, known]) => {
        known.date = servedRun(await this.#store.catalog(appId), appId, 'recommendation')?.max_install_date ?? null
      }),
    )
  }
}
