import { type PrunedTable, pruneRuns } from '../../server/imports/load/prune.ts'
import { formatTable, megabytes } from '../../server/core/runtime/table.ts'
import { chooseApps } from './catalog.ts'
import { command, flag, option } from './command.ts'
import { countUpTo, idList } from './option-values.ts'
import type { Output } from './output.ts'

const MAX_DAYS = 36_500

export const prune = command({
  name: 'prune',
  description:
    'delete old runs with their recommendations, alerts and ROAS snapshots; never a served run or one that still has cohorts',
  parameters: {
    keepDays: option(
      '<days>',
      'delete runs created more than this many days ago',
      countUpTo(MAX_DAYS),
    ),
    apps: option('<ids>', 'only these apps, separated by commas', idList('app ids')),
    trash: flag('permanently delete the files in the trash'),
    dryRun: flag('only print what would be deleted'),
  },
  json: 'print {keepDays, dryRun, deleted: [{appId, table, rows, bytes}], trash} as JSON',
  check: ({ keepDays, trash }) =>
    keepDays === undefined && !trash
      ? "give --keep-days, --trash or both; see 'admin prune --help'"
      : undefined,
  async inStore({ keepDays, apps, trash, dryRun }, storage, { config, progress }) {
    const isEmbedded = config.databaseUrl === null
    const deleted: PrunedTable[] = []
    if (keepDays !== undefined) {
      const ids = await chooseApps(storage, apps)
      // A database locks and publishes by app; a data directory publishes, and copies, the whole catalog each time.
      const batches = isEmbedded ? [ids] : ids.map(id => [id])
      for (const batch of batches)
        deleted.push(
          ...(await pruneRuns(storage.imports, { apps: batch, keepDays, dryRun }, progress)),
        )
    }
    if (trash && storage.emptyTrash === undefined)
      throw new Error('--trash is for stores that keep removed files; this one keeps none')
    const emptied = trash ? await storage.emptyTrash!({ dryRun, print: progress }) : null
    const { lines = [], messages = [] } =
      keepDays === undefined ? {} : describePruned(deleted, keepDays, dryRun, isEmbedded)
    const ofTrash =
      emptied === null
        ? []
        : [
            `${dryRun ? 'Would delete' : 'Deleted'} ${emptied.files} files from the trash (${megabytes(emptied.bytes)} MB).`,
          ]
    return {
      json: { keepDays: keepDays ?? null, dryRun, deleted, trash: emptied },
      lines,
      messages: [...messages, ...ofTrash],
    }
  },
})

function describePruned(
  deleted: readonly PrunedTable[],
  keepDays: number,
  dryRun: boolean,
  hasTrash: boolean,
): Output {
  if (deleted.length === 0)
    return {
      lines: [
        `No runs to delete: every run is newer than ${keepDays} days, served, or still has cohorts.`,
      ],
    }
  const rows = deleted.map(({ appId, table, rows, bytes }) => ({
    app: String(appId),
    table,
    rows,
    MB: bytes === null ? '-' : megabytes(bytes),
  }))
  const result = dryRun
    ? 'Nothing was deleted: this was a dry run.'
    : hasTrash
      ? 'Deleted. The files stay in DATA_DIR/trash for 7 days; `admin prune --trash` deletes them now.'
      : 'Deleted.'
  return { lines: formatTable(rows), messages: [result] }
}
