import manifest from '../../package.json' with { type: 'json' }
import type { Storage } from '../store/facts/common/storage.ts'
import { keepingStore, keptRows } from '../store/files/kept-rows.ts'
import { Spool } from '../store/files/spool.ts'
import { FORMAT } from '../answers/handlers/answer-context.ts'
import { openFirstReports, prepareApp } from '../answers/handlers/prepare-app.ts'
import type { Store } from '../core/model/store.ts'
import { mapAtOnce } from '../core/runtime/at-once.ts'
import { messageOf } from '../core/runtime/print.ts'

/** Apps prepared concurrently, since each also waits for the disk. */
const AT_ONCE = 2

/** The storage's store with a row cache that outlives the process. */
export async function openKeepingStore(storage: Storage): Promise<Store> {
  return keepingStore(
    await storage.openStore(),
    keptRows(storage.spoolDir, `${manifest.version} ${FORMAT}`),
  )
}

/**
 * After an import, computes the rows that first requests for its apps read, then their first reports.
 * @param patience maximum time, ms: what remains is computed by the first requests
 * @throws after all apps, if some could not be prepared
 */
export async function prepareImported(
  storage: Storage,
  isImported: (version: string) => boolean,
  patience: number,
): Promise<void> {
  const spool = await Spool.open(storage.spoolDir)
  const store = await openKeepingStore(storage)
  const work = {
    companyId: null,
    requestId: 'prepare',
    signal: AbortSignal.timeout(Math.ceil(patience)),
  }
  const deps = { store, clock: () => new Date() }
  try {
    const apps = (await store.catalog()).apps.filter(({ version }) => isImported(version))
    const faults: string[] = []
    const each = async (prepare: (appId: number) => Promise<void>): Promise<unknown> =>
      mapAtOnce(
        apps,
        async ({ app_id: appId }) => {
          if (work.signal.aborted) return
          await prepare(appId).catch(
            (error: unknown) =>
              work.signal.aborted || faults.push(`app ${appId}: ${messageOf(error)}`),
          )
        },
        AT_ONCE,
      )
    await each(appId => prepareApp(deps, work, appId))
    await each(async appId => {
      for await (const { tag, format, build } of openFirstReports(deps, appId))
        await spool.get(tag, format, build, work)
    })
    if (faults.length > 0)
      throw new Error(`${faults[0]}${faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''}`)
  } finally {
    await store.close()
  }
}
