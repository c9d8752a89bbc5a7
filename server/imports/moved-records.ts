import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEntry } from '../core/access/audit.ts'
import type { ListedKey } from '../core/access/keys.ts'
import type { UserRecord } from '../core/access/users.ts'
import type { Run } from '../core/model/catalog.ts'
import {
  count,
  counts,
  nullOr,
  parseShaped,
  SHA256,
  string,
  text,
  timestamp,
} from '../core/model/shape.ts'
import { describeOpenFault, readPlainFile } from '../core/runtime/files.ts'
import { DeliveryError } from './delivery-faults.ts'

export const RECORDS_DOCUMENT = 'records.json'

export interface MovedKey extends ListedKey {
  /** The key's hash, from which nobody can derive it. */
  sha256: string
}

export interface MovedUser extends UserRecord {
  /** A hash of its issuer and subject, in hexadecimal. */
  login: string | null
}

/** Keys, users and log of a store. */
export interface MovedRecords {
  keys: MovedKey[]
  users: MovedUser[]
  /** Oldest first. */
  audit: AuditEntry[]
}

/** Numbers of records that an import added. */
export interface BroughtRecords {
  keys: number
  users: number
  /** Number of entries added to the audit log. */
  entries: number
  /** Erasures of people whom this store cannot find again, since another EXPORT_SECRET made them. */
  unmatched: number
}

/** A run's state that no table of a delivery has. */
export interface MovedRun extends Pick<Run, 'run_id' | 'withdrawn'> {
  /** DSIs of its forecasts, ascending; absent if they are those of its app. */
  dsi_values?: number[]
}

/** The document beside an export's delivery. */
export interface RecordsDocument extends MovedRecords {
  format: 1
  /** See `secretMark`. */
  secret: string
  runs: MovedRun[]
}

const hexadecimal = text(/^[0-9a-f]{12}$/)

const SHAPE = {
  format: (value: unknown) => value === 1,
  secret: string,
  keys: [
    {
      id: hexadecimal,
      sha256: SHA256,
      company_id: count,
      name: string,
      created_at: timestamp,
      expires_at: nullOr(timestamp),
      revoked_at: nullOr(timestamp),
      last_used_at: nullOr(timestamp),
    },
  ],
  users: [
    {
      id: hexadecimal,
      company_id: count,
      email: string,
      name: nullOr(string),
      invited_at: timestamp,
      connected_at: nullOr(timestamp),
      login: nullOr(SHA256),
    },
  ],
  audit: [
    {
      at: timestamp,
      action: text(/^[a-z.]{1,64}$/),
      actor: string,
      'companyId?': count,
      target: string,
      details: (value: unknown) => typeof value === 'object' && value !== null,
    },
  ],
  runs: [
    {
      run_id: count,
      'dsi_values?': counts,
      'withdrawn?': { since: timestamp, 'reason?': string },
    },
  ],
} as const

/** Tells whether two stores use one EXPORT_SECRET, by which erased addresses are found, without showing it. */
export function secretMark(secret: string): string {
  return createHmac('sha256', secret).update('records').digest('base64url')
}

/** Readable only by the user: it has addresses of people. */
export async function writeRecordsDocument(
  folder: string,
  records: RecordsDocument,
): Promise<void> {
  await writeFile(join(folder, RECORDS_DOCUMENT), JSON.stringify(records), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
}

/** Largest document, bytes: about a million entries of the log. */
const LARGEST = 256 * 2 ** 20

/** @throws DeliveryError if it is missing, damaged, or of a later version */
export async function readRecordsDocument(folder: string): Promise<RecordsDocument> {
  const fault = (rule: string): DeliveryError =>
    new DeliveryError([{ file: RECORDS_DOCUMENT, rule }])
  const bytes = await readPlainFile(join(folder, RECORDS_DOCUMENT), LARGEST).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw fault(
          'is missing: `admin export` writes it. Without it, import without --with-records',
        )
      throw fault(describeOpenFault(error))
    },
  )
  const records = parseShaped<RecordsDocument>(bytes.toString(), SHAPE)
  if (records === undefined)
    throw fault('must be as `admin export` of this version wrote it: export the store again')
  return records
}
