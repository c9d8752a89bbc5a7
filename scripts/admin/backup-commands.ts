import { join } from 'node:path'
import { Command } from 'commander'
import {
  describeItem,
  type Difference,
  findDifferences,
} from '../../server/core/access/evidence.ts'
import { operator } from '../../server/core/access/audit.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { BackedUp } from '../../server/store/facts/embedded/backup.ts'
import type { Restored } from '../../server/store/facts/embedded/restore.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { makeFolder } from '../../server/core/runtime/files.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import type { ResolvePath } from './option-values.ts'
import { megabytes } from '../../server/core/runtime/table.ts'
import { withProgress } from './with-progress.ts'

const OF_DATABASE =
  'the data are in the database, so back that up: mariadb-dump --single-transaction --quick --hex-blob. See "Keeping data"'

export function backupCommand(config: Config, resolvePath: ResolvePath): Command {
  return new Command('backup')
    .description(
      'copy the store into a folder, even while the service runs; a repeated backup copies only new files',
    )
    .argument('<dir>', 'an empty folder, or an earlier backup of the same store', resolvePath)
    .option('--json', 'print {createdAt, catalogVersion, files, bytes, copied} as JSON')
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const done = await withProgress(line => backUpStore(config, folder, line))
      if (json) return printJson(done)
      const { catalogVersion, files, bytes, copied } = done
      print(
        `Backed up data version ${catalogVersion} to ${folder}: ${files} files (${megabytes(bytes)} MB), ${copied.files} of them copied now (${megabytes(copied.bytes)} MB).`,
      )
    })
}

export function restoreCommand(config: Config, resolvePath: ResolvePath): Command {
  return new Command('restore')
    .description(
      'restore the store from a backup while no service runs; the backup is verified first',
    )
    .argument('<dir>', 'the folder of the backup', resolvePath)
    .option('--replace', 'replace the store in DATA_DIR, which moves to the trash for 7 days')
    .option('--json', 'print {createdAt, catalogVersion, files, replaced, reactivated} as JSON')
    .action(
      async (folder: string, { replace = false, json }: { replace?: boolean; json?: boolean }) => {
        if (config.lake) return await withProgress(line => restoreLake(config, folder, line))
        if (config.databaseUrl !== null) throw new Error(OF_DATABASE)
        const { restore } = await import('../../server/store/facts/embedded/restore.ts')
        await makeFolder(config.dataDir)
        const done = await withProgress(line =>
          restore({ dataDir: config.dataDir, folder, replace, print: line }),
        )
        const { reactivated, isWhole } = await afterRestore(config, done)
        if (!isWhole)
          printError(
            'Part of the audit log of the previous store cannot be read: more that was revoked may be active again.',
          )
        if (json)
          return printJson({
            ...done,
            replaced: done.replaced[0] ?? null,
            reactivated: reactivated.map(({ how: _, problem: _problem, ...item }) => item),
          })
        print(
          `Restored data version ${done.catalogVersion} of ${done.createdAt}: ${done.files} files.`,
        )
        if (done.replaced.length === 0) {
          printError(
            `Keys, users, companies, access and runs that were revoked after ${done.createdAt} are active again, if there were any.`,
          )
        } else {
          printError(
            `The previous store stays in ${done.replaced.map(name => join(config.dataDir, name)).join(' and ')} for 7 days.`,
          )
          printError(
            reactivated.length === 0
              ? 'Nothing that was revoked after the backup is active again.'
              : `Active again although revoked after the backup: ${reactivated.map(describeItem).join(', ')}`,
          )
        }
      },
    )
}

async function backUpStore(config: Config, folder: string, line: Print): Promise<BackedUp> {
  if (config.databaseUrl === null) {
    const { backUp } = await import('../../server/store/facts/embedded/backup.ts')
    return await backUp({ dataDir: config.dataDir, folder, print: line })
  }
  if (!config.lake) throw new Error(OF_DATABASE)
  const { withLake } = await import('../../server/store/facts/with-lake.ts')
  const { backUpLake } = await import('../../server/store/facts/lake-backup.ts')
  return await withLake(config, lake => backUpLake({ ...lake, folder, print: line }))
}

async function restoreLake(config: Config, folder: string, line: Print): Promise<void> {
  const { withLake } = await import('../../server/store/facts/with-lake.ts')
  const { restoreLake } = await import('../../server/store/facts/lake-backup.ts')
  const { files, keys, users } = await withLake(config, lake =>
    restoreLake({ ...lake, folder, print: line }),
  )
  print(`Restored into the lake: ${files} data files, ${keys} keys and ${users} users.`)
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
  const { replacedLog } = await import('../../server/store/facts/embedded/restore.ts')
  const { catalogIn } = await import('../../server/store/facts/embedded/named-files.ts')
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
