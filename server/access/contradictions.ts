import { isCalendarDate } from '../model/dates.ts'
import type { AuditDetails, AuditEntry, AuditLog } from './audit.ts'
import { endOfDay, type KeyRecord, type KeyStore } from './keys.ts'
import { comparableAddress, type UserRecord, type UserStore } from './users.ts'

interface Contradiction {
  /** `key:ID` or `user:ID`. */
  target: string
  problem: string
}

/** Finds keys and users that are missing, or differ from their audit entries. */
export async function findContradictions({
  keys,
  users,
  audit,
}: {
  keys: KeyStore
  users: UserStore
  audit: AuditLog
}): Promise<Contradiction[]> {
  const logged = await readLogged(audit.entries())
  const active = new Map<string, KeyRecord | UserRecord>()
  const known = new Set<string>()
  for (const key of await keys.list()) {
    known.add(`key:${key.id}`)
    if (key.revoked_at === null) active.set(`key:${key.id}`, key)
  }
  for (const user of await users.list()) active.set(`user:${user.id}`, user)
  return [...logged].flatMap(([target, said]) => {
    const record = active.get(target)
    const problem = record === undefined ? (known.has(target) ? null : describeLoss(target, said)) : describeDifference(record, said)
    return problem === null ? [] : [{ target, problem }]
  })
}

function describeLoss(target: string, { created, endedAt }: Logged): string | null {
  if (created === null || endedAt !== null) return null
  return `is missing; the audit log says that it was ${target.startsWith('key:') ? 'created' : 'invited'} on ${created.at}`
}

function describeDifference(record: KeyRecord | UserRecord, { created, connectedAt, endedAt }: Logged): string | null {
  const isKey = 'expires_at' in record
  if (endedAt !== null) return `is active; the audit log says that it was ${isKey ? 'revoked' : 'removed'} on ${endedAt}`
  if (created !== null && created.companyId !== record.company_id) {
    return `says company ${record.company_id}; the audit log says that it was created for company ${created.companyId} on ${created.at}`
  }
  if (isKey) return created === null ? null : expiryDifference(record, created)
  if (created !== null && hasOtherAddress(record, created))
    return `has an address that differs from the one invited on ${created.at} by the audit log`
  return connectedAt !== null && record.connected_at === null ? `is not connected; the audit log says that it was on ${connectedAt}` : null
}

function expiryDifference({ expires_at: stored }: KeyRecord, { at, details }: Created): string | null {
  const { expires } = details
  if (expires !== null && !(typeof expires === 'string' && isCalendarDate(expires))) return null
  const logged = expires === null ? null : endOfDay(expires)
  if (logged === stored) return null
  return `expires at ${stored ?? 'no time'}; the audit log says that it was created on ${at} to expire at ${logged ?? 'no time'}`
}

function hasOtherAddress({ email }: UserRecord, { details }: Created): boolean {
  const logged = typeof details['email'] === 'string' ? comparableAddress(details['email']) : null
  return logged !== null && logged !== comparableAddress(email)
}

interface Created {
  at: string
  companyId: number | undefined
  details: AuditDetails
}

interface Logged {
  /** Null if its entries were removed. */
  created: Created | null
  connectedAt: string | null
  /** Null while active. */
  endedAt: string | null
}

const CREATES = new Set(['key.created', 'user.invited'])
const CHANGES = new Set([...CREATES, 'user.connected', 'key.revoked', 'user.removed', 'user.erased'])

/** Keys and users by target according to the log, without failed actions. */
async function readLogged(entries: AsyncIterable<AuditEntry>): Promise<Map<string, Logged>> {
  const logged = new Map<string, Logged>()
  const before = new Map<string, Logged | undefined>()
  for await (const entry of entries) {
    const action = entry.action.replace(/\.failed$/, '')
    if (!CHANGES.has(action)) continue
    const erased = Array.isArray(entry.details['users']) ? (entry.details['users'] as readonly string[]).map(id => `user:${id}`) : []
    for (const target of action === 'user.erased' ? erased : [entry.target]) {
      const known = logged.get(target)
      const state = action === entry.action ? changed(known, action, entry) : before.get(target)
      before.set(target, known)
      if (state === undefined) logged.delete(target)
      else logged.set(target, state)
    }
  }
  return logged
}

function changed(known: Logged | undefined, action: string, { at, companyId, details }: AuditEntry): Logged {
  if (CREATES.has(action)) return { created: { at, companyId, details }, connectedAt: null, endedAt: null }
  const state = known ?? { created: null, connectedAt: null, endedAt: null }
  return action === 'user.connected' ? { ...state, connectedAt: at } : { ...state, endedAt: state.endedAt ?? at }
}
