import { join } from 'node:path'
import { companies } from '../lab/studio/apps.ts'
import { writeDemoDelivery } from '../lab/studio/write-demo-delivery.ts'
import { importInto } from '../../server/imports/load/import.ts'
import { utcDate } from '../../server/core/model/dates.ts'
import { readConfig } from '../../server/core/runtime/config.ts'
import { createService } from '../../server/http/service.ts'

export async function startDemo(
  folder: string,
  now: Date,
  delivery?: string,
): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const made = delivery ?? join(folder, 'delivery')
  if (delivery === undefined) await writeDemoDelivery(made, { today: utcDate(now) })
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000',
  })
  const service = await createService(config, { clock: () => now })
  await importInto(service.storage.imports, { delivery: made, now: () => now })
  const { key } = await service.keys.create({ companyId: companies[0].id })
  await service.server.start()
  return { url: `${service.server.info.uri}/`, key, stop: () => service.stop() }
}
