import { withStorage } from '../../server/store/facts/open-storage.ts'
import { command } from './command.ts'

export const migrate = command({
  name: 'migrate',
  description:
    "upgrade the database's schema and check ClickHouse; of an embedded store, add checksums to files of earlier versions",
  async run(_, { config }) {
    return { lines: [await withStorage(config, ({ layout }) => layout(), undefined, true)] }
  },
})
