import type { Erasure } from './audit.ts'

/** A person whom the operator let in: invited, and connected once they logged in. */
export interface UserRecord {
  id: string
  company_id: number
  /** As the operator wrote it. */
  email: string
  /** As the login told it; null: not told, or not connected yet. */
  name: string | null
  /** ISO 8601, UTC, like every time here. */
  invited_at: string
  /** Null: an invitation that nobody has used yet. */
  connected_at: string | null
}

/** Who logged in, as their issuer vouches for it. */
export interface Login {
  issuer: string
  /** The issuer's id of the person: the only thing that is known never to change hands. */
  subject: string
  /** An address that the issuer has verified to be theirs; null: none told. */
  verifiedEmail: string | null
  name: string | null
}

/** Where users and invitations are kept. Changes made by another process show within a second. */
export interface UserStore {
  /** Invites a person; `id` is a new one unless given. Rejects with an Error for people where the address belongs to an invitation or a user already. */
  invite(options: { companyId: number; email: string; id?: string }): Promise<UserRecord>
  /** All users and open invitations, oldest first. */
  list(): Promise<UserRecord[]>
  /** Takes an invitation or a user away for good; false when there is none with this id. */
  remove(id: string): Promise<boolean>
  /** Removes the user or invitation of an address, and whatever is left of earlier ones. Answers their ids. */
  erase(erasure: Pick<Erasure, 'address' | 'digest'>): Promise<string[]>
  /**
   * The user that the login belongs to, connected by an open invitation for its verified address at first; null: nobody. `onFirst`
   * is called when this login has connected them, and waited for.
   */
  connect(login: Login, onFirst?: (user: UserRecord) => Promise<void>): Promise<UserRecord | null>
  /** Whether the user with this id is there and connected. */
  isConnected(id: string): Promise<boolean>
}

/** RFC 5321, 4.5.3.1.3: a path of 256 octets, less its brackets. */
const LONGEST = 254

/** One `@` between printable ASCII characters. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/

/**
 * The form in which addresses are compared: hosts ignore case, and so do mail servers in practice. Null for a text that is no
 * address in ASCII: beyond it two texts can look alike, or become the same in lower case (the Kelvin sign becomes a k), and stay two
 * people's.
 */
export function comparableAddress(text: string): string | null {
  return text.length <= LONGEST && ADDRESS.test(text) ? text.toLowerCase() : null
}

/** The same of an address that an operator gave. @throws an Error for people */
export function givenAddress(text: string): string {
  const address = comparableAddress(text)
  if (address !== null) return address
  const shown = JSON.stringify(text.slice(0, LONGEST))
  if (/\P{ASCII}/u.test(text)) throw new Error(`${shown} is not in ASCII: write a domain in its xn-- form; other letters cannot be invited`)
  if (text.length > LONGEST) throw new Error(`${shown}... is not an email address: those have at most ${LONGEST} characters`)
  throw new Error(`${shown} is not an email address`)
}
