import type { AuditEntry } from '../../server/core/access/audit.ts'
import { print, printJson } from '../../server/core/runtime/print.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { command, flag, option, required } from './command.ts'
import { calendarDate, companyId, countUpTo, text } from './option-values.ts'

const MAX = 1000

/** `admin audit`: who did what. Reads the log in parts, whatever its length. */
export const audit = command({
  name: 'audit',
  description: 'show who did what: keys, users, access, imports, runs, export links',
  parameters: {
    since: option('<date>', 'entries since this day, YYYY-MM-DD (UTC)', calendarDate),
    company: option('<id>', 'only entries about this company', companyId),
    action: option('<prefix>', 'filter by prefix: key, access.revoked', text),
    last: required(
      '<count>',
      'number of newest entries',
      countUpTo(MAX, '; for all, use --all'),
      100,
    ),
    all: flag('all entries'),
    json: flag('print as JSON, one entry per line'),
  },
  async inStore({ company, last, all, json, ...filter }, { audit }) {
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
  },
})

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
