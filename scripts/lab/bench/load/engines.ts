import { withStorage } from '../../../../server/store/facts/open-storage.ts'
import type { StorageAddress } from '../../../../server/core/model/storage-address.ts'
import { administer, MARIADBD, runMariaDb } from '../../../../test/support/mariadb.ts'
import { LARGE_APP, SMALL_APPS } from '../../world/volume.ts'
import { addVolume, withFolder } from '../support/bench-store.ts'
import type { Company } from './mix.ts'

export const ENGINES = ['embedded', 'mariadb'] as const
export type EngineName = (typeof ENGINES)[number]

export interface FilledStore extends StorageAddress {
  companies: Company[]
  large: Company
}

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
        const server = await runMariaDb(['--innodb-buffer-pool-size=2G'], remove =>
          cleanups.unshift(remove),
        )
        await administer(server.url('mysql'), 'CREATE DATABASE bench')
        databaseUrl = server.url('bench')
      }
      return await use(await fill({ dataDir, databaseUrl }))
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}

async function fill(address: StorageAddress): Promise<FilledStore> {
  await addVolume(address, LARGE_APP)
  await addVolume(address, SMALL_APPS)
  return await withStorage(address, async ({ keys }) => {
    const company = async (id: number): Promise<Company> => ({
      appId: id,
      key: (await keys.create({ companyId: id, name: 'bench' })).key,
    })
    const companies: Company[] = []
    for (let at = 0; at < SMALL_APPS.apps; at++)
      companies.push(await company(SMALL_APPS.firstApp + at))
    return { ...address, companies, large: await company(LARGE_APP.firstApp) }
  })
}
