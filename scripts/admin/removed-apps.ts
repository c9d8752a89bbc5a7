import type { AppsRemoved, RemovedApp } from '../../server/imports/load/remove-apps.ts'
import { megabytes } from '../../server/core/runtime/table.ts'
import { sum } from '../../server/core/formulas/sums.ts'

export function describeRemoved(
  { apps, deleted, unknown }: AppsRemoved,
  dryRun: boolean,
): string[] {
  return [
    ...apps.map(app => `${dryRun ? 'Would delete' : 'Deleted'} ${describeApp(app)}.`),
    ...(deleted === null
      ? []
      : [
          `Deleted ${deleted.files} files (${megabytes(deleted.bytes)} MB), including built files and copies in the trash. Backups still have the data.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `These files do not name their app; delete them unless they belong to another one: ${unknown.join(', ')}`,
        ]),
  ]
}

export function describeApp({ appId, name, runs, rows, files, bytes }: RemovedApp): string {
  const total = sum(Object.values(rows))
  const size = bytes === null ? '' : `, ${megabytes(bytes)} MB`
  return name === null
    ? `what is left of app ${appId}`
    : `app ${appId} (${name}): ${runs} runs, ${total.toLocaleString('en')} rows, ${files} data files${size}`
}
