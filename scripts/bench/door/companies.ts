import { folderPlace } from '../../../server/engines/embedded/place.ts'
import { openRecords } from '../../../server/engines/embedded/open-records.ts'
import { hashApiKey, createApiKey } from '../../../server/access/keys.ts'
import { importInto } from '../../../server/delivery/load/import.ts'
import { keyStore } from '../../../server/records/keys.ts'
import { writeRecords } from '../../../server/records/move-records.ts'
import { newId } from '../../../server/model/identities.ts'
import { companyIds, writeBenchCompanies } from '../load/bench-companies.ts'
import { CONNECTIONS, PATIENCE } from '../load/run-scenario.ts'
import { generateOpen } from '../load/start-generator.ts'
import type { Company, Kind } from '../load/mix.ts'
import type { Latencies } from '../load/latencies.ts'
import { LISTS } from '../load/mix.ts'
import { today, withFolder } from '../support/bench-store.ts'

/** Loads the 200 companies of `load`; returns a key of each. */
export async function loadCompanies(dataDir: string): Promise<Company[]> {
  console.error('Loading companies')
  await withFolder(async delivery => {
    await writeBenchCompanies(delivery, today)
    await importInto(folderPlace(dataDir), { delivery })
  })
  const records = await openRecords(dataDir)
  const keys = keyStore(records)
  const companies: Company[] = []
  for (const id of companyIds()) companies.push({ appId: id, key: (await keys.create({ companyId: id })).key })
  await records.close()
  return companies
}

/** Adds keys that nobody uses. */
export async function addKeys(dataDir: string, count: number): Promise<void> {
  console.error(`Adding ${count} keys`)
  const created_at = new Date().toISOString()
  const keys = Array.from({ length: count }, () => ({
    id: newId(),
    company_id: 1,
    name: 'bench',
    created_at,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    sha256: hashApiKey(createApiKey()),
  }))
  const records = await openRecords(dataDir)
  await records.transaction(held => writeRecords(held, { keys, users: [] }))
  await records.close()
}

const LIST_KINDS: readonly Kind[] = ['recommendations', 'apps', 'alerts']

export interface HonestLoad {
  url: string
  companies: readonly Company[]
  /** Lists per second. */
  rate: number
  seconds: number
  localAddress: string
}

/** Latencies of lists in an open loop from another address. `onBegun` is called when they begin to count. */
export async function measureLists(
  { url, companies, rate, seconds, localAddress }: HonestLoad,
  onBegun = (): void => undefined,
): Promise<Latencies> {
  const open = { url, rate, warmUp: 2, seconds, connections: CONNECTIONS, seed: 1, patience: PATIENCE, localAddress }
  const { groups } = await generateOpen(open, { url, companies, kinds: LIST_KINDS, today }, onBegun)
  return groups[LISTS]!
}

/** Answers other than 200. */
export function unanswered({ refused, errors }: Latencies): number {
  return refused + Object.values(errors).reduce((sum, count) => sum + count, 0)
}
