import type { AuditEvent } from '../audit/audit-log.ts'
import type { Catalog } from '../store/catalog.ts'

/** What the audit log says of an import: rows by table, the new runs, and who may read what since. */
export function importEvent(previous: Catalog, next: Catalog, rows: Readonly<Record<string, number>>): AuditEvent {
  const runs = added(previous.runs, next.runs, (run) => String(run.run_id))
  const access = added(previous.app_access, next.app_access, (pair) => `company:${pair.company_id} app:${pair.app_id}`)
  return { action: 'import.loaded', target: `version:${next.version}`, details: { rows, runs, granted: access.length, access } }
}

function added<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): string[] {
  const known = new Set(before.map(nameOf))
  return after.map(nameOf).filter((name) => !known.has(name))
}
