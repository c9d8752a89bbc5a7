import { problem } from '../checks/problem.ts'
import type { App, Catalog } from '../model/catalog.ts'
import { grouped } from '../model/identities.ts'
import { steadyClock, type SteadyClock } from '../runtime/shared-work.ts'

export interface Allowance {
  allowed: boolean
  limit: number
  windowSeconds: number
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/** Counts requests per company, in one process or for all nodes. */
export interface RateLimiter {
  /** Counts one request, or several that pass only together. */
  count(companyId: number, requests?: number): Promise<Allowance>
}

export const WINDOW_SECONDS = 60

interface Window {
  used: number
  /** End of the window, in ms of the steady clock. */
  endsAt: number
}

/** Counts in this process, in fixed windows that start with a company's first request. */
export function memoryRateLimiter(
  limit: number,
  windowSeconds: number = WINDOW_SECONDS,
  clock: SteadyClock = steadyClock,
): RateLimiter {
  const windows = new Map<number, Window>()
  return {
    async count(companyId, requests = 1) {
      // Whole milliseconds: a window must end exactly its length later.
      const now = Math.floor(clock())
      const before = windows.get(companyId)
      const { used, endsAt } =
        before !== undefined && before.endsAt > now
          ? before
          : { used: 0, endsAt: now + windowSeconds * 1000 }
      const allowed = used + requests <= limit
      const after = allowed ? used + requests : used
      if (allowed) windows.set(companyId, { used: after, endsAt })
      return {
        allowed,
        limit,
        windowSeconds,
        remaining: limit - after,
        resetSeconds: wholeSeconds(endsAt - now),
      }
    },
  }
}

export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}

const accessOf = grouped<Catalog['app_access'][number], number | null>(access => access.company_id)
const appsOf = grouped<App, number>(app => app.app_id)

// Cached, since every request reads it and a company may have a thousand apps.
const readable = new WeakMap<Catalog, Map<number | null, ReadonlyMap<number, App>>>()

/** The live apps that a company can access, by id, in ascending order. */
export function readableApps(catalog: Catalog, companyId: number | null): ReadonlyMap<number, App> {
  const companies = readable.get(catalog) ?? new Map<number | null, ReadonlyMap<number, App>>()
  readable.set(catalog, companies)
  const known = companies.get(companyId)
  if (known) return known
  const ids = accessOf(catalog.app_access, companyId).map(access => access.app_id)
  const apps = ids.flatMap(id => appsOf(catalog.apps, id)).filter(app => app.live)
  const found = new Map(apps.sort((a, b) => a.app_id - b.app_id).map(app => [app.app_id, app]))
  companies.set(companyId, found)
  return found
}

/**
 * The app, if the company can read it.
 * @throws `app_forbidden`, identical for foreign, inactive and unknown apps, without the id
 */
export function readableApp(catalog: Catalog, companyId: number | null, appId: number): App {
  const app = readableApps(catalog, companyId).get(appId)
  if (!app)
    throw problem(
      'app_forbidden',
      'This key cannot read this app. GET /v1/apps lists the apps it can read.',
    )
  return app
}
