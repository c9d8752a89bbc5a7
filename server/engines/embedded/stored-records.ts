import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isCalendarDate } from '../../model/calendar-date.ts'
import { endOfDay } from '../../access/keys/end-of-day.ts'
import { comparableAddress } from '../../access/users/email-address.ts'
import type { LoggedRecord } from './logged-records.ts'
import { CONTRADICTED, readRecordText, REVOKED, whenMissing } from './record-folder.ts'
import { CONNECTION, type Invitation, INVITATION, KEY, openRecord, type RecordKind, type StoredKey } from './sealed-record.ts'

/** A file that holds a record, or should. */
export interface StoredRecord {
  /** Of the data directory. */
  folder: string
  name: string
  /** What the audit log calls it. */
  target: string
  opened: { record: object; isSealed: boolean } | { problem: string }
}

const FOLDERS: readonly (readonly [folder: string, kind: RecordKind<object>, target: string])[] = [
  ['keys', KEY, 'key'],
  ['users/invitations', INVITATION, 'user'],
  ['users/connections', CONNECTION, 'user'],
]

/** All files of keys, invitations and connections of a data directory; one that is gone when it is read is left out. */
export async function* readStoredRecords(dataDir: string): AsyncGenerator<StoredRecord> {
  for (const [folder, kind, target] of FOLDERS) {
    const names = new Set(await readdir(join(dataDir, folder)).catch(whenMissing<string[]>([])))
    for (const name of [...names].sort()) {
      const [, id, end] = /^(.*)(\.json|\.revoked|\.contradicted)$/.exec(name) ?? []
      if (id === undefined || (end === '.json' && names.has(id + REVOKED))) continue
      const text = await readRecordText(join(dataDir, folder, name))
      if (text === null) continue
      const opened = end === CONTRADICTED ? { problem: 'set aside: it contradicts the audit log' } : openRecord(kind, id, text)
      yield { folder, name, target: `${target}:${id}`, opened }
    }
  }
}

/** How the record of a file contradicts what the audit log says of it; null if it does not. */
export function describeContradiction({ folder, name, opened }: StoredRecord, logged: LoggedRecord | undefined): string | null {
  // A connection is its invitation's; a revoked key is of no use to anybody.
  if ('problem' in opened || logged === undefined || folder === 'users/connections' || name.endsWith(REVOKED)) return null
  const { created, endedAt } = logged
  const { record } = opened
  if (created !== null) {
    const { company_id: company } = record as StoredKey | Invitation
    if (created.companyId !== company) {
      return `says company ${company}; the audit log says that it was created for company ${created.companyId} on ${created.at}`
    }
    const difference = folder === 'keys' ? expiryDifference(record as StoredKey, created) : addressDifference(record as Invitation, created)
    if (difference !== null) return difference
  }
  return endedAt !== null && ((record as Partial<StoredKey>).revoked_at ?? null) === null
    ? `is active; the audit log says that it was ${folder === 'keys' ? 'revoked' : 'removed'} on ${endedAt}`
    : null
}

function expiryDifference({ expires_at: stored }: StoredKey, { at, details }: NonNullable<LoggedRecord['created']>): string | null {
  const { expires } = details
  if (expires !== null && !(typeof expires === 'string' && isCalendarDate(expires))) return null
  const logged = expires === null ? null : endOfDay(expires)
  if (logged === stored) return null
  return `expires at ${stored ?? 'no time'}; the audit log says that it was created on ${at} to expire at ${logged ?? 'no time'}`
}

function addressDifference({ email }: Invitation, { at, details }: NonNullable<LoggedRecord['created']>): string | null {
  const logged = typeof details['email'] === 'string' ? comparableAddress(details['email']) : null
  if (logged === null || logged === comparableAddress(email)) return null
  return `has another address than the one that was invited on ${at} by the audit log`
}
