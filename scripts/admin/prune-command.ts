import { Command } from 'commander'
import { noApp } from '../../server/imports/load/next-catalog.ts'
import { type PrunedTable, pruneRuns } from '../../server/imports/load/prune.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { withStore } from '../../server/core/model/store.ts'
import { countUpTo, idList } from './option-values.ts'
import { formatTable, megabytes } from '../../server/core/runtime/table.ts'
import { withProgress } from './with-progress.ts'

const MAX_DAYS = 36_500

interface Options {
  keepDays?: number
  apps?: number[]
  dryRun?: boolean
  trash?: boolean
  json?: boolean
}

interface Pruned {
  deleted: PrunedTable[]
  trash: { files: number; bytes: number } | null
}

export function pruneCommand(config: Config): Command {
  return new Command('prune')
    .description(
      'delete old runs with their recommendations, alerts and ROAS snapshots; never a served run or one that still has cohorts',
    )
    .option(
      '--keep-days <days>',
      'delete runs created more than this many days ago',
      countUpTo(MAX_DAYS),
    )
    .option('--apps <ids>', 'only these apps, separated by commas', idList('app ids'))
    .option('--trash', 'permanently delete the files in the trash')
    .option('--dry-run', 'only print what would be deleted')
    .option(
      '--json',
      'print {keepDays, dryRun, deleted: [{appId, table, rows, bytes}], trash} as JSON',
    )
    .action(async (options: Options, command: Command) => {
      const { keepDays, trash = false, dryRun = false, json } = options
      if (keepDays === undefined && !trash)
        command.error("error: give --keep-days, --trash or both; see 'admin prune --help'")
      const pruned = await withProgress(print =>
        withStorage(config, storage => prune(config, storage, options, print)),
      )
      if (json) return printJson({ keepDays: keepDays ?? null, dryRun, ...pruned })
      if (keepDays !== undefined)
        printPruned(pruned.deleted, keepDays, dryRun, config.databaseUrl === null)
      if (pruned.trash !== null) {
        const { files, bytes } = pruned.trash
        printError(
          `${dryRun ? 'Would delete' : 'Deleted'} ${files} files from the trash (${megabytes(bytes)} MB).`,
        )
      }
    })
}

async function prune(
  { databaseUrl }: Config,
  storage: Storage,
  { keepDays, apps, dryRun = false, trash = false }: Options,
  print: (line: string, live?: boolean) => void,
): Promise<Pruned> {
  const deleted: PrunedTable[] = []
  if (keepDays !== undefined) {
    const ids = await requireApps(storage, apps)
    // A database locks and publishes by app; a data directory publishes, and copies, the whole catalog each time.
    const batches = databaseUrl === null ? [ids] : ids.map(id => [id])
    for (const batch of batches)
      deleted.push(...(await pruneRuns(storage.imports, { apps: batch, keepDays, dryRun }, print)))
  }
  if (!trash) return { deleted, trash: null }
  if (storage.emptyTrash === undefined)
    throw new Error('--trash is for stores that keep removed files; this one keeps none')
  return { deleted, trash: await storage.emptyTrash({ dryRun, print }) }
}

async function requireApps(
  storage: Storage,
  wanted: readonly number[] | undefined,
): Promise<number[]> {
  const { apps } = await withStore(storage, store => store.catalog())
  const known = apps.map(app => app.app_id)
  const missing = wanted?.find(id => !known.includes(id))
  if (missing !== undefined) throw noApp(missing, apps)
  return [...(wanted ?? known)]
}

function printPruned(
  deleted: readonly PrunedTable[],
  keepDays: number,
  dryRun: boolean,
  hasTrash: boolean,
): void {
  if (deleted.length === 0)
    return print(
      `No runs to delete: every run is newer than ${keepDays} days, served, or still has cohorts.`,
    )
  const rows = deleted.map(({ appId, table, rows, bytes }) => ({
    app: String(appId),
    table,
    rows,
    MB: bytes === null ? '-' : megabytes(bytes),
  }))
  print(...formatTable(rows))
  if (dryRun) return printError('Nothing was deleted: this was a dry run.')
  printError(
    hasTrash
      ? 'Deleted. The files stay in DATA_DIR/trash for 7 days; `admin prune --trash` deletes them now.'
      : 'Deleted.',
  )
}
