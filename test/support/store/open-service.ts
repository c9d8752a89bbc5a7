import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importInto, type ImportOptions, type ImportSummary } from '../../../server/imports/load/import.ts'
import { readConfig } from '../../../server/runtime/config.ts'
import { steadyClock } from '../../../server/runtime/shared-work.ts'
import { createService, type Service } from '../../../server/service.ts'
import type { Delivery } from '../../reference/delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { NOW } from './deliveries.ts'

export interface OpenService extends Service {
  /** Imports as the CLI does, from a folder elsewhere. */
  load(delivery: Delivery, options?: Partial<ImportOptions>): Promise<ImportSummary>
  /** What is known of the catalog, keys and files is looked at again. */
  passSecond(): void
}

/** The service on an existing data directory. */
export async function openService(dataDir: string, environment: Record<string, string> = {}): Promise<OpenService> {
  let passed = 0
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: '1000000', ...environment, DATA_DIR: dataDir, PORT: '0' })
  const service = await createService(config, { clock: () => new Date(NOW), steady: () => steadyClock() + passed })
  return {
    ...service,
    load: (delivery, options) =>
      withDelivery(delivery, folder => importInto(service.storage.imports, { delivery: folder, now: () => new Date(NOW), ...options })),
    passSecond: () => {
      passed += 1000
    },
  }
}

/** Gives `use` a delivery's folder, which is gone afterwards. */
export async function withDelivery<Result>(delivery: Delivery, use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'uascope-delivery-'))
  try {
    await writeDelivery(folder, delivery, { format: 'csv' })
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
