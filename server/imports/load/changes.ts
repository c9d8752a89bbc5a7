import type { App, Catalog, Run } from '../../core/model/catalog.ts'
import { servedRun } from '../../core/model/runs.ts'
import type { ImportDestination } from '../import-destination.ts'
import type { Print } from '../progress.ts'
import { newStamp, noApp, noCompany } from './next-catalog.ts'

interface AccessChange {
  companyId: number
  appId: number
  granted: boolean
}

/**
 * Grants or revokes a company's access to an app. Waits for running imports. False if nothing changes; rejects with an Error for people if
 * company or app does not exist. Raises the versions of both, so that cached results expire.
 */
export async function changeAccess(
  imports: ImportDestination,
  change: AccessChange,
  print: Print = () => {},
): Promise<boolean> {
  const { companyId, appId, granted } = change
  return await imports.opened(print, async destination => {
    const previous = await destination.lock({ apps: [appId], runs: [] }, new Date())
    requireBoth(previous, change)
    const isPair = (pair: Catalog['app_access'][number]): boolean =>
      pair.company_id === companyId && pair.app_id === appId
    if (previous.app_access.some(isPair) === granted) return false
    const version = previous.version + 1
    const stamp = newStamp(version)
    const next: Catalog = {
      ...previous,
      version,
      companies: previous.companies.map(company =>
        company.company_id === companyId ? { ...company, version: stamp } : company,
      ),
      apps: previous.apps.map(app => (app.app_id === appId ? { ...app, version: stamp } : app)),
      app_access: granted
        ? [...previous.app_access, { company_id: companyId, app_id: appId }].sort(
            (a, b) => a.company_id - b.company_id || a.app_id - b.app_id,
          )
        : previous.app_access.filter(pair => !isPair(pair)),
    }
    await destination.publish(next, {
      action: granted ? 'access.granted' : 'access.revoked',
      companyId,
      target: `app:${appId}`,
    })
    return true
  })
}

function requireBoth({ companies, apps }: Catalog, { companyId, appId }: AccessChange): void {
  if (companies.every(company => company.company_id !== companyId))
    throw noCompany(companyId, companies)
  if (apps.every(app => app.app_id !== appId)) throw noApp(appId, apps)
}

export interface RunChange {
  runId: number
  withdrawn: boolean
  reason?: string
  /** Even if reports become empty. */
  force?: boolean
}

export interface ChangedRun {
  run: Run
  changed: boolean
  before: Run | undefined
  served: Run | undefined
}

/**
 * Withdraws a run from all results, or restores it. Deletes nothing. Waits for running imports of its app. Undefined if there is no such
 * run; rejects with an Error for people if it cannot be withdrawn.
 */
export async function changeRun(
  imports: ImportDestination,
  change: RunChange,
  print: Print = () => {},
  now: Date = new Date(),
): Promise<ChangedRun | undefined> {
  const { runId, withdrawn, reason } = change
  // Locks are per app, which only the run shows.
  const changedRun = await imports.opened(print, async destination =>
    runIn(await destination.lock({ apps: [], runs: [runId] }, now), runId),
  )
  if (changedRun === undefined) return undefined
  const { app_id: app, kind } = changedRun
  return await imports.opened(print, async destination => {
    const previous = await destination.lock({ apps: [app], runs: [] }, now)
    const run = runIn(previous, runId)!
    const before = servedRun(previous, app, kind)
    if ((run.withdrawn !== undefined) === withdrawn)
      return { run, changed: false, before, served: before }
    if (run.status === 'failed') throw new Error(`run ${runId} failed, so it is not served anyway`)
    const { withdrawn: _, ...unchanged } = run
    const changed: Run = withdrawn
      ? { ...unchanged, withdrawn: { since: now.toISOString(), ...(reason && { reason }) } }
      : unchanged
    const next = {
      ...previous,
      version: previous.version + 1,
      runs: previous.runs.map(other => (other === run ? changed : other)),
    }
    const served = servedRun(next, app, kind)
    if (withdrawn && !change.force) requireReports(run, before, served)
    await destination.publish(next, {
      action: withdrawn ? 'run.withdrawn' : 'run.restored',
      target: `run:${runId}`,
      details: { app, ...(reason && { reason }) },
    })
    return { run: changed, changed: true, before, served }
  })
}

/** @throws an Error for people if recommendations or reports would become empty */
function requireReports(run: Run, before: Run | undefined, served: Run | undefined): void {
  if (run.kind === 'alert' || run.run_id !== before?.run_id) return
  if (served !== undefined && (served.facts !== undefined || run.facts === undefined)) return
  const remaining =
    served === undefined
      ? 'no run: recommendations, reports and ROAS history would be empty until the next import'
      : `run ${served.run_id} of ${served.created_at.slice(0, 10)}, whose cohorts are no longer stored: reports would be empty until the next import`
  throw new Error(
    `withdrawing run ${run.run_id} leaves app ${run.app_id} with ${remaining}. To continue, add --force`,
  )
}

function runIn({ runs }: Catalog, id: number): Run | undefined {
  return runs.find(run => run.run_id === id)
}

export interface CompanyRights {
  /** Undefined if the catalog lacks the company. */
  name: string | undefined
  apps: App[]
  /** Apps that no other company reads. */
  alone: App[]
}

export function rightsOf(
  { companies, apps, app_access: access }: Catalog,
  companyId: number,
): CompanyRights {
  const own = new Set(access.filter(pair => pair.company_id === companyId).map(pair => pair.app_id))
  const others = new Set(
    access.filter(pair => pair.company_id !== companyId).map(pair => pair.app_id),
  )
  const read = apps.filter(app => own.has(app.app_id))
  return {
    name: companies.find(company => company.company_id === companyId)?.name,
    apps: read,
    alone: read.filter(app => !others.has(app.app_id)),
  }
}

/**
 * Removes a company and its access from the catalog; data stay. Waits for running imports of its apps. Returns its previous content; changes
 * nothing if it had none. A later delivery that names the company restores it.
 */
export async function removeCompany(
  imports: ImportDestination,
  companyId: number,
  print: Print = () => {},
  now: Date = new Date(),
): Promise<CompanyRights> {
  let locked: number[] = []
  for (;;) {
    const scope = { apps: locked, runs: [] }
    const { rights, done } = await imports.opened(print, async destination => {
      const previous = await destination.lock(scope, now)
      const rights = rightsOf(previous, companyId)
      const isLocked = rights.apps.every(app => scope.apps.includes(app.app_id))
      const isThere = rights.name !== undefined || rights.apps.length > 0
      if (!isThere || !isLocked) return { rights, done: !isThere }
      await destination.publish(without(previous, companyId, rights), {
        action: 'company.removed',
        companyId,
        target: `company:${companyId}`,
        details: {
          ...(rights.name !== undefined && { name: rights.name }),
          apps: rights.apps.map(app => String(app.app_id)),
        },
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
