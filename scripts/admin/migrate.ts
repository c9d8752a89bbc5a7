import { Command } from 'commander'
import type { Config } from '../../server/process/config.ts'
import { print } from '../../server/process/print.ts'
import { withStorage } from '../../server/storage/open-storage.ts'

export function migrateCommand(config: Config): Command {
  return new Command('migrate')
    .description("upgrade the database's schema and check ClickHouse; of an embedded store, add checksums to files of earlier versions")
    .action(async () => {
      print(await withStorage(config, ({ layout }) => layout(), undefined, true))
    })
}
