import { LRUCache } from 'lru-cache'
import type { Catalog } from '../../../../core/model/catalog.ts'
import type { DataFile } from '../../common/parquet-groups.ts'
import type { LakeCache } from './lake-cache.ts'
import { DAY_MS } from '../../../../core/model/dates.ts'

/** Interval of catalog checks, and time for which an app stays watched after a request, ms. */
const LOOK_MS = 5000
const WATCHED_MS = 7 * DAY_MS

/** Maximum apps, the latest requested: each keeps its runs in memory. */
const MAX_APPS = 200

interface FetchAheadOptions {
  catalogOf: (appId: number) => Promise<Catalog>
  cache: Pick<LakeCache, 'fetch'>
  /** Returns ms. */
  clock?: () => number
}

/** After an import, prefetches the files of default requests for recently requested apps, so that the next request need not wait. */
export class FetchAhead {
  readonly #options: Omit<FetchAheadOptions, 'clock'>
  readonly #apps: LRUCache<number, { fetched: string }>
  readonly #ended = new AbortController()
  readonly #timer: NodeJS.Timeout
  #look: Promise<void> | undefined

  constructor({ clock = Date.now, ...options }: FetchAheadOptions) {
    this.#options = options
    this.#apps = new LRUCache({
      max: MAX_APPS,
      ttl: WATCHED_MS,
      ttlResolution: 0,
      perf: { now: clock },
    })
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  requested(appId: number): void {
    this.#apps.set(appId, { fetched: '', ...this.#apps.get(appId) })
  }

  /** Runs one check at a time. Never fails: a request for a file that cannot be fetched reports the error. */
  async look(): Promise<void> {
    this.#look ??= this.#fetchAll()
      .catch(() => undefined)
      .finally(() => (this.#look = undefined))
    await this.#look
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#ended.abort(new Error('The service is stopping'))
    await this.#look
  }

  async #fetchAll(): Promise<void> {
    const { catalogOf, cache } = this.#options
    const { signal } = this.#ended
    for (const appId of [...this.#apps.keys()].reverse()) {
      const app = this.#apps.peek(appId)
      if (app === undefined) continue
      const files = newestFiles(await catalogOf(appId), appId)
      const names = files.map(({ file }) => file).join()
      if (names === app.fetched) continue
      app.fetched = names
      for (const file of files) await cache.fetch(file, signal).catch(() => signal.throwIfAborted())
    }
  }
}

function newestFiles({ runs, files }: Catalog, appId: number): DataFile[] {
  const own = runs.filter(({ app_id }) => app_id === appId)
  const { identities, snapshots = [], alerts = [] } = files[appId] ?? {}
  const facts = own.findLast(({ facts }) => facts !== undefined)?.facts
  const recommendations = own.findLast(
    ({ recommendations }) => recommendations !== undefined,
  )?.recommendations
  return [facts, identities, recommendations, alerts.at(-1), snapshots.at(-1)].filter(
    file => file !== undefined,
  )
}
