import type { RateLimiter } from '../access/callers.ts'
import type { Storage } from '../engines/common/storage.ts'
import type { Spool } from '../files/spool.ts'
import type { Watched } from '../http/health-and-metrics.ts'
import type { SteadyClock } from '../model/shared-work.ts'
import type { Store } from '../model/store.ts'
import { DataAge } from './data-age.ts'
import { Imports } from './imports.ts'
import { watchLimit } from './limit-use.ts'

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
