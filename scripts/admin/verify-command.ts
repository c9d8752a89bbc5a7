import { Command, CommanderError } from 'commander'
import { operator } from '../../server/core/access/audit.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Verification } from '../../server/store/facts/common/storage.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { formatTable, megabytes } from '../../server/core/runtime/table.ts'
import { withProgress } from './with-progress.ts'

export function verifyCommand(config: Config): Command {
  return new Command('verify')
    .description(
      'check the whole store: catalog, data files, keys, users, audit log; exits with 1 if it is damaged',
    )
    .option('--repair', 'repair the store while no service runs; deletes nothing')
    .option(
      '--json',
      'print {version, files, bytes, repaired, findings: [{kind, file, problem, advice}]} as JSON',
    )
    .action((options: VerifyCommandOptions) => verifyStorage(config, options))
}

export interface VerifyCommandOptions {
  repair?: boolean
  json?: boolean
  list?: boolean
}

export async function verifyStorage(
  config: Config,
  { repair = false, json, list = false }: VerifyCommandOptions,
): Promise<void> {
  const verification = await withProgress(line =>
    withStorage(config, async storage => {
      if (storage.verify === undefined) throw new Error('this store cannot be verified')
      const done = await storage.verify({ repair, list, print: line, secret: config.exportSecret })
      if (done.repaired.length > 0) {
        const details = { did: done.repaired.slice(0, MAX_LOGGED), count: done.repaired.length }
        await storage.audit.append({
          action: 'store.repaired',
          actor: operator(),
          target: 'store',
          details,
        })
      }
      return done
    }),
  )
  if (json) printJson(verification)
  else printVerification(verification, repair)
  if (verification.findings.some(({ kind }) => kind === 'damage'))
    throw new CommanderError(1, 'uascope.damaged', 'damaged')
}

/** Maximum entries logged at once: each is one row. */
const MAX_LOGGED = 100

function printVerification(
  { version, files, bytes, findings, repaired }: Verification,
  repair: boolean,
): void {
  if (repaired.length > 0) print(...repaired)
  else if (repair) print('Nothing was repaired.')
  const damages = findings.filter(({ kind }) => kind === 'damage')
  const checked = `${files} data files (${megabytes(bytes)} MB), keys, users and the audit log`
  if (findings.length > 0)
    print(...formatTable(findings.map(({ kind, file, problem }) => ({ kind, file, problem }))))
  for (const advice of new Set(findings.map(finding => finding.advice))) {
    const of = findings.filter(finding => finding.advice === advice).map(finding => finding.file)
    printError(
      `${of.slice(0, 3).join(', ')}${of.length > 3 ? ` and ${of.length - 3} more` : ''}: ${advice}`,
    )
  }
  const at = version === null ? 'no readable catalog' : `data version ${version}`
  print(
    damages.length === 0
      ? `Intact: ${at}, ${checked}.`
      : `Damaged: ${damages.length} of ${checked}; ${at}.`,
  )
}
