import type { Catalog } from '../../model/catalog.ts'
import type { KeptCatalog } from '../mysql/catalog/kept-catalog.ts'
import type { LakeCache } from './cache/lake-cache.ts'
import { namedFiles } from './named-files.ts'

/** How often it is looked what imports have brought, and for how long after somebody asked for an app, in milliseconds. */
const LOOK_MS = 5000
const WANTED_MS = 7 * 86_400_000

interface Asked {
  /** When somebody last did. */
  at: number
  /** What was there then, or at the latest look. */
  seen: Catalog
}

export interface FetchAhead {
  /** Notes that somebody asked for an app, and what the catalog had of it. */
  asked(appId: number, catalog: Catalog): void
  /** Has new files fetched of the apps that were asked for within a week. */
  look(): Promise<void>
  stop(): void
}

/** Has the files of new imports fetched before anybody asks for them. */
export function fetchAhead(catalog: Pick<KeptCatalog, 'current'>, cache: Pick<LakeCache, 'prefetch'>, clock = Date.now): FetchAhead {
  const apps = new Map<number, Asked>()
  const lookAt = (appId: number, current: Catalog): void => {
    const known = apps.get(appId)
    if (known === undefined || known.seen === current) return
    const had = new Set(namedFiles(known.seen, appId).map(({ file }) => file))
    known.seen = current
    const fresh = namedFiles(current, appId).filter(({ file }) => !had.has(file))
    if (fresh.length > 0) cache.prefetch(fresh)
  }
  const look = async (): Promise<void> => {
    for (const [appId, { at }] of apps) {
      if (clock() - at > WANTED_MS) apps.delete(appId)
      else lookAt(appId, await catalog.current(appId))
    }
  }
  // Where the database is away, the next look finds what came meanwhile.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
  return {
    asked(appId, current) {
      lookAt(appId, current)
      apps.set(appId, { at: clock(), seen: current })
    },
    look,
    stop: () => clearInterval(timer),
  }
}
