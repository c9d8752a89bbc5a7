import type { StorageAddress } from '../../../../server/core/model/storage-address.ts'
import { withStorage } from '../../../../server/store/facts/open-storage.ts'
import { administer, MARIADBD, runMariaDb } from '../../../../test/support/mariadb.ts'
import { LARGE_APP, SMALL_APPS } from '../../world/volume.ts'
import { addVolume, withFolder } from '../support/bench-store.ts'
import type { Measurement } from '../support/measurement.ts'
import type { Company } from './mix.ts'

export const ENGINES = ['embedded', 'mariadb'] as const
export type Engine = (typeof ENGINES)[number]

export interface FilledStore extends StorageAddress {
  companies: Company[]
  large: Company
}

/** Runs `use` with the large app and 200 small ones, then deletes them. Without MariaDB there are no measurements of it. */
export function withFilledStore(
  engine: Engine,
  use: (store: FilledStore) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  return withFolder(async dataDir => {
    if (engine === 'embedded') return use(await fill({ dataDir, databaseUrl: null }))
    if (MARIADBD === undefined) {
      console.error("SKIPPED: load on MariaDB. MariaDB's server is not installed.")
      return []
    }
    const cleanups: (() => Promise<void>)[] = []
    try {
      const options = ['--innodb-buffer-pool-size=2G']
      const server = await runMariaDb(options, remove => cleanups.unshift(remove))
      await administer(server.url('mysql'), 'CREATE DATABASE bench')
      return await use(await fill({ dataDir, databaseUrl: server.url('bench') }))
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}

async function fill(address: StorageAddress): Promise<FilledStore> {
  await addVolume(address, LARGE_APP)
  await addVolume(address, SMALL_APPS)
  return await withStorage(address, async ({ keys }) => {
    const company = async (appId: number): Promise<Company> => {
      const { key } = await keys.create({ companyId: appId, name: 'bench' })
      return { appId, key }
    }
    const companies: Company[] = []
    for (let at = 0; at < SMALL_APPS.apps; at++)
      companies.push(await company(SMALL_APPS.firstApp + at))
    return { ...address, companies, large: await company(LARGE_APP.firstApp) }
  })
}
