import type { AuditEvent } from '../../access/audit/audit-log.ts'
import type { Catalog } from '../../model/catalog.ts'

/**
 * What the audit log says of an import, limited to a company or not: how long it took until it was published, rows by table, the new runs, and who may read
 * what since. It is written before the
 * import is published: its version is the one after what the import was told, a later one where others publish meanwhile.
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

/** What it says of a delivery that was refused. */
export function refusalEvent(faults: number, company: number | undefined): AuditEvent {
  return { action: 'import.refused', ...limitedTo(company), target: 'delivery', details: { faults } }
}

function limitedTo(company: number | undefined): { companyId?: number } {
  return company === undefined ? {} : { companyId: company }
}

function added<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): string[] {
  const known = new Set(before.map(nameOf))
  return after.map(nameOf).filter(name => !known.has(name))
}
