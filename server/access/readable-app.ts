import { problem } from '../checks/problem.ts'
import type { App, Catalog } from '../model/catalog.ts'

/** The live apps a company can access, by ascending id. */
export function readableApps(catalog: Catalog, companyId: number | null): App[] {
  const ids = new Set(catalog.app_access.filter(access => access.company_id === companyId).map(access => access.app_id))
  return catalog.apps.filter(app => app.live && ids.has(app.app_id)).sort((a, b) => a.app_id - b.app_id)
}

/**
 * The app, when the company can read it.
 * @throws `app_forbidden`, the same for a foreign app, one that is not live and one that is not there, and without its id.
 */
export function readableApp(catalog: Catalog, companyId: number | null, appId: number): App {
  const app = readableApps(catalog, companyId).find(({ app_id }) => app_id === appId)
  if (!app) throw problem('app_forbidden', 'This key cannot read the app: GET /v1/apps lists the apps it can.')
  return app
}
