import manifest from '../package.json' with { type: 'json' }
import type { Storage } from './facts/common/storage.ts'
import { keptRows } from './files/kept-rows.ts'
import { Spool } from './files/spool.ts'
import { FORMAT } from './handlers/answer-context.ts'
import { openFirstReports, prepareApp } from './handlers/prepare-app.ts'
import { keepingStore } from './model/keeping-store.ts'
import type { Store } from './model/store.ts'
import { mapAtOnce } from './runtime/at-once.ts'

/** Maximum time, ms. Rows of the remaining apps are computed by their first requests. */
const PATIENCE = 60_000

/** Apps prepared concurrently, since each also waits for the disk. */
const AT_ONCE = 2

/** The storage's store with a row cache that outlives the process. */
export async function openKeepingStore(storage: Storage): Promise<Store> {
  return keepingStore(await storage.openStore(), keptRows(storage.spoolDir, `${manifest.version} ${FORMAT}`))
}

/** After an import, computes the rows that first requests for its apps read, then their first reports. */
export async function prepareImported(storage: Storage, isImported: (version: string) => boolean): Promise<void> {
  const spool = await Spool.open(storage.spoolDir)
  const store = await openKeepingStore(storage)
  const work = { companyId: null, requestId: 'prepare', signal: AbortSignal.timeout(PATIENCE) }
  const deps = { store, clock: () => new Date() }
  try {
    const apps = (await store.catalog()).apps.filter(({ version }) => isImported(version))
    await mapAtOnce(apps, ({ app_id: appId }) => prepareApp(deps, work, appId), AT_ONCE)
    await mapAtOnce(
      apps,
      async ({ app_id: appId }) => {
        for await (const { tag, format, build } of openFirstReports(deps, appId)) await spool.get(tag, format, build, work)
      },
      AT_ONCE,
    )
  } finally {
    await store.close()
  }
}
