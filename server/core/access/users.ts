import type { ActorEvent, Erasure } from './audit.ts'

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
  /** The issuer's id of the person, never reassigned. */
  subject: string
  /** An address that the issuer has verified; null: none. */
  verifiedEmail: string | null
  name: string | null
}

export interface UserStore {
  /**
   * Writes the event to the audit log in the same transaction. Rejects with an Error for people if the address already has an invitation or a
   * user.
   */
  invite(
    options: { companyId: number; email: string; id?: string },
    event?: ActorEvent,
  ): Promise<UserRecord>
  list(): Promise<UserRecord[]>
  /** Deletes an invitation or user, with its event as `invite`; false if none has this id. */
  remove(id: string, event?: ActorEvent): Promise<boolean>
  /** Deletes the user or invitation of an address and all remains. Returns their ids. */
  erase(erasure: Pick<Erasure, 'address' | 'digest'>): Promise<string[]>
  /** The user of a login; null if there is none. The first login with a verified address accepts its open invitation, and awaits `onFirst`. */
  connect(login: Login, onFirst?: (user: UserRecord) => Promise<void>): Promise<UserRecord | null>
  isConnected(id: string): Promise<boolean>
}

/** RFC 5321, 4.5.3.1.3: a path has 256 octets, including its brackets. */
const LONGEST = 254

/** One `@` between printable ASCII characters. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/

/**
 * The form for comparing addresses: hosts, and in practice mail servers, ignore case. Null for a non-ASCII address: two of these can look
 * alike or fold to the same text.
 */
export function comparableAddress(text: string): string | null {
  return text.length <= LONGEST && ADDRESS.test(text) ? text.toLowerCase() : null
}

/**
 * Parses an address from an operator.
 * @throws an Error for people
 */
export function parseAddress(text: string): string {
  const address = comparableAddress(text)
  if (address !== null) return address
  const quoted = JSON.stringify(text.slice(0, LONGEST))
  if (/\P{ASCII}/u.test(text))
    throw new Error(
      `${quoted} is not in ASCII: write a domain in its xn-- form; other letters cannot be invited`,
    )
  if (text.length > LONGEST)
    throw new Error(
      `${quoted}... is not an email address: it may have at most ${LONGEST} characters`,
    )
  throw new Error(`${quoted} is not an email address`)
}
