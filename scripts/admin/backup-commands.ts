import { join } from 'node:path'
import {
  describeItem,
  type Difference,
  findDifferences,
} from '../../server/core/access/evidence.ts'
import { operator } from '../../server/core/access/audit.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { type BackedUp, backUp } from '../../server/store/facts/embedded/backup.ts'
import { catalogIn } from '../../server/store/facts/embedded/named-files.ts'
import {
  replacedLog,
  type Restored,
  restore as restoreBackup,
} from '../../server/store/facts/embedded/restore.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { makeFolder } from '../../server/core/runtime/files.ts'
import { megabytes } from '../../server/core/runtime/table.ts'
import { printError } from '../../server/core/runtime/print.ts'
import { argument, command, flag } from './command.ts'
import { path } from './option-values.ts'
import type { Output } from './output.ts'

const OF_DATABASE =
  'the data are in the database, so back that up: mariadb-dump --single-transaction --quick --hex-blob. See "Keeping data"'

export const backup = command({
  name: 'backup',
  description:
    'copy the store into a folder, even while the service runs; a repeated backup copies only new files',
  parameters: { dir: argument('an empty folder, or an earlier backup of the same store', path) },
  json: 'print {createdAt, catalogVersion, files, bytes, copied} as JSON',
  async run({ dir }, { config, progress }) {
    const done = await backUpStore(config, dir, progress)
    const { catalogVersion, files, bytes, copied } = done
    return {
      json: done,
      lines: [
        `Backed up data version ${catalogVersion} to ${dir}: ${files} files (${megabytes(bytes)} MB), ${copied.files} of them copied now (${megabytes(copied.bytes)} MB).`,
      ],
    }
  },
})

export const restore = command({
  name: 'restore',
  description:
    'restore the store from a backup while no service runs; the backup is verified first',
  parameters: {
    dir: argument('the folder of the backup', path),
    replace: flag('replace the store in DATA_DIR, which moves to the trash for 7 days'),
  },
  json: 'print {createdAt, catalogVersion, files, replaced, reactivated} as JSON',
  run: ({ dir, replace }, { config, progress }) =>
    config.lake
      ? restoreLake(config, dir, progress)
      : restoreFolder(config, { folder: dir, replace, print: progress }),
})

async function restoreFolder(
  config: Config,
  options: { folder: string; replace: boolean; print: Print },
): Promise<Output> {
  if (config.databaseUrl !== null) throw new Error(OF_DATABASE)
  const { dataDir } = config
  await makeFolder(dataDir)
  const done = await restoreBackup({ dataDir, ...options })
  const { createdAt, catalogVersion, files, replaced } = done
  const { reactivated, isWhole } = await afterRestore(config, done)
  if (!isWhole)
    printError(
      'Part of the audit log of the previous store cannot be read: more that was revoked may be active again.',
    )
  return {
    json: {
      ...done,
      replaced: replaced[0] ?? null,
      reactivated: reactivated.map(({ how: _, problem: _problem, ...item }) => item),
    },
    lines: [`Restored data version ${catalogVersion} of ${createdAt}: ${files} files.`],
    messages:
      replaced.length === 0
        ? [
            `Keys, users, companies, access and runs that were revoked after ${createdAt} are active again, if there were any.`,
          ]
        : [
            `The previous store stays in ${replaced.map(name => join(dataDir, name)).join(' and ')} for 7 days.`,
            reactivated.length === 0
              ? 'Nothing that was revoked after the backup is active again.'
              : `Active again although revoked after the backup: ${reactivated.map(describeItem).join(', ')}`,
          ],
  }
}

async function backUpStore(config: Config, folder: string, line: Print): Promise<BackedUp> {
  if (config.databaseUrl === null) {
    return await backUp({ dataDir: config.dataDir, folder, print: line })
  }
  if (!config.lake) throw new Error(OF_DATABASE)
  const { withLake } = await import('../../server/store/facts/with-lake.ts')
  const { backUpLake } = await import('../../server/store/facts/lake-backup.ts')
  return await withLake(config, lake => backUpLake({ ...lake, folder, print: line }))
}

async function restoreLake(config: Config, folder: string, line: Print): Promise<Output> {
  const { withLake } = await import('../../server/store/facts/with-lake.ts')
  const { restoreLake } = await import('../../server/store/facts/lake-backup.ts')
  const { files, keys, users } = await withLake(config, lake =>
    restoreLake({ ...lake, folder, print: line }),
  )
  return {
    lines: [`Restored into the lake: ${files} data files, ${keys} keys and ${users} users.`],
  }
}

interface Reactivated {
  reactivated: Difference[]
  /** Whether all entries could be read. */
  isWhole: boolean
}

/** Logs the restore, and finds what the log of the replaced store says has ended. */
async function afterRestore(
  config: Config,
  { createdAt, replaced }: Restored,
): Promise<Reactivated> {
  const logs = replaced.map(name => replacedLog(join(config.dataDir, name)))
  const catalog = await catalogIn(config.dataDir)
  return await withStorage(config, async storage => {
    const holdings = { keys: await storage.keys.list(), users: await storage.users.list(), catalog }
    const differences =
      replaced.length === 0
        ? []
        : await findDifferences(
            [...logs.map(({ entries }) => fromList(entries)), storage.audit.entries()],
            holdings,
          )
    const reactivated = differences.filter(({ how }) => how === 'ended')
    const details = { createdAt, reactivated: reactivated.map(({ kind, id }) => `${kind}:${id}`) }
    await storage.audit.append({
      action: 'store.restored',
      actor: operator(),
      target: 'store',
      details,
    })
    return { reactivated, isWhole: logs.every(({ isWhole }) => isWhole) }
  })
}

async function* fromList<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
