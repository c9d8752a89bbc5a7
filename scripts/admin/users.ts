import { Command } from 'commander'
import type { Config } from '../../server/process/config.ts'
import { print, printError, printJson } from '../../server/process/print.ts'
import { withStorage } from '../../server/engines/open-storage.ts'
import { camelCased } from './camel-case.ts'
import { companyId, requireCompany } from './companies.ts'
import { formatTable } from './table.ts'

/** `admin users invite | list | remove`. */
export function usersCommand(config: Config): Command {
  const users = new Command('users').description('invite, list and remove the people who log in at the tool endpoint')

  users
    .command('invite')
    .description('let a person in: whoever first logs in with this address, verified by the issuer, belongs to the company')
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
      print(
        ...(listed.length === 0
          ? ['No users.']
          : formatTable(
              listed.map(user => ({
                id: user.id,
                company: String(user.company_id),
                email: user.email,
                name: user.name,
                state: user.connected_at === null ? 'invited' : 'connected',
                invited: user.invited_at,
                connected: user.connected_at,
              })),
            )),
      )
    })

  users
    .command('remove')
    .description('take a user or an invitation away: their logins read nothing any more')
    .argument('<user id>', 'the id that `users list` shows')
    .action(async (id: string) => {
      const removed = await withStorage(config, storage => storage.users.remove(id))
      if (!removed) throw new Error(`there is no user with the id ${JSON.stringify(id)}: see users list`)
      printError(`Removed ${id}.`)
    })

  return users
}
