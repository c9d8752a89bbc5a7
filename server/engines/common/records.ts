import type { KeyRecord } from '../../access/keys/key-store.ts'
import type { UserRecord } from '../../access/users/user-store.ts'

/** A key as any store keeps it. */
export interface MovedKey extends KeyRecord {
  /** Of the whole key, in hexadecimal. */
  sha256: string
  last_used_at: string | null
}

/** A user as any store keeps them; without a login an open invitation. */
export interface MovedUser extends UserRecord {
  login: { issuer: string; subject: string } | null
}

/** Keys and users on their way from one store to another. */
export interface Records {
  keys: MovedKey[]
  users: MovedUser[]
}
