import type { Run } from './catalog.ts'
import type { Identity } from './identities.ts'
import { ownBounds } from '../runtime/memory-bounds.ts'
import { identitiesName, runName, servedRun } from './runs.ts'
import { type KeptRows, RowCache } from '../runtime/shared-work.ts'
import type { IdentityTotals, LatestDays, Store, StoredRecommendation } from './store.ts'

/** Maximum cached rows of all apps, tens of MB each; fewer on a small machine. */
const MAX_CACHED = { identities: 500_000, recommendations: 50_000, totals: 100_000, latest: 50_000 }

/** A store that caches the rows of served runs, so that a start or the first request after an import need not read its files. */
export function keepingStore(store: Store, keptRows: KeptRows): Store {
  const { caches } = ownBounds()
  const cache = <Row extends object>(kind: keyof typeof MAX_CACHED): RowCache<Row> =>
    new RowCache(Math.round(MAX_CACHED[kind] * caches), keptRows)
  const identities = cache<Identity>('identities')
  const recommendations = cache<StoredRecommendation>('recommendations')
  const totals = cache<IdentityTotals>('totals')
  const latest = cache<LatestDays>('latest')
  const isServed = async ({ app_id: appId, kind, run_id: id }: Run): Promise<boolean> =>
    servedRun(await store.catalog(appId), appId, kind)?.run_id === id
  return {
    ...store,
    keptRows,

    async identities(work, catalog, appId) {
      if (!catalog.files[appId]?.identities) return []
      const name = identitiesName(catalog, appId)
      return await identities.read(
        name,
        work,
        work => store.identities(work, catalog, appId),
        `identities ${appId}`,
      )
    },

    async recommendations(work, runs, granularity) {
      const [run, ...others] = runs.filter(run => run.recommendations)
      if (run === undefined) return []
      // Several are of earlier runs, whose steps are kept instead.
      if (others.length > 0) return await store.recommendations(work, runs, granularity)
      const name = `${granularity} ${runName(run)}`
      const known = recommendations.get(name)
      if (known !== undefined) return known
      const slot = (await isServed(run))
        ? `recommendations ${granularity} ${run.app_id}`
        : undefined
      return await recommendations.read(
        name,
        work,
        work => store.recommendations(work, [run], granularity),
        slot,
      )
    },

    async identityTotals(work, catalog, run) {
      if (!run.facts) return []
      return await totals.read(runName(run), work, work => store.identityTotals(work, catalog, run))
    },

    async latestDays(work, catalog, run, through) {
      if (!run.facts) return []
      return await latest.read(`${runName(run)} ${through}`, work, work =>
        store.latestDays(work, catalog, run, through),
      )
    },
  }
}
