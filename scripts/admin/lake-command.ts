import { Command } from 'commander'
import { formatTable } from '../../server/core/runtime/table.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { withLake } from '../../server/store/facts/with-lake.ts'
import { command, flag, required, type Shell } from './command.ts'
import { appId } from './option-values.ts'
import { VERIFY_JSON, verifyStorage } from './verify-command.ts'

const listFiles = command({
  name: 'files',
  description:
    "list the files with an app's facts, identities and ROAS snapshots, for other programs",
  parameters: { app: required('<id>', 'the app', appId) },
  json: 'print [{table, rows, url}] as JSON',
  run: ({ app }, { config }) =>
    withLake(config, async opened => {
      const { lakeFiles } = await import('../../server/store/facts/lake-files.ts')
      const files = await lakeFiles(opened, app)
      if (files.length === 0) throw new Error(`the lake has no files of app ${app}`)
      return { json: files, lines: formatTable(files) }
    }),
})

const verify = command({
  name: 'verify',
  description:
    'check every object, and list the bucket for objects that nothing names; exits with 1 if something is damaged',
  parameters: {
    repair: flag('remove objects older than a day that nothing names; needs s3:ListBucket'),
  },
  json: VERIFY_JSON,
  async run({ repair }, { config, progress: print }) {
    if (!config.lake) throw new Error('LAKE_URL and DATABASE_URL are required')
    return await withStorage(config, storage =>
      verifyStorage(config, storage, { repair, list: true, print }),
    )
  },
})

const lakeGroup = command({
  name: 'lake',
  description: 'check the objects of the lake at LAKE_URL, or list its files',
  commands: [listFiles, verify],
})

// Removed in 2.0: their replacements are named for one release.
const MOVED = {
  push: '`admin export DIR` of the store, then `admin import DIR --with-records` with LAKE_URL',
  pull: '`admin export DIR` with LAKE_URL, then `admin import DIR --with-records` without it',
}

export function lake(shell: Shell): Command {
  const group = lakeGroup(shell)
  for (const [name, replacement] of Object.entries(MOVED)) {
    const moved = new Command(name)
      .exitOverride()
      .allowExcessArguments()
      .action(() => moved.error(`error: lake ${name} is now ${replacement}`, { exitCode: 2 }))
    group.addCommand(moved, { hidden: true })
  }
  return group
}
