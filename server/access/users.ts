import type { Erasure } from './audit.ts'

export interface UserRecord {
  id: string
  company_id: number
  email: string
  /** As given by the login; null if absent or not connected yet. */
  name: string | null
  /** ISO 8601, UTC, like every time here. */
  invited_at: string
  /** Null: an unused invitation. */
  connected_at: string | null
}

export interface Login {
  issuer: string
  /** The issuer's id of the person, which never changes hands. */
  subject: string
  /** An address that the issuer has verified; null: none. */
  verifiedEmail: string | null
  name: string | null
}

export interface UserStore {
  /** Rejects with an Error for people if the address already has an invitation or a user. */
  invite(options: { companyId: number; email: string; id?: string }): Promise<UserRecord>
  list(): Promise<UserRecord[]>
  /** Deletes an invitation or user; false if none has this id. */
  remove(id: string): Promise<boolean>
  /** Deletes the user or invitation of an address and any remains. Returns their ids. */
  erase(erasure: Pick<Erasure, 'address' | 'digest'>): Promise<string[]>
  /**
   * The login's user, connected at first by an open invitation for its verified address; null: none. Awaits `onFirst` when this login
   * connects them.
   */
  connect(login: Login, onFirst?: (user: UserRecord) => Promise<void>): Promise<UserRecord | null>
  isConnected(id: string): Promise<boolean>
}

/** RFC 5321, 4.5.3.1.3: a path of 256 octets, less its brackets. */
const LONGEST = 254

/** One `@` between printable ASCII characters. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/

/**
 * The form for comparing addresses: hosts, and in practice mail servers, ignore case. Null for a non-ASCII address: two such texts can look
 * alike or fold to the same.
 */
export function comparableAddress(text: string): string | null {
  return text.length <= LONGEST && ADDRESS.test(text) ? text.toLowerCase() : null
}

/**
 * Parses an address from an operator.
 * @throws an Error for people
 */
export function givenAddress(text: string): string {
  const address = comparableAddress(text)
  if (address !== null) return address
  const shown = JSON.stringify(text.slice(0, LONGEST))
  if (/\P{ASCII}/u.test(text)) throw new Error(`${shown} is not in ASCII: write a domain in its xn-- form; other letters cannot be invited`)
  if (text.length > LONGEST) throw new Error(`${shown}... is not an email address: it may have at most ${LONGEST} characters`)
  throw new Error(`${shown} is not an email address`)
}
