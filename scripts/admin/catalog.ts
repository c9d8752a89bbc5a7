import { noApp, noCompany } from '../../server/imports/load/next-catalog.ts'
import type { Catalog } from '../../server/core/model/catalog.ts'
import { withStore } from '../../server/core/model/store.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { openExportSecret } from '../../server/store/facts/embedded/export-secret.ts'

/** The catalog without runs, or with those of an app. */
export function catalogOf(storage: Storage, app?: number): Promise<Catalog> {
  return withStore(storage, store => store.catalog(app))
}

/** @throws an Error that lists the existing companies if there is none with this id */
export async function requireCompany(storage: Storage, id: number): Promise<void> {
  const { companies } = await catalogOf(storage)
  if (companies.every(company => company.company_id !== id)) throw noCompany(id, companies)
}

/**
 * The ids of these apps, or of all.
 * @throws an Error that lists the existing apps if one is missing
 */
export async function chooseApps(storage: Storage, wanted?: readonly number[]): Promise<number[]> {
  const { apps } = await catalogOf(storage)
  const known = apps.map(app => app.app_id)
  const missing = wanted?.find(id => !known.includes(id))
  if (missing !== undefined) throw noApp(missing, apps)
  return [...(wanted ?? known)]
}

/** EXPORT_SECRET, or that of the data directory, which is made on first use. */
export async function secretOf({ exportSecret, dataDir }: Config): Promise<string> {
  return exportSecret ?? (await openExportSecret(dataDir))
}
