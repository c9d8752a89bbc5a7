import { withStorage } from '../../../server/storage/open-storage.ts'
import type { StorageAddress } from '../../../server/model/storage-address.ts'
import { administer, MARIADBD, runMariaDb } from '../../../test/support/mariadb.ts'
import { importInto } from '../../../server/delivery/load/import.ts'
import { addBenchApp, today, withFolder } from '../support/bench-store.ts'
import { companyIds, writeBenchCompanies } from './bench-companies.ts'
import type { Company } from './mix.ts'

export const ENGINES = ['embedded', 'mariadb'] as const
export type EngineName = (typeof ENGINES)[number]

export interface FilledStore extends StorageAddress {
  companies: Company[]
  large: Company
}

const LARGE = 1

/** Runs `use` with a filled store, then deletes it; undefined, with a warning, if the engine is not installed. */
export async function withFilledStore<Result>(
  engine: EngineName,
  use: (store: FilledStore) => Promise<Result>,
): Promise<Result | undefined> {
  if (engine === 'mariadb' && MARIADBD === undefined) {
    console.error("SKIPPED: load on MariaDB. MariaDB's server is not installed.")
    return undefined
  }
  return withFolder(async dataDir => {
    const cleanups: (() => Promise<void>)[] = []
    try {
      let databaseUrl: string | null = null
      if (engine === 'mariadb') {
        const server = await runMariaDb(['--innodb-buffer-pool-size=2G'], remove => cleanups.unshift(remove))
        await administer(server.url('mysql'), 'CREATE DATABASE bench')
        databaseUrl = server.url('bench')
      }
      return await use(await fill({ dataDir, databaseUrl }))
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}

function fill(address: StorageAddress): Promise<FilledStore> {
  return withStorage(address, async ({ imports, keys }) => {
    await addBenchApp(address.dataDir, LARGE, imports, LARGE)
    const ids = companyIds()
    console.error(`Loading ${ids.length} companies`)
    await withFolder(async delivery => {
      await writeBenchCompanies(delivery, today)
      await importInto(imports, { delivery })
    })
    const company = async (id: number): Promise<Company> => ({ appId: id, key: (await keys.create({ companyId: id, name: 'bench' })).key })
    const companies: Company[] = []
    for (const id of ids) companies.push(await company(id))
    return { ...address, companies, large: await company(LARGE) }
  })
}
