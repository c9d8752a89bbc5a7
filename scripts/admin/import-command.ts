import {
  DeliveryError,
  formatFaults,
  formatRepair,
  type ImportSummary,
} from '../../server/imports/load/import.ts'
import { importProgress } from '../../server/core/runtime/progress.ts'
import { printError } from '../../server/core/runtime/print.ts'
import type { BroughtRecords } from '../../server/imports/moved-records.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { secretOf } from './catalog.ts'
import { argument, command, flag, option } from './command.ts'
import { companyId, path } from './option-values.ts'
import { counted, type Output } from './output.ts'

/** Seconds from which an import says that it yields to others. */
const SLOW = 60

/** `admin import DIR`: loads a delivery atomically. Exit code 1 if it is refused. */
export const importCommand = command({
  name: 'import',
  description: 'load a delivery: a folder with one CSV or Parquet file per table',
  parameters: {
    dir: argument('the delivery', path),
    company: option('<id>', "accept only this company's data", companyId),
    check: flag('validate without loading'),
    strict: flag('refuse a delivery with notes, such as in a cron job'),
    fix: option(
      '<new-dir>',
      'write a repaired copy to a new folder and check it, without loading',
      path,
    ),
    withRecords: flag('load keys, users and audit log of an `admin export`, too'),
  },
  json: 'print the summary, or the errors, as JSON',
  check: ({ withRecords, company, fix }) =>
    withRecords && (company !== undefined || fix !== undefined)
      ? '--with-records cannot be combined with --company or --fix'
      : undefined,
  async run({ dir, company, check, strict, fix, withRecords }, context) {
    const { config, load } = context
    const { end, ...progress } = importProgress()
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
    try {
      const summary = await load(config, options, { nice: config.importNice }).finally(end)
      if (summary.seconds > SLOW && config.importNice > 0) {
        printError(
          `This import ran at low priority (nice ${config.importNice}), so requests went first: IMPORT_NICE=0 makes it their equal.`,
        )
      }
      return describeImport(summary, { fix, strict, isLoaded: !check && fix === undefined })
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      const [written = dir] = context.command.args
      return describeErrors(error, fix, repairCommand(written, dir, company))
    }
  },
})

function describeImport(
  summary: ImportSummary,
  { fix, strict, isLoaded }: { fix: string | undefined; strict: boolean; isLoaded: boolean },
): Output {
  const { rows, warnings, records, version, prunedAuditEntries: pruned } = summary
  const seconds = `${summary.seconds.toFixed(1)} s`
  const lines = [
    ...describeRepairs(summary.repairs, fix),
    ...formatTable(Object.entries(rows).map(([table, count]) => ({ table, rows: count }))),
    ...warnings.map(warning => `Note: ${warning}`),
    ...(records === undefined ? [] : describeRecords(records)),
  ]
  if (strict && warnings.length > 0)
    return {
      json: summary,
      lines,
      messages: [
        `Refused: ${counted(warnings.length, 'note', 'notes')}, and --strict is set; nothing was loaded.`,
      ],
      exitCode: 1,
    }
  return {
    json: summary,
    lines: [
      ...lines,
      ...(pruned === 0
        ? []
        : [`Deleted ${counted(pruned, 'old audit entry', 'old audit entries')}.`]),
      isLoaded
        ? `Loaded as data version ${version} in ${seconds}.`
        : `Checked in ${seconds}: no errors; nothing was loaded.`,
    ],
  }
}

function describeErrors(error: DeliveryError, fix: string | undefined, command: string): Output {
  const { total, groups, faults, repairs, repairable = null } = error
  return {
    json: { total, groups, faults, ...(fix === undefined ? { repairable } : { repairs }) },
    lines: describeRepairs(repairs, fix),
    messages: [...formatFaults(error), ...(fix === undefined ? offerRepair(error, command) : [])],
    exitCode: 1,
  }
}

function describeRecords({ keys, users, entries, unmatched }: BroughtRecords): string[] {
  return [
    `Added ${keys} keys, ${users} users and ${entries} entries of the audit log.`,
    ...(unmatched === 0
      ? []
      : [
          `Note: ${counted(unmatched, 'erasure in the log was', 'erasures in the log were')} made with another EXPORT_SECRET: imports with records cannot recognize these addresses here. Set EXPORT_SECRET to that of the exported store`,
        ]),
  ]
}

function describeRepairs(repairs: ImportSummary['repairs'], fix: string | undefined): string[] {
  if (repairs === undefined || fix === undefined) return []
  return [
    ...repairs.map(formatRepair),
    `${repairs.length === 0 ? 'Nothing to repair; copied to' : 'Repaired copy:'} ${fix}`,
  ]
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
