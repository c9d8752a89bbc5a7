import type { Test } from 'tap'
import { readConfig } from '../../server/core/runtime/config.ts'
import { importInto } from '../../server/imports/load/import.ts'
import { steadyClock } from '../../server/core/runtime/shared-work.ts'
import { createService, type Service } from '../../server/http/service.ts'
import type { Delivery } from '../reference/delivery.ts'
import { demoInto } from './demo.ts'
import { copyLoaded } from './loaded-store.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { withDelivery } from './delivery-folder.ts'

export interface TestService extends Service {
  dataDir: string
  /** A key of the company, the same at every call. */
  keyOf: (companyId: number) => Promise<string>
  /** GET as the company, without a socket. */
  get: (path: string, companyId?: number, headers?: Record<string, string>) => Promise<Answered>
  import: (delivery: Delivery, format?: 'csv' | 'parquet') => Promise<void>
  /** Lets a second pass, beyond which nothing is taken for current without a look: not the catalog, a key, a login or the disk. */
  passSecond: () => void
}

export interface Answered {
  status: number
  headers: Record<string, string>
  body: Buffer
  json(): unknown
}

export interface TestServiceOptions {
  deliveries?: readonly Delivery[]
  format?: 'csv' | 'parquet'
  /** A day, `YYYY-MM-DD`, whose demo is there from the start. */
  demo?: string
  /** The moment that every clock of the service shows. */
  now?: string | (() => Date)
  environment?: Record<string, string>
  /** Where its data directory is made. */
  place?: string
  /** One that exists, which the caller removes. */
  dataDir?: string
}

/** The real service on a data directory of its own, with the given deliveries imported; gone when the test ends. */
export async function startService(
  t: Pick<Test, 'teardown'>,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const {
    deliveries = [],
    format = 'csv',
    now = '2026-04-01T12:00:00Z',
    environment = {},
    place,
  } = options
  const dataDir = options.dataDir ?? temporaryFolder(t, 'service', place)
  if (options.demo !== undefined) await demoInto(dataDir, options.demo)
  const isEmpty =
    options.dataDir === undefined &&
    options.demo === undefined &&
    environment['DATABASE_URL'] === undefined
  const isCopied =
    isEmpty && deliveries[0] !== undefined && (await copyLoaded(dataDir, deliveries[0], format))
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '1000000',
    ...environment,
    DATA_DIR: dataDir,
    PORT: '0',
  })
  let passed = 0
  const service = await createService(config, {
    clock: typeof now === 'string' ? () => new Date(now) : now,
    steady: () => steadyClock() + passed,
  })
  t.teardown(() => service.stop())
  const load = async (delivery: Delivery, as: 'csv' | 'parquet'): Promise<void> => {
    await withDelivery(
      delivery,
      folder => importInto(service.storage.imports, { delivery: folder }),
      as,
    )
  }
  for (const delivery of isCopied ? deliveries.slice(1) : deliveries) await load(delivery, format)
  const keys = new Map<number, string>()
  const keyOf = async (companyId: number): Promise<string> => {
    const key = keys.get(companyId) ?? (await service.keys.create({ companyId })).key
    keys.set(companyId, key)
    return key
  }
  return {
    ...service,
    dataDir,
    keyOf,
    async get(url, companyId = 1, headers = {}) {
      const answer = await service.server.inject({
        url,
        headers: { authorization: `Bearer ${await keyOf(companyId)}`, ...headers },
      })
      const body = answer.rawPayload
      return {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
        body,
        json: () => JSON.parse(body.toString()),
      }
    },
    import: (delivery, as = format) => load(delivery, as),
    passSecond: () => {
      passed += 1000
    },
  }
}
