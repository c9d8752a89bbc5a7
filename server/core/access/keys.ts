import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ActorEvent } from './audit.ts'
import { DAY_MS, isCalendarDate } from '../model/dates.ts'

/** A stored key, without the secret itself. */
export interface KeyRecord {
  id: string
  company_id: number
  name: string
  /** ISO 8601, UTC, like every time here. */
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

export interface ListedKey extends KeyRecord {
  /** At most a minute and ten seconds late; null: never. */
  last_used_at: string | null
}

export interface NewKey {
  /** From `newId`; generated if omitted. */
  id?: string
  companyId: number
  name?: string
  /** Last day on which the key works, `YYYY-MM-DD`, UTC. */
  expires?: string
}

export interface KeyStore {
  /**
   * Creates a key, which is shown only here, and writes the event to the audit log in the same transaction. Throws a RangeError for an
   * impossible date.
   */
  create(options: NewKey, event?: ActorEvent): Promise<{ id: string; key: string }>
  list(companyId?: number): Promise<ListedKey[]>
  /** Null if unknown; returns revoked and expired keys too. */
  get(id: string): Promise<KeyRecord | null>
  /** Revokes a key permanently, even on a full disk, with its event as `create`; false if no key has this id. */
  revoke(id: string, event?: ActorEvent): Promise<boolean>
  /** Null unless the key is valid. */
  find(key: string): Promise<KeyRecord | null>
  isValid(id: string): Promise<boolean>
  /** Why `find` refuses a key; null if the store has never had it. Only the key's owner can ask. */
  refusal(key: string): Promise<'revoked' | 'expired' | null>
  /** Notes a use, which is written within ten seconds, with others. */
  touch(id: string): void
  /** Writes noted uses, before the records are closed: a later write would open them again. */
  close(): Promise<void>
}

const PREFIX = 'uascope_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new API key: the prefix, 32 random base62 characters (190 bits) and their checksum. */
export function createApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join(
    '',
  )
  return PREFIX + secret + checksum(secret)
}

/** Checks form and checksum, without a lookup. */
export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false
  return checksum(text.slice(PREFIX.length, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** Whether the text may be a key, even a mistyped one, which messages must not repeat. */
export function looksLikeApiKey(text: string): boolean {
  return text.toLowerCase().includes(PREFIX)
}

/** SHA-256 in hex, as stored. The secret cannot be guessed, so a slow hash is unnecessary. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** CRC-32 in base62, padded to six characters. */
function checksum(secret: string): string {
  let remainder = crc32(secret)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = DIGITS[remainder % DIGITS.length] + text
    remainder = Math.floor(remainder / DIGITS.length)
  }
  return text
}

/**
 * The first instant after a UTC day, ISO 8601.
 * @throws RangeError for an impossible date
 */
export function endOfDay(date: string): string {
  if (!isCalendarDate(date)) throw new RangeError('expires must be a calendar date, YYYY-MM-DD')
  return new Date(Date.parse(date) + DAY_MS).toISOString()
}
