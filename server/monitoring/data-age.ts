import { LRUCache } from 'lru-cache'
import { SingleFlight } from '../model/shared-work.ts'
import { gauge, type Metric } from '../model/metric.ts'
import { servedRun } from '../model/runs.ts'
import type { Store } from '../model/store.ts'
import { soon } from './soon.ts'

/** Apps that are watched at once, those asked for last, and for how long after that, in ms: a series each, however many apps there are. */
const MOST_APPS = 100
const LATELY = 3_600_000

const DAY = 86_400_000

const HELP =
  'Days from the last install date of the served run to today (UTC), by app: those answered within the last hour, 100 at most, the last ones.'

/** How old the data of apps are that were asked for lately. Runs of other apps are not read for it. */
export class DataAge {
  readonly #store: Pick<Store, 'catalog'>
  readonly #clock: () => Date
  /** Last install date by app; null where nothing is served. */
  readonly #through = new LRUCache<number, { date: string | null }>({ max: MOST_APPS, ttl: LATELY })
  readonly #looking = new SingleFlight(() => this.#look())

  /** @param clock what "today" goes by */
  constructor(store: Pick<Store, 'catalog'>, clock: () => Date) {
    this.#store = store
    this.#clock = clock
  }

  /** Notes that somebody who may read the app was answered. */
  asked(appId: number): void {
    this.#through.set(appId, this.#through.get(appId) ?? { date: null })
  }

  async metrics(): Promise<Metric[]> {
    await soon(this.#looking.join())
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
