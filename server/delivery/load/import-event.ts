import type { AuditEvent } from '../../access/audit.ts'
import type { Catalog } from '../../model/catalog.ts'
import { sql } from '../../model/sql.ts'
import { type Source, unusedColumns } from '../check/source.ts'
import { staged } from '../check/stage.ts'
import { formatNames } from '../faults.ts'
import type { Workspace } from '../workspace.ts'

/**
 * The audit entry of an import: duration until publish, rows by table, new runs, and access. It is written before the publish; its version
 * is the next after the import's base, or later if others publish first.
 */
export function importEvent(
  previous: Catalog,
  next: Catalog,
  rows: Readonly<Record<string, number>>,
  { company, seconds }: { company: number | undefined; seconds: number },
): AuditEvent {
  const runs = added(previous.runs, next.runs, run => String(run.run_id))
  const access = added(previous.app_access, next.app_access, pair => `company:${pair.company_id} app:${pair.app_id}`)
  const details = { seconds: Math.round(seconds * 1000) / 1000, rows, runs, granted: access.length, access }
  return { action: 'import.loaded', ...limitedTo(company), target: `version:${next.version}`, details }
}

export function refusalEvent(details: { faults: number } | { notes: number }, company: number | undefined): AuditEvent {
  return { action: 'import.refused', ...limitedTo(company), target: 'delivery', details }
}

function limitedTo(company: number | undefined): { companyId?: number } {
  return company === undefined ? {} : { companyId: company }
}

function added<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): string[] {
  const known = new Set(before.map(nameOf))
  return after.map(nameOf).filter(name => !known.has(name))
}

export function unreadFiles(names: string[]): string[] {
  return names.length === 0 ? [] : [`not read, since no table has that name: ${formatNames(names)}`]
}

export function unusedNote(source: Source): string[] {
  const names = unusedColumns(source)
  if (names.length === 0) return []
  return [
    `${source.file}: the ${names.length === 1 ? 'column' : 'columns'} ${formatNames(names)} ${names.length === 1 ? 'is' : 'are'} not used`,
  ]
}

export function incompleteNote(cohorts: number, apps: readonly number[]): string[] {
  if (cohorts === 0) return []
  const rows = cohorts === 1 ? '1 cohort row' : `${cohorts} cohort rows`
  return [
    `${rows} with spend or installs ${cohorts === 1 ? 'lacks' : 'lack'} a cohort_revenue row for one of the app's dsi_values: ` +
      formatNames(apps.map(id => `app ${id}`)),
  ]
}

const LISTED_COMPANIES = 10

/** `app_access` only adds: reports what the named companies can read beyond it, and delivered apps that nobody can read. */
export async function accessNotes(workspace: Workspace, previous: Catalog, next: Catalog): Promise<string[]> {
  const rows = await workspace.rows(sql`SELECT company_id, app_id FROM ${staged('app_access')}`)
  const delivered = new Map<number, Set<number>>()
  for (const row of rows) {
    const [company, app] = [Number(row.company_id), Number(row.app_id)]
    delivered.set(company, (delivered.get(company) ?? new Set()).add(app))
  }
  const kept = new Map<number, string[]>()
  for (const { company_id: company, app_id: app } of previous.app_access) {
    if (delivered.get(company)?.has(app) === false) kept.set(company, [...(kept.get(company) ?? []), String(app)])
  }
  const told = [...kept]
    .slice(0, LISTED_COMPANIES)
    .map(
      ([company, apps]) =>
        `company ${company} keeps its access to ${apps.length === 1 ? 'app' : 'apps'} ${formatNames(apps)}: ` +
        'app_access only adds; `admin access revoke` removes it',
    )
  const more = kept.size - told.length
  // Apps that are not live have a note of their own.
  const live = new Set(next.apps.filter(app => app.live).map(app => app.app_id))
  const ids = (await workspace.rows(sql`SELECT app_id FROM ${staged('apps')}`)).map(row => Number(row.app_id)).filter(id => live.has(id))
  const readable = new Set(next.app_access.map(({ app_id: app }) => app))
  const unread = ids.filter(id => !readable.has(id)).map(String)
  return [
    ...told,
    ...(more > 0 ? [`${more} more companies keep their access to apps that app_access does not name`] : []),
    ...(unread.length === 0
      ? []
      : [`no company can read ${unread.length === 1 ? 'app' : 'apps'} ${formatNames(unread)}: app_access does not name it`]),
  ]
}
