import type { Store } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import { readOverview, seeApp } from './get-overview.ts'
import { readSteps } from './steps.ts'

/** Makes the rows that an app's first requests read, for a store that keeps them. */
export async function prepareApp(store: Store, work: Work, appId: number): Promise<void> {
  const catalog = await store.catalog(appId)
  const app = catalog.apps.find(({ app_id: id }) => id === appId)
  if (app === undefined) return
  const seen = await seeApp(catalog, app)
  await store.identities(work, catalog, appId)
  await readOverview(store, work, seen)
  const { run } = seen
  if (run === undefined) return
  for (const granularity of ['campaign', 'campaign_geo'] as const) await readSteps(store, work, { catalog, app, run, granularity })
}
