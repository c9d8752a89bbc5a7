import { Command } from 'commander'
import type { Erasure } from '../../server/core/access/audit.ts'
import { createErasure, namesAddress } from '../../server/core/access/erasure.ts'
import { comparableAddress } from '../../server/core/access/users.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { secretOf } from './secret-of.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { requireCompany } from './companies-command.ts'
import { companyId } from './option-values.ts'
import { counted, printList } from './print-list.ts'
import { camelCased } from '../../server/core/runtime/table.ts'

export function usersCommand(config: Config): Command {
  const users = new Command('users').description(
    'invite, list, remove and erase the people who log in at the tool endpoint',
  )

  users
    .command('invite')
    .description(
      'invite a person: the first login with this address, verified by the issuer, joins the company',
    )
    .requiredOption('--company <id>', 'the company whose apps they read', companyId)
    .requiredOption('--email <address>', 'their address, as the issuer knows it')
    .option('--json', 'print the user as JSON')
    .action(async (options: { company: number; email: string; json?: boolean }) => {
      const user = await withStorage(config, async storage => {
        await requireCompany(storage, options.company)
        return await storage.users.invite({ companyId: options.company, email: options.email })
      })
      if (options.json) printJson(camelCased(user))
      else print(user.id)
    })

  users
    .command('list')
    .description('list users and open invitations, oldest first')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean }) => {
      const listed = await withStorage(config, storage => storage.users.list())
      if (options.json) return printJson(listed.map(camelCased))
      printList(listed, false, {
        none: 'No users.',
        columns: user => ({
          id: user.id,
          company: String(user.company_id),
          email: user.email,
          name: user.name,
          state: user.connected_at === null ? 'invited' : 'connected',
          invited: user.invited_at,
          connected: user.connected_at,
        }),
      })
    })

  users
    .command('remove')
    .description('delete a user or invitation; their logins lose access')
    .argument('<user id>', 'the id that `users list` shows')
    .action(async (id: string) => {
      const removed = await withStorage(config, storage => storage.users.remove(id))
      if (!removed) throw new Error(`user ${JSON.stringify(id)} does not exist: see users list`)
      printError(`Removed ${id}.`)
    })

  users
    .command('erase')
    .description(
      'erase a person: delete the user or invitation and replace the address in the audit log by a digest',
    )
    .argument('<email>', 'the address')
    .option('--yes', 'apply; without it, only list what would change')
    .option('--dry-run', 'only list what would change')
    .option('--json', 'print {email, users, auditEntries} as JSON; email is the digest')
    .action(
      async (
        email: string,
        { yes, dryRun, json }: { yes?: boolean; dryRun?: boolean; json?: boolean },
      ) => {
        const isApplied = yes === true && dryRun !== true
        const { erased, named } = await withStorage(config, async storage => {
          const secret = await secretOf(config)
          return {
            erased: await (isApplied ? eraseUser : countErasable)(storage, email, secret),
            named: await findKeysNaming(storage, email, secret),
          }
        })
        const changes = `${counted(erased.users, 'user or invitation', 'users or invitations')} and ${counted(erased.auditEntries, 'audit entry', 'audit entries')}`
        if (named.length > 0)
          printError(
            `Note: the names of these keys contain the address and stay: ${named.join(', ')}`,
          )
        if (!isApplied && dryRun !== true)
          throw new Error(
            `this permanently erases the address from ${changes}. To confirm, add --yes`,
          )
        if (isApplied && erased.users + erased.auditEntries === 0)
          throw new Error('no user, invitation or audit entry has this address: nothing was erased')
        if (json) printJson(erased)
        else if (!isApplied) print(`This would erase the address from ${changes}.`)
        else
          printError(
            `Erased the address from ${changes}. The audit log has ${erased.email} instead.`,
          )
      },
    )

  return users
}

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
