import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App, Catalog } from '../../server/core/model/catalog.ts'
import { daysBetween, utcDate } from '../../server/core/model/dates.ts'
import { servedRun } from '../../server/core/model/runs.ts'
import { type Store, withStore } from '../../server/core/model/store.ts'
import { filesBelow } from '../../server/core/runtime/files.ts'
import { formatTable } from '../../server/core/runtime/table.ts'
import { command } from './command.ts'

type AppStatus = Awaited<ReturnType<typeof appStatus>>

export const status = command({
  name: 'status',
  description: 'show apps, runs, freshness, sizes and disk use',
  json: 'print as JSON',
  inStore: (_, storage, { config: { dataDir } }) =>
    withStore(storage, async store => {
      const catalog = await store.catalog()
      const { version, imported_at: importedAt, companies } = catalog
      const apps: AppStatus[] = []
      // One app at a time: the runs of all may exceed memory.
      for (const app of catalog.apps) apps.push(await appStatus(store, catalog, app))
      const disk = await diskUse(dataDir)
      return {
        json: { version, importedAt, companies: companies.length, apps, disk },
        lines:
          version === 0
            ? ['The store is empty: import a delivery first.']
            : [
                `Data version ${version}, imported ${importedAt}; ${companies.length} companies.`,
                ...formatTable(apps.map(tableRow)),
                '',
                `Disk use of ${dataDir}:`,
                ...formatTable(
                  Object.entries(disk).map(([part, bytes]) => ({
                    part,
                    MB: Math.round(bytes / 1e5) / 10,
                  })),
                ),
              ],
      }
    }),
})

function tableRow(app: AppStatus) {
  return {
    app: String(app.id),
    name: app.name,
    live: app.live ? 'yes' : 'no',
    companies: app.companies.join(' '),
    runs: app.runs,
    'failed runs': app.failedRuns,
    withdrawn: app.withdrawnRuns,
    'served run': app.servedRun === null ? null : String(app.servedRun),
    'data through': app.dataThrough,
    'days old': app.daysOld,
    'report rows': app.factRows,
    MB: app.megabytes,
  }
}

async function appStatus(store: Store, { app_access: access }: Catalog, app: App) {
  const appId = app.app_id
  const catalog = await store.catalog(appId)
  const runs = catalog.runs.filter(run => run.app_id === appId)
  const served = servedRun(catalog, appId, 'recommendation')
  return {
    id: appId,
    name: app.name,
    live: app.live,
    companies: access.filter(pair => pair.app_id === appId).map(pair => pair.company_id),
    runs: runs.length,
    failedRuns: runs.filter(run => run.status === 'failed').length,
    withdrawnRuns: runs.filter(run => run.withdrawn).length,
    servedRun: served?.run_id ?? null,
    dataThrough: served?.max_install_date ?? null,
    daysOld: served?.max_install_date
      ? daysBetween(served.max_install_date, utcDate(new Date()))
      : null,
    factRows: served?.facts?.rows ?? 0,
    megabytes: Math.round((await store.size(catalog, appId)) / 1e5) / 10,
  }
}

/** The purpose of each folder and file of a data directory. */
const PARTS = {
  data: /^deliveries$/,
  records: /^(records|export-secret)$/,
  trash: /^trash$/,
  spool: /^spool(-.+)?$/,
  cache: /^(cache|fetched)$/,
  spill: /^(spill|staging)$/,
} as const

export type DiskUse = Record<keyof typeof PARTS, number>

/** Disk use of a data directory by purpose; files deleted during the scan are not counted. */
export async function diskUse(dataDir: string): Promise<DiskUse> {
  const use = Object.fromEntries(Object.keys(PARTS).map(part => [part, 0])) as DiskUse
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    const part = (Object.keys(PARTS) as (keyof DiskUse)[]).find(part => PARTS[part].test(name))
    if (part !== undefined) use[part] += await bytesBelow(join(dataDir, name))
  }
  return use
}

async function bytesBelow(path: string): Promise<number> {
  const files = await filesBelow(path).catch(() => [path])
  let bytes = 0
  // 512-byte blocks, as `du` counts.
  for (const file of files) bytes += ((await stat(file).catch(() => null))?.blocks ?? 0) * 512
  return bytes
}
