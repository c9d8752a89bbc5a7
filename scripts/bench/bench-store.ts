import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utcDate } from '../../server/analytics/dates.ts'
import { importDelivery } from '../../server/delivery/import.ts'
import { writeBenchApp } from './bench-app.ts'

export const today = utcDate(new Date())

/** Gives `use` a folder that is gone afterwards. */
export const withFolder = async <Result>(use: (dir: string) => Promise<Result>): Promise<Result> => {
  const dir = await mkdtemp(join(tmpdir(), 'uascope-bench-'))
  try {
    return await use(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Writes a bench app's delivery and imports it. */
export const addBenchApp = async (dataDir: string, appId: number): Promise<void> => {
  console.error(`Loading bench app ${appId}`)
  await withFolder(async delivery => {
    await writeBenchApp(delivery, { appId, today, format: 'parquet' })
    await importDelivery({ dataDir, delivery })
  })
}
