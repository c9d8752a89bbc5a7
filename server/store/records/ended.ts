import { createErasure } from '../../core/access/erasure.ts'
import { type Difference, findDifferences } from '../../core/access/evidence.ts'
import { auditLog } from './audit-log.ts'
import { keyStore } from './key-store.ts'
import type { Held, Records, Statements } from './records.ts'
import { userStore } from './user-store.ts'

/** Ends keys and users that the store's own log says have ended. A repair of a version before schema 8 left them active. */
export async function endByOwnLog(held: Held): Promise<void> {
  const records = recordsOn(held)
  const holdings = { keys: await keyStore(records).list(), users: await userStore(records).list() }
  const differences = await findDifferences([auditLog(records).entries()], holdings)
  await endEach(
    records,
    differences.filter(({ how }) => how === 'ended'),
  )
}

/** Statements in the one transaction that holds them. */
export function recordsOn(held: Held): Records {
  const statements: Statements = { ...held, transaction: use => use(held) }
  return { ...statements, small: statements, close: async () => undefined }
}

/** Revokes keys and removes users. */
export async function endEach(records: Records, ended: readonly Difference[]): Promise<void> {
  for (const { kind, id } of ended) {
    if (kind === 'key') await keyStore(records).revoke(id)
    if (kind === 'user') await userStore(records).remove(id)
  }
}

/** Null for a text that is not an address. */
export function erasureOf(
  address: string,
  secret: string,
): ReturnType<typeof createErasure> | null {
  try {
    return createErasure(address, secret)
  } catch {
    return null
  }
}
