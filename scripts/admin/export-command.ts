import { exportStore } from '../../server/imports/load/export-store.ts'
import { adminCommand } from '../../server/core/runtime/commands.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { chooseApps, secretOf } from './catalog.ts'
import { argument, command, option } from './command.ts'
import { idList, path } from './option-values.ts'

/** `admin export DIR`: a store as a delivery with its records, to move it to another engine or machine. */
export const exportCommand = command({
  name: 'export',
  description:
    'write the store, or some apps, as a delivery with keys, users and audit log, for `import --with-records`; imports wait',
  parameters: {
    dir: argument('a new folder', path),
    apps: option('<ids>', 'only these apps, separated by commas', idList('app ids')),
  },
  json: 'print {rows, keys, users, entries} as JSON',
  async inStore({ dir: folder, apps: wanted }, storage, { config, progress }) {
    const secret = await secretOf(config)
    const apps = await chooseApps(storage, wanted)
    const options = { folder, apps, isWhole: wanted === undefined, secret }
    const done = await exportStore(storage.imports, options, progress)
    const { rows, keys, users, entries } = done
    return {
      json: done,
      lines: [
        ...formatTable(Object.entries(rows).map(([table, count]) => ({ table, rows: count }))),
        `${keys} keys, ${users} users and ${entries} entries of the audit log.`,
      ],
      messages: [
        `Load it into an empty store with ${adminCommand(`import ${folder} --with-records`)}. It has addresses of people: delete it afterwards.`,
      ],
    }
  },
})
