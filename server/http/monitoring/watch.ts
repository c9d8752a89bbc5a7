import { LRUCache } from 'lru-cache'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimiter } from '../../core/model/caller.ts'
import { Fresh, steadyClock, type SteadyClock } from '../../core/runtime/shared-work.ts'
import { gauge, type Metric } from '../../core/runtime/metric.ts'
import type { Storage } from '../../store/facts/common/storage.ts'
import type { Spool } from '../../store/files/spool.ts'
import type { Watched } from '../health-and-metrics.ts'
import type { Store } from '../../core/model/store.ts'
import { servedRun } from '../../core/model/runs.ts'
import { nextSlice } from '../../core/runtime/slices.ts'
import type { AuditEntry, AuditLog } from '../../core/access/audit.ts'
import { daysBetween, utcDate } from '../../core/model/dates.ts'

const MAX_COMPANIES = 500

const LIMIT_HELP =
  "Used share of the company's requests in the current window, as last seen by this node; at most 500 companies."

interface Use {
  ratio: number
  /** In ms of the clock. */
  endsAt: number
}

/** Reports the used share of the limit of companies with a running window. */
export function watchLimit(
  limiter: RateLimiter,
  clock: SteadyClock = steadyClock,
): { limiter: RateLimiter; metrics: () => Metric[] } {
  const uses = new LRUCache<number, Use>({ max: MAX_COMPANIES })
  return {
    limiter: {
      async count(companyId, requests) {
        const allowance = await limiter.count(companyId, requests)
        const { limit, remaining, resetSeconds } = allowance
        uses.set(companyId, {
          ratio: (limit - remaining) / limit,
          endsAt: clock() + resetSeconds * 1000,
        })
        return allowance
      },
    },
    metrics() {
      const now = clock()
      return [...uses.entries()].flatMap(([company, { ratio, endsAt }]) =>
        endsAt > now
          ? [gauge('uascope_limit_used_ratio', LIMIT_HELP, ratio, { company: String(company) })]
          : [],
      )
    },
  }
}

export interface WatchedParts {
  storage: Storage
  store: Store
  spool: Spool
  limiter: RateLimiter
  clock: () => Date
  steady: SteadyClock | undefined
}

/** Use the returned limiter instead of the given one. */
export function watch({ storage, store, spool, limiter, clock, steady }: WatchedParts): {
  limiter: RateLimiter
  watched: Watched
} {
  const limits = watchLimit(limiter, steady)
  const ages = new DataAge(store, clock, steady)
  const imports = new Imports(store, storage.audit, steady)
  return {
    limiter: limits.limiter,
    watched: {
      measures: [
        () => ages.metrics(),
        () => imports.metrics(),
        limits.metrics,
        () => spool.metrics(),
        () => store.metrics?.() ?? [],
        () => storage.metrics?.() ?? [],
      ],
    },
  }
}

/** Interval, ms, of reading all apps, and the last entries of the audit log. */
const LOOK_INTERVAL = 60_000

/** Number of apps read between two yields. */
const APPS = 50

const AGE_HELP =
  'Days from the last install date of the served run to today (UTC), by live app; read once a minute.'

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
    const today = utcDate(this.#clock())
    return [...this.#through].map(([appId, date]) =>
      gauge('uascope_app_data_age_days', AGE_HELP, daysBetween(date, today), {
        app: String(appId),
      }),
    )
  }

  async #look(): Promise<void> {
    const through = new Map<number, string>()
    const { apps } = await this.#store.catalog()
    for (const [index, { app_id: appId, live }] of apps.entries()) {
      if (!live) continue
      if (index % APPS === APPS - 1) await nextSlice()
      const date = servedRun(
        await this.#store.catalog(appId),
        appId,
        'recommendation',
      )?.max_install_date
      if (date) through.set(appId, date)
    }
    this.#through = through
  }
}

/** Number of last entries read. */
const NEWEST = 1000

const RESULTS = { 'import.refused': 'refused', 'import.loaded.failed': 'failed' } as const
type Result = 'loaded' | (typeof RESULTS)[keyof typeof RESULTS]

export class Imports {
  readonly #store: Pick<Store, 'catalog'>
  readonly #last = new Map<Result, AuditEntry>()
  readonly #look: Fresh<void>
  #published: { version: number; importedAt: string } | undefined

  constructor(store: Pick<Store, 'catalog'>, audit: AuditLog, clock?: SteadyClock) {
    this.#store = store
    this.#look = new Fresh(() => this.#read(audit), clock)
  }

  async metrics(): Promise<Metric[]> {
    await settleWithin(Promise.allSettled([this.#look.within(LOOK_INTERVAL), this.#readCatalog()]))
    const at =
      'Time of the last import with this result, in seconds since 1970, from the newest entries of the audit log, read once a minute.'
    const rows = 'Rows of the last loaded import, by table.'
    const took = 'Duration of the last loaded import in seconds, including waiting.'
    const { rows: tables = {}, seconds } = (this.#last.get('loaded')?.details ?? {}) as {
      rows?: Record<string, number>
      seconds?: number
    }
    return [
      ...this.#catalog(),
      ...[...this.#last].map(([result, entry]) =>
        gauge('uascope_import_last_timestamp_seconds', at, Date.parse(entry.at) / 1000, { result }),
      ),
      // Earlier versions did not record it.
      ...(seconds === undefined ? [] : [gauge('uascope_import_last_seconds', took, seconds)]),
      ...Object.entries(tables).map(([table, count]) =>
        gauge('uascope_import_last_rows', rows, count, { table }),
      ),
    ]
  }

  #catalog(): Metric[] {
    if (this.#published === undefined) return []
    const { version, importedAt } = this.#published
    return [
      gauge('uascope_data_version', 'Number of the served import or access change.', version),
      gauge(
        'uascope_data_imported_timestamp_seconds',
        'When the served data were imported, in seconds since 1970.',
        Date.parse(importedAt) / 1000,
      ),
    ]
  }

  async #readCatalog(): Promise<void> {
    const { version, imported_at: importedAt } = await this.#store.catalog()
    this.#published = { version, importedAt }
  }

  async #read(audit: AuditLog): Promise<void> {
    const loaded: AuditEntry[] = []
    for await (const entry of audit.entries({ last: NEWEST })) {
      if (entry.action === 'import.loaded') loaded.push(entry)
      // The entry was written before the import ran.
      if (entry.action === 'import.loaded.failed' && loaded.at(-1)?.target === entry.target)
        loaded.pop()
      if (Object.hasOwn(RESULTS, entry.action))
        this.#last.set(RESULTS[entry.action as keyof typeof RESULTS], entry)
    }
    const last = loaded.at(-1)
    if (last !== undefined) this.#last.set('loaded', last)
  }
}

/** Maximum wait of a scrape, ms; a value that takes longer repeats the previous one. */
const PATIENCE = 200

/** Waits for `work`, at most 200 ms. */
async function settleWithin(work: Promise<unknown>): Promise<void> {
  const timerAbort = new AbortController()
  const enough = sleep(PATIENCE, undefined, { ref: false, signal: timerAbort.signal })
  await Promise.race([work, enough]).catch(() => undefined)
  timerAbort.abort()
  await enough.catch(() => undefined)
}
