import { createErasure, type Erasure, namesAddress } from '../../server/access/audit/erasure.ts'
import { comparableAddress } from '../../server/access/users/email-address.ts'
import type { Storage } from '../../server/engines/common/storage.ts'

export interface ErasedUser {
  /** The digest that replaces the address in the audit log. */
  email: string
  /** Users and invitations. */
  users: number
  auditEntries: number
}

/** Counts what an address would be erased from. */
export async function countErasable({ users, audit }: Storage, email: string, secret: string): Promise<ErasedUser> {
  const erasure = createErasure(email, secret)
  const ids = (await users.list()).filter(user => comparableAddress(user.email) === erasure.address).map(({ id }) => id)
  return { email: erasure.digest, users: ids.length, auditEntries: await audit.erase(erasure, { users: ids, dryRun: true }) }
}

/**
 * Removes the user or invitation of an address and replaces it in the audit log by a digest. If interrupted, do it again. Does nothing if `countErasable`
 * finds nothing.
 */
export async function eraseUser(storage: Storage, email: string, secret: string): Promise<ErasedUser> {
  const found = await countErasable(storage, email, secret)
  if (found.users === 0 && found.auditEntries === 0) return found
  const erasure = createErasure(email, secret)
  const users = await storage.users.erase(erasure)
  const auditEntries = await storage.audit.erase(erasure, { users })
  return { email: erasure.digest, users: users.length, auditEntries }
}

/** Ids of keys whose names hold the address: those are not changed. */
export async function findKeysNaming({ keys }: Storage, email: string, secret: string): Promise<string[]> {
  const { address }: Erasure = createErasure(email, secret)
  return (await keys.list()).filter(({ name }) => namesAddress(name, address)).map(({ id }) => id)
}
