import type { Catalog } from '../../model/catalog.ts'
import { newStamp } from './next-catalog.ts'

/** The next catalog, in which these apps and the companies that read them have new versions: answers made before are not current any more. */
export function raiseVersions(previous: Catalog, appIds: ReadonlySet<number>): Catalog {
  const version = previous.version + 1
  const stamp = newStamp(version)
  const readers = new Set(previous.app_access.filter(pair => appIds.has(pair.app_id)).map(pair => pair.company_id))
  return {
    ...previous,
    version,
    companies: previous.companies.map(company => (readers.has(company.company_id) ? { ...company, version: stamp } : company)),
    apps: previous.apps.map(app => (appIds.has(app.app_id) ? { ...app, version: stamp } : app)),
  }
}
