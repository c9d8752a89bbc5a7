import { Command } from 'commander'
import { removeApps } from '../../server/imports/load/remove-apps.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { printJson } from '../../server/core/runtime/print.ts'
import { withStore } from '../../server/core/model/store.ts'
import { appId } from './option-values.ts'
import { printList } from './print-list.ts'
import { withProgress } from './with-progress.ts'
import { printRemoved, describeApp } from './removed-apps.ts'

export function appsCommand(config: Config): Command {
  const apps = new Command('apps').description('list apps, or remove one with all its data')

  apps
    .command('list')
    .description('list apps with their companies, runs and the day of the last delivery')
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      printList(await withStorage(config, appsOf), json, {
        none: 'No apps.',
        columns: ({ appId, name, live, companies, runs, newestRun }) => ({
          app: String(appId),
          name,
          live: live ? 'yes' : 'no',
          companies: companies.join(' '),
          runs,
          'newest run': newestRun,
        }),
      })
    })

  apps
    .command('remove')
    .description(
      'remove an app with all its data, including copies in the trash; only a backup can restore it',
    )
    .argument('<app id>', 'the id that `apps list` shows', appId)
    .option('--yes', 'confirm')
    .option('--dry-run', 'only print what would be deleted')
    .option('--json', 'print a receipt, {dryRun, apps, deleted, unknown}, as JSON')
    .action(
      async (
        id: number,
        { yes, dryRun = false, json }: { yes?: boolean; dryRun?: boolean; json?: boolean },
      ) => {
        const removed = await withProgress(line =>
          withStorage(config, async storage => {
            const removal = await removeApps(
              storage.imports,
              { apps: [id], dryRun: dryRun || !yes },
              line,
            )
            if (!dryRun && !yes)
              throw new Error(
                `${describeApp(removal.apps[0]!)} would be deleted permanently. To confirm, add --yes`,
              )
            return removal
          }),
        )
        if (json) printJson({ dryRun, ...removed })
        else printRemoved(removed, dryRun)
      },
    )

  return apps
}

function appsOf(storage: Storage) {
  return withStore(storage, async store => {
    const { apps, app_access: access } = await store.catalog()
    const listed = []
    // One app at a time: the runs of all may exceed memory.
    for (const { app_id: id, name, live } of apps) {
      const runs = (await store.catalog(id)).runs.filter(run => run.app_id === id)
      listed.push({
        appId: id,
        name,
        live,
        companies: access.filter(pair => pair.app_id === id).map(pair => pair.company_id),
        runs: runs.length,
        newestRun:
          runs
            .map(run => run.created_at)
            .sort()
            .at(-1) ?? null,
      })
    }
    return listed
  })
}
