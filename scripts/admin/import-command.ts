import { Command, CommanderError } from 'commander'
import type { StorageAddress } from '../../server/core/model/storage-address.ts'
import {
  DeliveryError,
  formatFaults,
  formatRepair,
  type ImportOptions,
  type ImportSummary,
} from '../../server/imports/load/import.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { importProgress } from '../../server/core/runtime/progress.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import type { BroughtRecords } from '../../server/imports/moved-records.ts'
import { companyId, type ResolvePath } from './option-values.ts'
import { counted } from './print-list.ts'
import { secretOf } from './secret-of.ts'
import { formatTable } from '../../server/core/runtime/table.ts'

export type Load = (
  address: StorageAddress,
  options: Omit<ImportOptions, 'now'>,
  apart?: { nice: number },
) => Promise<ImportSummary>

/** Seconds from which an import says that it yields to others. */
const SLOW = 60

interface Options {
  json?: boolean
  company?: number
  check?: boolean
  strict?: boolean
  fix?: string
  withRecords?: boolean
}

/** `admin import DIR`: loads a delivery atomically. Exit code 1 if it is refused. */
export function importCommand(config: Config, load: Load, resolvePath: ResolvePath): Command {
  return new Command('import')
    .description('load a delivery: a folder with one CSV or Parquet file per table')
    .argument('<dir>', 'the delivery', resolvePath)
    .option('--company <id>', "accept only this company's data", companyId)
    .option('--check', 'validate without loading')
    .option('--strict', 'refuse a delivery with notes, such as in a cron job')
    .option(
      '--fix <new-dir>',
      'write a repaired copy to a new folder and check it, without loading',
      resolvePath,
    )
    .option('--with-records', 'load keys, users and audit log of an `admin export`, too')
    .option('--json', 'print the summary, or the errors, as JSON')
    .action(
      async (
        dir: string,
        { json, company, check = false, strict = false, fix, withRecords = false }: Options,
        command: Command,
      ) => {
        const {
          args: [argument = dir],
        } = command
        if (withRecords && (company !== undefined || fix !== undefined))
          command.error('error: --with-records cannot be combined with --company or --fix')
        const { end, ...progress } = importProgress()
        try {
          const options = {
            delivery: dir,
            ...progress,
            check,
            strict,
            countRepairable: fix === undefined,
            ...(company === undefined ? {} : { company }),
            ...(fix === undefined ? {} : { fix }),
            ...(withRecords && { withRecords: { secret: await secretOf(config) } }),
          }
          const summary = await load(config, options, { nice: config.importNice }).finally(end)
          const isRefused = strict && summary.warnings.length > 0
          if (summary.seconds > SLOW && config.importNice > 0) {
            printError(
              `This import ran at low priority (nice ${config.importNice}), so requests went first: IMPORT_NICE=0 makes it their equal.`,
            )
          }
          if (json) printJson(summary)
          if (json && !isRefused) return
          if (json) throw new CommanderError(1, 'uascope.refused', 'notes')
          printRepairs(summary.repairs, fix)
          print(
            ...formatTable(Object.entries(summary.rows).map(([table, rows]) => ({ table, rows }))),
          )
          for (const warning of summary.warnings) print(`Note: ${warning}`)
          if (summary.records !== undefined) printRecords(summary.records)
          if (isRefused) {
            printError(
              `Refused: ${counted(summary.warnings.length, 'note', 'notes')}, and --strict is set; nothing was loaded.`,
            )
            throw new CommanderError(1, 'uascope.refused', 'notes')
          }
          if (summary.prunedAuditEntries > 0)
            print(
              `Deleted ${counted(summary.prunedAuditEntries, 'old audit entry', 'old audit entries')}.`,
            )
          print(
            check || fix !== undefined
              ? `Checked in ${summary.seconds.toFixed(1)} s: no errors; nothing was loaded.`
              : `Loaded as data version ${summary.version} in ${summary.seconds.toFixed(1)} s.`,
          )
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error
          if (!json) printRepairs(error.repairs, fix)
          if (json)
            printJson({
              total: error.total,
              groups: error.groups,
              faults: error.faults,
              ...(fix === undefined
                ? { repairable: error.repairable ?? null }
                : { repairs: error.repairs }),
            })
          else
            printError(
              ...formatFaults(error),
              ...(fix === undefined
                ? offerRepair(error, repairCommand(argument, dir, company))
                : []),
            )
          throw new CommanderError(1, 'uascope.refused', error.message)
        }
      },
    )
}

function printRecords({ keys, users, entries, unmatched }: BroughtRecords): void {
  print(`Added ${keys} keys, ${users} users and ${entries} entries of the audit log.`)
  if (unmatched > 0)
    print(
      `Note: ${counted(unmatched, 'erasure in the log was', 'erasures in the log were')} made with another EXPORT_SECRET: imports with records cannot recognize these addresses here. Set EXPORT_SECRET to that of the exported store`,
    )
}

function printRepairs(repairs: ImportSummary['repairs'], fix: string | undefined): void {
  if (repairs === undefined || fix === undefined) return
  print(
    ...repairs.map(formatRepair),
    `${repairs.length === 0 ? 'Nothing to repair; copied to' : 'Repaired copy:'} ${fix}`,
  )
}

function offerRepair({ total, repairable }: DeliveryError, command: string): string[] {
  if (repairable === 0) return []
  if (repairable === undefined) return [`\`${command}\` may repair some of them.`]
  const [count, all] = [repairable, total].map(number => number.toLocaleString('en-US'))
  return [`\`${command}\` repairs ${total === 1 ? 'it' : `${count} of ${all} errors`}.`]
}

/** The delivery as given on the command line; `.` and `..` as a full path, since a folder next to them needs a name. */
function repairCommand(argument: string, dir: string, company: number | undefined): string {
  const name = /(?:^|[\\/])\.{1,2}[\\/]*$/.test(argument) ? dir : argument.replace(/[\\/]+$/, '')
  const words = [
    'admin',
    'import',
    name,
    ...(company === undefined ? [] : ['--company', String(company)]),
    '--fix',
    `${name}-fixed`,
  ]
  return words.map(quoteWord).join(' ')
}

/** Quotes for a POSIX shell. */
function quoteWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
