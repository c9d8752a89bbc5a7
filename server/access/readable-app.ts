import { problem } from '../checks/problem.ts'
import type { App, Catalog } from '../model/catalog.ts'
import { grouped } from '../model/grouped.ts'

const accessOf = grouped<Catalog['app_access'][number], number | null>(access => access.company_id)
const appsOf = grouped<App, number>(app => app.app_id)

// Every request asks, and a company may have a thousand apps.
const readable = new WeakMap<Catalog, Map<number | null, ReadonlyMap<number, App>>>()

/** The live apps a company can access, by id and in the order of their ids. */
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
 * The app, when the company can read it.
 * @throws `app_forbidden`, the same for a foreign app, one that is not live and one that is not there, and without its id.
 */
export function readableApp(catalog: Catalog, companyId: number | null, appId: number): App {
  const app = readableApps(catalog, companyId).get(appId)
  if (!app) throw problem('app_forbidden', 'This key cannot read the app: GET /v1/apps lists the apps it can.')
  return app
}
