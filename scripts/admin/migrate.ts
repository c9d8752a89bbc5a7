import { Command } from 'commander'
import type { Config } from '../../server/config.ts'
import { openStore } from '../../server/store/open-store.ts'

/** `admin migrate`: brings the store's layout up to date. The embedded store's catalog says its format and needs nothing. */
export const migrateCommand = (config: Config): Command => new Command('migrate')
  .description('bring the store\'s layout up to date')
  .action(async () => {
    const store = await openStore(config)
    try {
      const { format } = await store.catalog()
      console.log(`The embedded store has catalog format ${format}, the current one: nothing to do.`)
    } finally {
      await store.close()
    }
  })
