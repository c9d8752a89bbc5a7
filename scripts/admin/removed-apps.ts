import type { AppsRemoved, RemovedApp } from '../../server/imports/load/remove-apps.ts'
import { printError } from '../../server/core/runtime/print.ts'
import { megabytes } from '../../server/core/runtime/table.ts'
import { sum } from '../../server/core/formulas/sums.ts'

export function printRemoved({ apps, deleted, unknown }: AppsRemoved, dryRun: boolean): void {
  for (const app of apps) printError(`${dryRun ? 'Would delete' : 'Deleted'} ${describeApp(app)}.`)
  if (deleted !== null) {
    printError(
      `Deleted ${deleted.files} files (${megabytes(deleted.bytes)} MB), including built files and copies in the trash. Backups still have the data.`,
    )
  }
  if (unknown.length > 0) {
    printError(
      `These files do not name their app; delete them unless they belong to another one: ${unknown.join(', ')}`,
    )
  }
}

export function describeApp({ appId, name, runs, rows, files, bytes }: RemovedApp): string {
  const total = sum(Object.values(rows))
  const size = bytes === null ? '' : `, ${megabytes(bytes)} MB`
  return name === null
    ? `what is left of app ${appId}`
    : `app ${appId} (${name}): ${runs} runs, ${total.toLocaleString('en')} rows, ${files} data files${size}`
}
