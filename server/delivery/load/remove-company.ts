import type { App, Catalog } from '../../model/catalog.ts'
import type { ImportPlace } from '../place.ts'
import type { Print } from '../progress.ts'
import { newStamp } from './next-catalog.ts'

/** What a catalog has of a company. */
export interface CompanyRights {
  /** Undefined where the catalog has no such company. */
  name: string | undefined
  /** Apps that it may read. */
  apps: App[]
  /** Those of them that nobody else may read. */
  alone: App[]
}

export function rightsOf({ companies, apps, app_access: access }: Catalog, companyId: number): CompanyRights {
  const own = new Set(access.filter(pair => pair.company_id === companyId).map(pair => pair.app_id))
  const others = new Set(access.filter(pair => pair.company_id !== companyId).map(pair => pair.app_id))
  const read = apps.filter(app => own.has(app.app_id))
  return {
    name: companies.find(company => company.company_id === companyId)?.name,
    apps: read,
    alone: read.filter(app => !others.has(app.app_id)),
  }
}

/**
 * Takes a company and its access out of the catalog, at once; data stay. Waits while an import is at work on an app that it reads. Answers what it had;
 * nothing is changed where that is nothing. A later delivery that names the company brings it back.
 */
export async function removeCompany(
  imports: ImportPlace,
  companyId: number,
  print: Print = () => {},
  now: Date = new Date(),
): Promise<CompanyRights> {
  let locked: number[] = []
  for (;;) {
    const scope = { apps: locked, runs: [] }
    const { rights, done } = await imports.opened(print, async place => {
      const previous = await place.lock(scope, now)
      const rights = rightsOf(previous, companyId)
      const isLocked = rights.apps.every(app => scope.apps.includes(app.app_id))
      const isThere = rights.name !== undefined || rights.apps.length > 0
      if (!isThere || !isLocked) return { rights, done: !isThere }
      await place.publish(without(previous, companyId, rights), {
        action: 'company.removed',
        companyId,
        target: `company:${companyId}`,
        details: { ...(rights.name !== undefined && { name: rights.name }), apps: rights.apps.map(app => String(app.app_id)) },
      })
      return { rights, done: true }
    })
    if (done) return rights
    locked = rights.apps.map(app => app.app_id)
  }
}

function without(previous: Catalog, companyId: number, { apps }: CompanyRights): Catalog {
  const version = previous.version + 1
  const stamp = newStamp(version)
  const touched = new Set(apps)
  return {
    ...previous,
    version,
    companies: previous.companies.filter(company => company.company_id !== companyId),
    apps: previous.apps.map(app => (touched.has(app) ? { ...app, version: stamp } : app)),
    app_access: previous.app_access.filter(pair => pair.company_id !== companyId),
  }
}
