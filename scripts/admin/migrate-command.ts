import { Command } from 'commander'
import type { Config } from '../../server/core/runtime/config.ts'
import { print } from '../../server/core/runtime/print.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'

export function migrateCommand(config: Config): Command {
  return new Command('migrate')
    .description(
      "upgrade the database's schema and check ClickHouse; of an embedded store, add checksums to files of earlier versions",
    )
    .action(async () => {
      print(await withStorage(config, ({ layout }) => layout(), undefined, true))
    })
}
