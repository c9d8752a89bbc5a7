import { LRUCache } from 'lru-cache'
import type { RateLimiter } from '../../access/callers.ts'
import { steadyClock, type SteadyClock } from '../../runtime/shared-work.ts'
import { gauge, type Metric } from '../../runtime/metric.ts'
import type { Storage } from '../../facts/common/storage.ts'
import type { Spool } from '../../files/spool.ts'
import type { Watched } from '../health-and-metrics.ts'
import type { Store } from '../../model/store.ts'
import { DataAge } from './data-age.ts'
import { Imports } from './imports.ts'

const MAX_COMPANIES = 500

const HELP = "Used share of the company's requests in the current window, as last seen by this node; at most 500 companies."

interface Use {
  ratio: number
  /** In ms of the clock. */
  endsAt: number
}

/** Reports the used share of the limit of companies with a running window. */
export function watchLimit(limiter: RateLimiter, clock: SteadyClock = steadyClock): { limiter: RateLimiter; metrics: () => Metric[] } {
  const uses = new LRUCache<number, Use>({ max: MAX_COMPANIES })
  return {
    limiter: {
      async count(companyId, requests) {
        const allowance = await limiter.count(companyId, requests)
        const { limit, remaining, resetSeconds } = allowance
        uses.set(companyId, { ratio: (limit - remaining) / limit, endsAt: clock() + resetSeconds * 1000 })
        return allowance
      },
    },
    metrics() {
      const now = clock()
      return [...uses.entries()].flatMap(([company, { ratio, endsAt }]) =>
        endsAt > now ? [gauge('uascope_limit_used_ratio', HELP, ratio, { company: String(company) })] : [],
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
export function watch({ storage, store, spool, limiter, clock, steady }: WatchedParts): { limiter: RateLimiter; watched: Watched } {
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
