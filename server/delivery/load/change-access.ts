import type { Catalog } from '../../model/catalog.ts'
import { knownNames } from './known-names.ts'
import { newStamp } from './next-catalog.ts'
import type { ImportPlace } from '../place.ts'
import type { Print } from '../progress.ts'

export interface AccessChange {
  companyId: number
  appId: number
  /** Whether the company is to read the app. */
  granted: boolean
}

/**
 * Lets a company read an app, or no more. Waits while an import is at work. False where it is so already; rejects with an Error for
 * people where there is no such company or app. What was answered before is current no more: the app's and the company's versions rise.
 */
export async function changeAccess(imports: ImportPlace, change: AccessChange, print: Print = () => {}): Promise<boolean> {
  const { companyId, appId, granted } = change
  return await imports.opened(print, async place => {
    const previous = await place.lock({ apps: [appId], runs: [] }, new Date())
    requireBoth(previous, change)
    const isPair = (pair: Catalog['app_access'][number]): boolean => pair.company_id === companyId && pair.app_id === appId
    if (previous.app_access.some(isPair) === granted) return false
    const version = previous.version + 1
    const stamp = newStamp(version)
    const next: Catalog = {
      ...previous,
      version,
      companies: previous.companies.map(company => (company.company_id === companyId ? { ...company, version: stamp } : company)),
      apps: previous.apps.map(app => (app.app_id === appId ? { ...app, version: stamp } : app)),
      app_access: granted
        ? [...previous.app_access, { company_id: companyId, app_id: appId }].sort(
            (one, other) => one.company_id - other.company_id || one.app_id - other.app_id,
          )
        : previous.app_access.filter(pair => !isPair(pair)),
    }
    await place.publish(next, { action: granted ? 'access.granted' : 'access.revoked', companyId, target: `app:${appId}` })
    return true
  })
}

function requireBoth({ companies, apps }: Catalog, { companyId, appId }: AccessChange): void {
  if (!companies.some(company => company.company_id === companyId)) {
    throw new Error(`there is no company ${companyId}; ${knownNames(companies.map(company => `${company.company_id} (${company.name})`))}`)
  }
  if (!apps.some(app => app.app_id === appId)) {
    throw new Error(`there is no app ${appId}; ${knownNames(apps.map(app => `${app.app_id} (${app.name})`))}`)
  }
}
