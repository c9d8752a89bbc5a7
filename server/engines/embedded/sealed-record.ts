import type { KeyRecord } from '../../access/keys.ts'
import { parseShaped, type Shape } from '../../model/shape.ts'
import { sealedText } from './data-folder.ts'

export interface StoredKey extends KeyRecord {
  sha256: string
}

export interface Invitation {
  id: string
  company_id: number
  email: string
  invited_at: string
}

export interface Connection {
  user_id: string
  issuer: string
  subject: string
  name: string | null
  connected_at: string
}

type Check = (value: unknown) => boolean

/** Names the id field and checks each field. */
export interface RecordKind<R> {
  id: string
  fields: Readonly<Record<string, Check>>
  record?: R
}

const isText: Check = value => typeof value === 'string'
const isId: Check = value => typeof value === 'string' && /^[0-9a-f]{12}$/.test(value)
const isTime: Check = value => typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value
const isCompany: Check = value => Number.isSafeInteger(value)
const isNullOrText: Check = value => value === null || isText(value)
const isNullOrTime: Check = value => value === null || isTime(value)

export const KEY: RecordKind<StoredKey> = {
  id: 'id',
  fields: {
    id: isId,
    company_id: isCompany,
    name: isText,
    created_at: isTime,
    expires_at: isNullOrTime,
    revoked_at: isNullOrTime,
    sha256: value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  } satisfies Record<keyof StoredKey, Check>,
}

export const INVITATION: RecordKind<Invitation> = {
  id: 'id',
  fields: {
    id: isId,
    company_id: isCompany,
    email: isText,
    invited_at: isTime,
  } satisfies Record<keyof Invitation, Check>,
}

export const CONNECTION: RecordKind<Connection> = {
  id: 'user_id',
  fields: { user_id: isId, issuer: isText, subject: isText, name: isNullOrText, connected_at: isTime } satisfies Record<
    keyof Connection,
    Check
  >,
}

/** Fields of later versions, too. */
const SCALARS: Shape = new Map([[/^/, value => typeof value !== 'object' || value === null]])

interface OpenedRecord<R> {
  record: R
  isSealed: boolean
}

/**
 * Parses the file of `id`; returns the record or its error. Versions up to 1.1 wrote no seal: such a file passes only with exactly their
 * fields, all valid, since refusing it would revoke every key on upgrade. A damaged sealed file keeps a field that they lack. `sealRecords`
 * seals it at the next start.
 */
export function openRecord<R extends object>(kind: RecordKind<R>, id: string, text: string): OpenedRecord<R> | { problem: string } {
  const value = parseShaped<Record<string, unknown>>(text, SCALARS)
  if (value === undefined) return { problem: 'damaged: incomplete record' }
  const { seal, ...record } = value
  const isSealed = seal !== undefined
  if (isSealed ? text !== sealedText(record) : text.trimEnd() !== JSON.stringify(record)) {
    return { problem: 'damaged: its content does not match its seal' }
  }
  const bad = Object.entries(kind.fields).find(([name, check]) => !check(record[name]))
  if (bad !== undefined) return { problem: `damaged: ${bad[0]} is missing or invalid` }
  const unknown = Object.keys(record).find(name => !Object.hasOwn(kind.fields, name))
  if (!isSealed && unknown !== undefined) return { problem: `damaged: it has no seal, and an unknown field ${JSON.stringify(unknown)}` }
  if (record[kind.id] !== id) return { problem: `damaged: it holds the record of ${String(record[kind.id])}` }
  return { record: record as R, isSealed }
}

/** For `watchRecords`; calls `tell` for each damaged record. */
export function recordReader<R extends object>(
  kind: RecordKind<R>,
  folder: string,
  tell: (line: string) => void,
): (name: string, text: string) => R | null {
  return (name, text) => {
    const opened = openRecord(kind, name.slice(0, name.lastIndexOf('.')), text)
    if (!('problem' in opened)) return opened.record
    tell(`${folder}/${name} is ${opened.problem}. It is ignored: run \`admin verify\``)
    return null
  }
}
