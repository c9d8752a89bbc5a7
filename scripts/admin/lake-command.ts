import { Command } from 'commander'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printJson } from '../../server/core/runtime/print.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { withLake } from '../../server/store/facts/with-lake.ts'
import { appId } from './option-values.ts'
import { type VerifyCommandOptions, verifyStorage } from './verify-command.ts'

export function lakeCommand(config: Config): Command {
  const lake = new Command('lake').description(
    'check the objects of the lake at LAKE_URL, or list its files',
  )
  // Removed in 2.0: their replacements are named for one release.
  for (const [name, replacement] of Object.entries(MOVED)) {
    lake
      .command(name, { hidden: true })
      .allowExcessArguments()
      .action((_options, command: Command) =>
        command.error(`error: lake ${name} is now ${replacement}`, { exitCode: 2 }),
      )
  }
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

const MOVED = {
  push: '`admin export DIR` of the store, then `admin import DIR --with-records` with LAKE_URL',
  pull: '`admin export DIR` with LAKE_URL, then `admin import DIR --with-records` without it',
}
