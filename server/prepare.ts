import { mkdir } from 'node:fs/promises'
import manifest from '../package.json' with { type: 'json' }
import type { Storage } from './facts/common/storage.ts'
import { keptRows } from './files/kept-rows.ts'
import { FORMAT } from './handlers/answer-context.ts'
import { prepareApp } from './handlers/prepare-app.ts'
import { keepingStore } from './model/keeping-store.ts'
import type { Store } from './model/store.ts'

/** Maximum time, ms. Rows of the remaining apps are computed by their first requests. */
const PATIENCE = 60_000

/** The storage's store with a row cache that outlives the process. */
export async function openKeepingStore(storage: Storage): Promise<Store> {
  return keepingStore(await storage.openStore(), keptRows(storage.spoolDir, `${manifest.version} ${FORMAT}`))
}

/** After an import, computes the rows that first requests for its apps read. */
export async function prepareImported(storage: Storage, isImported: (version: string) => boolean): Promise<void> {
  await mkdir(storage.spoolDir, { recursive: true, mode: 0o700 })
  const store = await openKeepingStore(storage)
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    const { apps } = await store.catalog()
    for (const { app_id: appId, version } of apps)
      if (isImported(version))
        await prepareApp({ store, clock: () => new Date() }, { companyId: null, requestId: 'prepare', signal }, appId)
  } finally {
    await store.close()
  }
}
