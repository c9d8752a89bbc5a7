import type { AuditDetails, AuditEntry } from '../../access/audit/audit-log.ts'

/** What the audit log says of one key or user. */
export interface LoggedRecord {
  /** When it was created or invited, and as what; null if that is in a month that was moved away. */
  created: { at: string; companyId: number | undefined; details: AuditDetails } | null
  /** When a user first logged in. */
  connectedAt: string | null
  /** When it was revoked, removed or erased; null while it is active. */
  endedAt: string | null
}

const CREATES = new Set(['key.created', 'user.invited'])
const CHANGES = new Set([...CREATES, 'user.connected', 'key.revoked', 'user.removed', 'user.erased'])

/** Keys and users by target, `key:ID` or `user:ID`, as the log says that they are. An act that failed did not happen. */
export async function readLoggedRecords(entries: AsyncIterable<AuditEntry>): Promise<Map<string, LoggedRecord>> {
  const logged = new Map<string, LoggedRecord>()
  const before = new Map<string, LoggedRecord | undefined>()
  for await (const entry of entries) {
    const action = entry.action.replace(/\.failed$/, '')
    if (!CHANGES.has(action)) continue
    const targets = action === 'user.erased' ? listOf(entry.details['users']).map(id => `user:${id}`) : [entry.target]
    for (const target of targets) {
      const known = logged.get(target)
      const now = change(known ?? { created: null, connectedAt: null, endedAt: null }, action, entry)
      const state = action === entry.action ? now : before.get(target)
      before.set(target, known)
      if (state === undefined) logged.delete(target)
      else logged.set(target, state)
    }
  }
  return logged
}

function change(known: LoggedRecord, action: string, { at, companyId, details }: AuditEntry): LoggedRecord {
  if (CREATES.has(action)) return { created: { at, companyId, details }, connectedAt: null, endedAt: null }
  return action === 'user.connected' ? { ...known, connectedAt: at } : { ...known, endedAt: known.endedAt ?? at }
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}
