import { stat } from 'node:fs/promises'
import { Command, CommanderError } from 'commander'
import type { AuditEntry } from '../../server/access/audit/audit-log.ts'
import { type Ended, endedBy, tellsOfEnds } from '../../server/access/audit/ended.ts'
import type { Storage } from '../../server/engines/common/storage.ts'
import { fileAuditLog, readAuditFile } from '../../server/engines/embedded/file-audit-log.ts'
import { withStorage } from '../../server/engines/open-storage.ts'
import type { Config } from '../../server/process/config.ts'
import { print, printJson } from '../../server/process/print.ts'
import type { GivenPath } from './given-path.ts'
import { formatTable } from './table.ts'

/** `admin revived LOG...`: what a restored backup has brought back to life. */
export function revivedCommand(config: Config, givenPath: GivenPath): Command {
  return new Command('revived')
    .description(
      'after a backup was restored: list keys, users, companies, access and runs that an audit log says were ended and that are there again',
    )
    .argument('<log...>', 'an audit log that knows more than the backup: a folder of its files, or a file that `audit --all --json` wrote')
    .option('--json', 'print as JSON')
    .action(async (logs: string[], { json }: { json?: boolean }) => {
      const revived = await withStorage(config, async storage => {
        const entries: AuditEntry[] = []
        for (const log of [...logs.map(givenPath).map(entriesIn), storage.audit.entries()]) {
          for await (const entry of log) if (tellsOfEnds(entry)) entries.push(entry)
        }
        return await aliveOf(storage, endedBy(entries))
      })
      const listed = revived.map(one => ({ ...one, command: commandFor(one) }))
      if (json) printJson(listed)
      else if (listed.length === 0) print('Nothing that was ended is there again.')
      else print(...formatTable(listed.map(tableRow)))
      if (listed.length > 0) throw new CommanderError(1, 'uascope.revived', 'some are there again')
    })
}

/** @throws an Error for people where there is no entry at all: to find nothing in a file of something else would be no answer. */
async function* entriesIn(path: string): AsyncGenerator<AuditEntry> {
  const isFolder = (await stat(path)).isDirectory()
  let found = false
  for await (const entry of isFolder ? fileAuditLog(path).entries() : readAuditFile(path)) {
    if (![entry.action, entry.at, entry.target, entry.actor].every(text => typeof text === 'string')) continue
    found = true
    yield { ...entry, details: entry.details ?? {} }
  }
  if (!found) throw new Error(`${path} holds no entry of an audit log`)
}

async function aliveOf({ keys, users, openStore }: Storage, ended: readonly Ended[]): Promise<Ended[]> {
  const store = await openStore()
  try {
    const { companies, app_access: access, apps } = await store.catalog()
    const withdrawable = new Set<string>()
    if (ended.some(({ kind }) => kind === 'run')) {
      for (const { app_id: app } of apps) {
        for (const run of (await store.catalog(app)).runs) if (run.withdrawn === undefined) withdrawable.add(String(run.run_id))
      }
    }
    const there: Record<Ended['kind'], ReadonlySet<string>> = {
      key: new Set((await keys.list()).filter(key => key.revoked_at === null).map(key => key.id)),
      user: new Set((await users.list()).map(user => user.id)),
      company: new Set(companies.map(company => String(company.company_id))),
      access: new Set(access.map(pair => `${pair.company_id} ${pair.app_id}`)),
      run: withdrawable,
    }
    return ended.filter(({ kind, id, companyId }) => there[kind].has(kind === 'access' ? `${companyId} ${id}` : id))
  } finally {
    await store.close()
  }
}

/** What ends it again. */
function commandFor({ kind, id, companyId }: Ended): string {
  if (kind === 'access') return `access revoke --company ${companyId} --app ${id}`
  if (kind === 'company') return `companies remove ${id} --yes`
  return `${{ key: 'keys revoke', user: 'users remove', run: 'runs withdraw' }[kind]} ${id}`
}

function tableRow({ kind, companyId, at, actor, command }: Ended & { command: string }) {
  return { what: kind, company: companyId === null ? null : String(companyId), ended: at, by: actor, 'to end it again': command }
}
