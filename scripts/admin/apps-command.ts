import { removeApps } from '../../server/imports/load/remove-apps.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { withStore } from '../../server/core/model/store.ts'
import { argument, command, flag } from './command.ts'
import { appId } from './option-values.ts'
import { list } from './output.ts'
import { describeApp, describeRemoved } from './removed-apps.ts'

const listApps = command({
  name: 'list',
  description: 'list apps with their companies, runs and the day of the last delivery',
  json: 'print as JSON',
  async inStore(_, storage) {
    return list(
      await appsOf(storage),
      'No apps.',
      ({ appId, name, live, companies, runs, newestRun }) => ({
        app: String(appId),
        name,
        live: live ? 'yes' : 'no',
        companies: companies.join(' '),
        runs,
        'newest run': newestRun,
      }),
    )
  },
})

const remove = command({
  name: 'remove',
  description:
    'remove an app with all its data, including copies in the trash; only a backup can restore it',
  parameters: {
    'app id': argument('the id that `apps list` shows', appId),
    yes: flag('confirm'),
    dryRun: flag('only print what would be deleted'),
  },
  json: 'print a receipt, {dryRun, apps, deleted, unknown}, as JSON',
  async inStore({ 'app id': id, yes, dryRun }, { imports }, { progress }) {
    const removed = await removeApps(imports, { apps: [id], dryRun: dryRun || !yes }, progress)
    if (!dryRun && !yes)
      throw new Error(
        `${describeApp(removed.apps[0]!)} would be deleted permanently. To confirm, add --yes`,
      )
    return { json: { dryRun, ...removed }, messages: describeRemoved(removed, dryRun) }
  },
})

export const apps = command({
  name: 'apps',
  description: 'list apps, or remove one with all its data',
  commands: [listApps, remove],
})

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
