import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Pool } from 'undici'
import { addDays } from '../../../../server/core/model/dates.ts'
import type { StorageAddress } from '../../../../server/core/model/storage-address.ts'
import { builtServiceFolder } from '../../../../test/support/built-service.ts'
import { LARGE_APP, writeVolume } from '../../world/volume.ts'
import { today, withFolder } from '../support/bench-store.ts'
import { requestTo, send } from '../support/bench-requests.ts'
import { databaseEnvironment } from '../support/running-service.ts'
import type { Company } from './mix.ts'

/** Interval of imports, s. */
const IMPORT_EVERY = 60

/** Calls `use` with work to run beside a load until the signal: full exports in both formats, and imports, one after another. */
export function withExportsAndImports<Result>(
  {
    url,
    seconds,
    store,
  }: { url: string; seconds: number; store: StorageAddress & { large: Company } },
  use: (work: (over: AbortSignal) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  return withFolder(async folder => {
    const pool = new Pool(url)
    let exports = 0
    const exportLoop = async (format: 'parquet' | 'csv', over: AbortSignal): Promise<void> => {
      do await download(pool, exportPath(store.large.appId, format, exports++), store.large.key)
      while (!over.aborted)
    }
    const exportBoth = (over: AbortSignal) =>
      Promise.all([exportLoop('parquet', over), exportLoop('csv', over)])
    // The first is slower than the rest.
    await exportBoth(AbortSignal.abort())

    // Built, as users run it: compiling its sources would take a second of processor time beside the load.
    const program = join(await builtServiceFolder(), 'admin.js')
    const env = { ...process.env, ...databaseEnvironment(store), DATA_DIR: store.dataDir }
    const deliveries: string[] = []
    // Written in advance, since that is the bench's own work.
    for (let run = 10_000; deliveries.length * IMPORT_EVERY < seconds; run++) {
      const delivery = join(folder, String(run))
      await writeVolume(delivery, { ...LARGE_APP, firstRun: run }, { today, format: 'parquet' })
      deliveries.push(delivery)
    }
    const importAll = async (over: AbortSignal): Promise<void> => {
      for (const delivery of deliveries) {
        if (over.aborted) return
        const next = sleep(IMPORT_EVERY * 1000, undefined, { signal: over }).catch(() => undefined)
        await promisify(execFile)(process.execPath, [program, 'import', delivery, '--json'], {
          env,
        })
        await next
      }
    }
    try {
      return await use(over => Promise.all([exportBoth(over), importAll(over)]))
    } finally {
      await pool.destroy()
    }
  })
}

/** A full report of the large app; each `n` has another range. */
function exportPath(appId: number, format: string, n: number): string {
  const parameters = {
    appId: String(appId),
    granularity: 'campaign_geo',
    installGrouping: 'daily',
    metrics: 'ltv,roas',
    roasTypes: 'paid,incremental_blended,full_blended',
    revenueTypes: 'gross,net',
    dsiValues: ['7,365', '30,365', '3,180'][Math.floor(n / 200) % 3]!,
    startDate: addDays(today, -455 + (n % 20)),
    endDate: addDays(today, -1 - (Math.floor(n / 20) % 10)),
    format,
  }
  return `/v1/report?${new URLSearchParams(parameters).toString()}`
}

/** A refusal with Retry-After is repeated. */
async function download(pool: Pool, path: string, key: string): Promise<void> {
  for (;;) {
    const outcome = await send(pool, requestTo(path, key))
    if ('failed' in outcome || (outcome.status !== 200 && outcome.retryAfter === undefined))
      throw new Error(`${JSON.stringify(outcome)} for an export`)
    if (outcome.status === 200) return
    await sleep(outcome.retryAfter! * 1000)
  }
}
