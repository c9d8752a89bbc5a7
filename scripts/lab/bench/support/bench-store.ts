import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LARGE_APP, type Volume, writeVolume } from '../../world/volume.ts'
import { importApart } from '../../../../server/imports/load/import-apart.ts'
import { importInto } from '../../../../server/imports/load/import.ts'
import type { ImportDestination } from '../../../../server/imports/import-destination.ts'
import { folderDestination } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import type { StorageAddress } from '../../../../server/core/model/storage-address.ts'
import { utcDate } from '../../../../server/core/model/dates.ts'
import type { Measurement } from './measurement.ts'
import { runService, type RunningService } from './running-service.ts'

export const today = utcDate(new Date())

export async function withFolder<Result>(use: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'uascope-bench-'))
  try {
    return await use(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

export async function addVolume(
  into: ImportDestination | StorageAddress,
  volume: Volume,
): Promise<void> {
  console.error(`Loading ${volume.apps} app(s) of ${volume.campaigns} campaigns`)
  await withFolder(async delivery => {
    await writeVolume(delivery, volume, { today, format: 'parquet' })
    await ('dataDir' in into ? importApart(into, { delivery }) : importInto(into, { delivery }))
  })
}

/** Runs `use` with a service over the large app, then deletes both. */
export function withLargeApp(
  use: (service: RunningService, dataDir: string) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  return withFolder(async dataDir => {
    await addVolume(folderDestination(dataDir), LARGE_APP)
    const service = await runService({ dataDir, databaseUrl: null })
    try {
      return await use(service, dataDir)
    } finally {
      await service.stop()
    }
  })
}
