import { Command } from 'commander'
import type { AuditEntry } from '../../server/core/access/audit.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printJson } from '../../server/core/runtime/print.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { calendarDate, companyId, countUpTo } from './option-values.ts'
import { formatTable } from '../../server/core/runtime/table.ts'

const MAX = 1000

interface Options {
  since?: string
  company?: number
  action?: string
  last: number
  all?: boolean
  json?: boolean
}

/** `admin audit`: who did what. Reads the log in parts, whatever its length. */
export function auditCommand(config: Config): Command {
  return new Command('audit')
    .description('show who did what: keys, users, access, imports, runs, export links')
    .option('--since <date>', 'entries since this day, YYYY-MM-DD (UTC)', calendarDate)
    .option('--company <id>', 'only entries about this company', companyId)
    .option('--action <prefix>', 'filter by prefix: key, access.revoked')
    .option(
      '--last <count>',
      'number of newest entries',
      countUpTo(MAX, '; for all, use --all'),
      100,
    )
    .option('--all', 'all entries')
    .option('--json', 'print as JSON, one entry per line')
    .action(({ company, last, all, json, ...filter }: Options) =>
      withStorage(config, async ({ audit }) => {
        const entries = audit.entries({
          ...filter,
          ...(company === undefined ? {} : { companyId: company }),
          ...(all ? {} : { last }),
        })
        let printed = 0
        for await (const block of blocks(entries, MAX)) {
          if (json) printJson(...block)
          else print(...formatTable(block.map(tableRow)))
          printed += block.length
        }
        if (printed === 0 && !json) print('No entries.')
      }),
    )
}

function tableRow({ at, action, actor, companyId, target, details }: AuditEntry) {
  return {
    at,
    action,
    actor,
    company: companyId === undefined ? null : String(companyId),
    target,
    details: Object.keys(details).length === 0 ? null : JSON.stringify(details),
  }
}

async function* blocks<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let block: Item[] = []
  for await (const item of items) {
    block.push(item)
    if (block.length < size) continue
    yield block
    block = []
  }
  if (block.length > 0) yield block
}
