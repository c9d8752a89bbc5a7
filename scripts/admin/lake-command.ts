import { Command } from 'commander'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { withLake } from '../../server/store/facts/with-lake.ts'
import { appId, type ResolvePath } from './option-values.ts'
import { type VerifyCommandOptions, verifyStorage } from './verify-command.ts'
import type { Moved } from '../../server/store/facts/push.ts'

export function lakeCommand(config: Config, resolvePath: ResolvePath): Command {
  const lake = new Command('lake').description(
    'move a store into the lake at LAKE_URL, copy it out, check its objects, or list its files',
  )
  lake
    .command('push')
    .description(
      'move the store in DATA_DIR, or the tables in DATABASE_URL, into the lake; if interrupted, run it again',
    )
    .action(() =>
      withLake(config, async opened => {
        const { push } = await import('../../server/store/facts/push.ts')
        const { from, ...moved } = await push({ ...opened, print: line => printError(line) })
        print(
          `The lake has all data files of ${from === 'folder' ? `DATA_DIR ${config.dataDir}` : 'the database'}: ${files(moved, 'sent')}.`,
          ...(from === 'folder' ? [records(moved), ...NOT_MOVED_IN] : []),
          'Start every node with this LAKE_URL and DATABASE_URL now.',
          from === 'folder'
            ? 'DATA_DIR is unchanged; later imports into it are not in the lake.'
            : TABLES_STAY,
        )
      }),
    )
  lake
    .command('pull')
    .description('copy the lake into a new embedded store; the lake stays unchanged')
    .argument('<dir>', 'the new folder, for DATA_DIR', resolvePath)
    .action((folder: string) =>
      withLake(config, async opened => {
        const { pullFolder } = await import('../../server/store/facts/pull-folder.ts')
        const moved = await pullFolder({ ...opened, folder, print: line => printError(line) })
        print(
          `${folder} holds all data files of the lake: ${files(moved, 'fetched')}.`,
          records(moved),
          ...NOT_MOVED_OUT,
          `Start the service with DATA_DIR=${folder}, without LAKE_URL and DATABASE_URL.`,
        )
      }),
    )
  lake
    .command('files')
    .description(
      "list the files with an app's facts, identities and ROAS snapshots, for other programs",
    )
    .requiredOption('--app <id>', 'the app', appId)
    .option('--json', 'print [{table, rows, url}] as JSON')
    .action(({ app, json }: { app: number; json?: boolean }) =>
      withLake(config, async opened => {
        const { lakeFiles } = await import('../../server/store/facts/lake-files.ts')
        const files = await lakeFiles(opened, app)
        if (files.length === 0) throw new Error(`the lake has no files of app ${app}`)
        if (json) printJson(files)
        else print(...formatTable(files))
      }),
    )
  lake
    .command('verify')
    .description(
      'check every object, and list the bucket for objects that nothing names; exits with 1 if something is damaged',
    )
    .option('--repair', 'remove objects older than a day that nothing names; needs s3:ListBucket')
    .option(
      '--json',
      'print {version, files, bytes, repaired, findings: [{kind, file, problem, advice}]} as JSON',
    )
    .action(async (options: VerifyCommandOptions) => {
      if (!config.lake) throw new Error('LAKE_URL and DATABASE_URL are required')
      await verifyStorage(config, { ...options, list: true })
    })
  return lake
}

const NOT_MOVED_IN = [
  'The audit log stays in DATA_DIR. Existing download links keep working if EXPORT_SECRET has the content of DATA_DIR/export-secret.',
]
const NOT_MOVED_OUT = [
  'The audit log stays in the database. Set EXPORT_SECRET as before, so that existing download links keep working.',
]
const TABLES_STAY = 'The tables that held the data are unchanged but no longer used.'

function files({ files, sent, bytes }: Moved, how: string): string {
  return `${files} files, ${sent} ${how} now (${(bytes / 1e6).toFixed(1)} MB)`
}

function records({ keys, users }: Moved): string {
  return `${keys} keys and ${users} users were moved too.`
}
