import { Command } from 'commander'
import type { Config } from '../../server/core/runtime/config.ts'
import { type KeyStore, looksLikeApiKey } from '../../server/core/access/keys.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { camelCased } from '../../server/core/runtime/table.ts'
import { requireCompany } from './companies-command.ts'
import { companyId, dateFromToday } from './option-values.ts'
import { printList } from './print-list.ts'

export function keysCommand(config: Config): Command {
  const keys = new Command('keys').description('create, list and revoke API keys')

  keys
    .command('create')
    .description('create a key; stdout shows it only once')
    .requiredOption('--company <id>', 'the company whose apps it reads', companyId)
    .option('--name <text>', 'purpose of the key', '')
    .option('--expires <date>', 'last valid day, YYYY-MM-DD (UTC)', dateFromToday)
    .option('--json', 'print {id, key} as JSON')
    .action(
      async (options: { company: number; name: string; expires?: string; json?: boolean }) => {
        const { company, name, expires } = options
        const made = await withStorage(config, async storage => {
          await requireCompany(storage, company)
          return await storage.keys.create({
            companyId: company,
            name,
            ...(expires === undefined ? {} : { expires }),
          })
        })
        if (options.json) printJson(made)
        else print(made.key)
      },
    )

  keys
    .command('list')
    .description('list keys, oldest first; never the keys themselves')
    .option('--company <id>', 'only of this company', companyId)
    .option('--json', 'print as JSON')
    .action(async (options: { company?: number; json?: boolean }) => {
      const listed = await withStorage(config, storage => storage.keys.list(options.company))
      if (options.json) return printJson(listed.map(camelCased))
      const now = new Date().toISOString()
      printList(listed, false, {
        none: 'No keys.',
        columns: key => ({
          id: key.id,
          company: String(key.company_id),
          name: key.name,
          state: key.revoked_at
            ? 'revoked'
            : key.expires_at && key.expires_at <= now
              ? 'expired'
              : 'valid',
          created: key.created_at,
          expires: key.expires_at,
          'last used': key.last_used_at,
        }),
      })
    })

  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<key id>', 'the id that `keys list` shows')
    .action(async (id: string) => {
      await withStorage(config, async ({ keys }) => {
        if (!(await keys.revoke(id))) throw new Error(await whyNot(keys, id))
      })
      printError(`Revoked ${id}.`)
    })

  return keys
}

/** The error for a text that is not a key's id; never repeats a key, since logs keep printed text. */
async function whyNot(keys: KeyStore, text: string): Promise<string> {
  if (!looksLikeApiKey(text)) return `key ${JSON.stringify(text)} does not exist: see keys list`
  const record = await keys.find(text)
  return `that is a key, not its id${record === null ? ': see keys list' : `, which is ${record.id}`}`
}
