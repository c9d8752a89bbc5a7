import type { Erasure } from '../../server/core/access/audit.ts'
import { createErasure, namesAddress } from '../../server/core/access/erasure.ts'
import { comparableAddress } from '../../server/core/access/users.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { printError } from '../../server/core/runtime/print.ts'
import { camelCased } from '../../server/core/runtime/table.ts'
import { requireCompany, secretOf } from './catalog.ts'
import { argument, command, flag, required } from './command.ts'
import { companyId, text } from './option-values.ts'
import { counted, list } from './output.ts'

const invite = command({
  name: 'invite',
  description:
    'invite a person: the first login with this address, verified by the issuer, joins the company',
  parameters: {
    company: required('<id>', 'the company whose apps they read', companyId),
    email: required('<address>', 'their address, as the issuer knows it', text),
  },
  json: 'print the user as JSON',
  async inStore({ company, email }, storage) {
    await requireCompany(storage, company)
    const user = await storage.users.invite({ companyId: company, email })
    return { json: camelCased(user), lines: [user.id] }
  },
})

const listUsers = command({
  name: 'list',
  description: 'list users and open invitations, oldest first',
  json: 'print as JSON',
  async inStore(_, { users }) {
    return list(
      await users.list(),
      'No users.',
      user => ({
        id: user.id,
        company: String(user.company_id),
        email: user.email,
        name: user.name,
        state: user.connected_at === null ? 'invited' : 'connected',
        invited: user.invited_at,
        connected: user.connected_at,
      }),
      camelCased,
    )
  },
})

const remove = command({
  name: 'remove',
  description: 'delete a user or invitation; their logins lose access',
  parameters: { 'user id': argument('the id that `users list` shows', text) },
  async inStore({ 'user id': id }, { users }) {
    if (!(await users.remove(id)))
      throw new Error(`user ${JSON.stringify(id)} does not exist: see users list`)
    return { messages: [`Removed ${id}.`] }
  },
})

const erase = command({
  name: 'erase',
  description:
    'erase a person: delete the user or invitation and replace the address in the audit log by a digest',
  parameters: {
    email: argument('the address', text),
    yes: flag('apply; without it, only list what would change'),
    dryRun: flag('only list what would change'),
  },
  json: 'print {email, users, auditEntries} as JSON; email is the digest',
  async inStore({ email, yes, dryRun }, storage, { config }) {
    const isApplied = yes && !dryRun
    const secret = await secretOf(config)
    const erased = await (isApplied ? eraseUser : countErasable)(storage, email, secret)
    const named = await findKeysNaming(storage, email, secret)
    const changes = `${counted(erased.users, 'user or invitation', 'users or invitations')} and ${counted(erased.auditEntries, 'audit entry', 'audit entries')}`
    if (named.length > 0)
      printError(`Note: the names of these keys contain the address and stay: ${named.join(', ')}`)
    if (!isApplied && !dryRun)
      throw new Error(`this permanently erases the address from ${changes}. To confirm, add --yes`)
    if (isApplied && erased.users + erased.auditEntries === 0)
      throw new Error('no user, invitation or audit entry has this address: nothing was erased')
    return isApplied
      ? {
          json: erased,
          messages: [
            `Erased the address from ${changes}. The audit log has ${erased.email} instead.`,
          ],
        }
      : { json: erased, lines: [`This would erase the address from ${changes}.`] }
  },
})

export const users = command({
  name: 'users',
  description: 'invite, list, remove and erase the people who log in at the tool endpoint',
  commands: [invite, listUsers, remove, erase],
})

export interface ErasedUser {
  /** The digest that replaces the address in the audit log. */
  email: string
  users: number
  auditEntries: number
}

/** Counts the records that contain an address. */
async function countErasable(
  { users, audit }: Storage,
  email: string,
  secret: string,
): Promise<ErasedUser> {
  const erasure = createErasure(email, secret)
  const ids = (await users.list())
    .filter(user => comparableAddress(user.email) === erasure.address)
    .map(({ id }) => id)
  return {
    email: erasure.digest,
    users: ids.length,
    auditEntries: await audit.erase(erasure, { users: ids, dryRun: true }),
  }
}

/**
 * Removes the user or invitation of an address and replaces it in the audit log by a digest. If interrupted, run it again. Does nothing if
 * `countErasable` finds nothing.
 */
async function eraseUser(storage: Storage, email: string, secret: string): Promise<ErasedUser> {
  const erasable = await countErasable(storage, email, secret)
  if (erasable.users === 0 && erasable.auditEntries === 0) return erasable
  const erasure = createErasure(email, secret)
  const users = await storage.users.erase(erasure)
  const auditEntries = await storage.audit.erase(erasure, { users })
  return { email: erasure.digest, users: users.length, auditEntries }
}

async function findKeysNaming({ keys }: Storage, email: string, secret: string): Promise<string[]> {
  const { address }: Erasure = createErasure(email, secret)
  return (await keys.list()).filter(({ name }) => namesAddress(name, address)).map(({ id }) => id)
}
