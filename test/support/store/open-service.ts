import {
  importInto,
  type ImportOptions,
  type ImportSummary,
} from '../../../server/imports/load/import.ts'
import { readConfig } from '../../../server/core/runtime/config.ts'
import { steadyClock } from '../../../server/core/runtime/shared-work.ts'
import { createService, type Service } from '../../../server/http/service.ts'
import type { Delivery } from '../../reference/delivery.ts'
import { NOW } from './deliveries.ts'
import { withDelivery } from '../delivery-folder.ts'

export interface OpenService extends Service {
  /** Imports as the CLI does, from a folder elsewhere. */
  load(delivery: Delivery, options?: Partial<ImportOptions>): Promise<ImportSummary>
  /** What is known of the catalog, keys and files is looked at again. */
  passSecond(): void
}

/** The service on an existing data directory. */
export async function openService(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<OpenService> {
  let passed = 0
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '1000000',
    ...environment,
    DATA_DIR: dataDir,
    PORT: '0',
  })
  const service = await createService(config, {
    clock: () => new Date(NOW),
    steady: () => steadyClock() + passed,
  })
  return {
    ...service,
    load: (delivery, options) =>
      withDelivery(delivery, folder =>
        importInto(service.storage.imports, {
          delivery: folder,
          now: () => new Date(NOW),
          ...options,
        }),
      ),
    passSecond: () => {
      passed += 1000
    },
  }
}
