import { Command } from 'commander'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { servedRun } from '../../server/analytics/served-run.ts'
import { daysBetween, utcDate } from '../../server/analytics/dates.ts'
import type { Config } from '../../server/config.ts'
import type { Catalog } from '../../server/store/catalog.ts'
import { openStore } from '../../server/store/open-store.ts'
import { formatTable } from './table.ts'

/** `admin status`: apps, their runs, how fresh the data are, how much room they take. */
export const statusCommand = (config: Config): Command => new Command('status')
  .description('show apps, runs, freshness and sizes')
  .option('--json', 'print as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const store = await openStore(config)
    try {
      const catalog = await store.catalog()
      const apps = await Promise.all(catalog.apps.map(app => appStatus(config.dataDir, catalog, app.app_id)))
      if (json) return console.log(JSON.stringify({ version: catalog.version, importedAt: catalog.imported_at, companies: catalog.companies.length, apps }))
      if (catalog.version === 0) return console.log('The store is empty: nothing was imported yet.')
      console.log(`Data version ${catalog.version}, imported ${catalog.imported_at}; ${catalog.companies.length} companies.`)
      console.log(formatTable(apps.map(app => ({
        app: String(app.id), name: app.name, live: app.live ? 'yes' : 'no', companies: app.companies.join(' '), runs: app.runs, 'failed runs': app.failedRuns,
        'served run': app.servedRun === null ? null : String(app.servedRun), 'data through': app.dataThrough, 'days old': app.daysOld, 'report rows': app.factRows, MB: app.megabytes,
      }))))
    } finally {
      await store.close()
    }
  })

const appStatus = async (dataDir: string, catalog: Catalog, appId: number) => {
  const app = catalog.apps.find(({ app_id }) => app_id === appId)!
  const runs = catalog.runs.filter(run => run.app_id === appId)
  const served = servedRun(catalog, appId, 'recommendation')
  const files = catalog.files[appId]
  const paths = [
    ...runs.flatMap(run => [run.facts?.file, run.recommendations?.file]),
    files?.identities?.file,
    ...[...(files?.snapshots ?? []), ...(files?.alerts ?? [])].map(segment => segment.file),
  ].filter(path => path !== undefined)
  const sizes = await Promise.all(paths.map(async path => (await stat(join(dataDir, path))).size))
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
    megabytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e5) / 10,
  }
}
