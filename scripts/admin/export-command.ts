import { Command } from 'commander'
import { noApp } from '../../server/imports/load/next-catalog.ts'
import { exportStore } from '../../server/imports/load/export-store.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { adminCommand } from '../../server/core/runtime/commands.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { withStore } from '../../server/core/model/store.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { idList, type ResolvePath } from './option-values.ts'
import { secretOf } from './secret-of.ts'
import { withProgress } from './with-progress.ts'

/** `admin export DIR`: a store as a delivery with its records, to move it to another engine or machine. */
export function exportCommand(config: Config, resolvePath: ResolvePath): Command {
  return new Command('export')
    .description(
      'write the store, or some apps, as a delivery with keys, users and audit log, for `import --with-records`; imports wait',
    )
    .argument('<dir>', 'a new folder', resolvePath)
    .option('--apps <ids>', 'only these apps, separated by commas', idList('app ids'))
    .option('--json', 'print {rows, keys, users, entries} as JSON')
    .action(async (folder: string, { apps: wanted, json }: { apps?: number[]; json?: boolean }) => {
      const secret = await secretOf(config)
      const done = await withProgress(line =>
        withStorage(config, async storage => {
          const { apps } = await withStore(storage, store => store.catalog())
          const known = apps.map(app => app.app_id)
          const missing = wanted?.find(id => !known.includes(id))
          if (missing !== undefined) throw noApp(missing, apps)
          const options = { folder, apps: wanted ?? known, isWhole: wanted === undefined, secret }
          return await exportStore(storage.imports, options, line)
        }),
      )
      if (json) return printJson(done)
      const { rows, keys, users, entries } = done
      print(
        ...formatTable(Object.entries(rows).map(([table, count]) => ({ table, rows: count }))),
        `${keys} keys, ${users} users and ${entries} entries of the audit log.`,
      )
      printError(
        `Load it into an empty store with ${adminCommand(`import ${folder} --with-records`)}. It has addresses of people: delete it afterwards.`,
      )
    })
}
