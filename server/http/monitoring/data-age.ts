import { gauge, type Metric } from '../../runtime/metric.ts'
import { servedRun } from '../../model/runs.ts'
import { Fresh, type SteadyClock } from '../../runtime/shared-work.ts'
import { nextSlice } from '../../runtime/slices.ts'
import type { Store } from '../../model/store.ts'
import { settleWithin } from './settle-within.ts'

/** Interval, ms, of reading all apps. */
const LOOK_INTERVAL = 60_000

/** Number of apps read between two yields. */
const APPS = 50

const DAY = 86_400_000

const HELP = 'Days from the last install date of the served run to today (UTC), by live app; read once a minute.'

/** Data age of every live app, requested or not: an alert must notice silent ones. */
export class DataAge {
  readonly #store: Pick<Store, 'catalog'>
  readonly #clock: () => Date
  readonly #looking: Fresh<void>
  /** Latest data day by app with a served run. */
  #through: ReadonlyMap<number, string> = new Map()

  constructor(store: Pick<Store, 'catalog'>, clock: () => Date, steady?: SteadyClock) {
    this.#store = store
    this.#clock = clock
    this.#looking = new Fresh(() => this.#look(), steady)
  }

  async metrics(): Promise<Metric[]> {
    await settleWithin(this.#looking.within(LOOK_INTERVAL))
    const today = Math.floor(this.#clock().getTime() / DAY)
    return [...this.#through].map(([appId, date]) =>
      gauge('uascope_app_data_age_days', HELP, today - Date.parse(date) / DAY, { app: String(appId) }),
    )
  }

  async #look(): Promise<void> {
    const through = new Map<number, string>()
    const { apps } = await this.#store.catalog()
    for (const [index, { app_id: appId, live }] of apps.entries()) {
      if (!live) continue
      if (index % APPS === APPS - 1) await nextSlice()
      const date = servedRun(await this.#store.catalog(appId), appId, 'recommendation')?.max_install_date
      if (date) through.set(appId, date)
    }
    this.#through = through
  }
}
