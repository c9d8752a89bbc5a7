import { Command } from 'commander'
import { servedRun } from '../../server/model/served-run.ts'
import { daysBetween, utcDate } from '../../server/model/dates.ts'
import type { Config } from '../../server/process/config.ts'
import { print, printJson } from '../../server/process/print.ts'
import type { Catalog } from '../../server/model/catalog.ts'
import { withStorage } from '../../server/engines/open-storage.ts'
import type { Store } from '../../server/model/store.ts'
import { formatTable } from './table.ts'

/** `admin status`: apps, their runs, how fresh the data are, how much room they take. */
export function statusCommand(config: Config): Command {
  return new Command('status')
    .description('show apps, runs, freshness and sizes')
    .option('--json', 'print as JSON')
    .action(({ json }: { json?: boolean }) =>
      withStorage(config, async storage => {
        const store = await storage.openStore()
        try {
          const catalog = await store.catalog()
          const apps = await Promise.all(catalog.apps.map(app => appStatus(store, catalog, app.app_id)))
          if (json)
            return printJson({ version: catalog.version, importedAt: catalog.imported_at, companies: catalog.companies.length, apps })
          if (catalog.version === 0) return print('The store is empty: nothing was imported yet.')
          print(`Data version ${catalog.version}, imported ${catalog.imported_at}; ${catalog.companies.length} companies.`)
          print(
            ...formatTable(
              apps.map(app => ({
                app: String(app.id),
                name: app.name,
                live: app.live ? 'yes' : 'no',
                companies: app.companies.join(' '),
                runs: app.runs,
                'failed runs': app.failedRuns,
                'served run': app.servedRun === null ? null : String(app.servedRun),
                'data through': app.dataThrough,
                'days old': app.daysOld,
                'report rows': app.factRows,
                MB: app.megabytes,
              })),
            ),
          )
        } finally {
          await store.close()
        }
      }),
    )
}

async function appStatus(store: Store, catalog: Catalog, appId: number) {
  const app = catalog.apps.find(({ app_id }) => app_id === appId)!
  const runs = catalog.runs.filter(run => run.app_id === appId)
  const served = servedRun(catalog, appId, 'recommendation')
  return {
    id: appId,
    name: app.name,
    live: app.live,
    companies: catalog.app_access.filter(access => access.app_id === appId).map(access => access.company_id),
    runs: runs.length,
    failedRuns: runs.filter(run => run.status === 'failed').length,
    servedRun: served?.run_id ?? null,
    dataThrough: served?.max_install_date ?? null,
    daysOld: served?.max_install_date ? daysBetween(served.max_install_date, utcDate(new Date())) : null,
    factRows: served?.facts?.rows ?? 0,
    megabytes: Math.round((await store.size(catalog, appId)) / 1e5) / 10,
  }
}
