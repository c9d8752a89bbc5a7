import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importInto } from '../../../server/delivery/load/import.ts'
import type { ImportPlace } from '../../../server/delivery/place.ts'
import { folderPlace } from '../../../server/engines/embedded/place.ts'
import { utcDate } from '../../../server/model/dates.ts'
import type { Work } from '../../../server/model/work.ts'
import { writeBenchApp } from './bench-app.ts'
import { writeBenchSnapshots } from './bench-snapshots.ts'

export const today = utcDate(new Date())

export const work: Work = { companyId: null, signal: new AbortController().signal }

export async function withFolder<Result>(use: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'uascope-bench-'))
  try {
    return await use(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

export async function addBenchApp(dataDir: string, appId: number, into: ImportPlace = folderPlace(dataDir), companyId = 1): Promise<void> {
  console.error(`Loading bench app ${appId}`)
  await withFolder(async delivery => {
    await writeBenchApp(delivery, { appId, today, format: 'parquet', companyId })
    await importInto(into, { delivery })
  })
}

export async function addBenchSnapshots(dataDir: string, appId: number): Promise<void> {
  console.error(`Loading snapshots of bench app ${appId}`)
  await withFolder(async delivery => {
    await writeBenchSnapshots(delivery, { appId, today })
    await importInto(folderPlace(dataDir), { delivery })
  })
}
