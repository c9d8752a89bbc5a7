import { importInto } from '../../server/imports/load/import.ts'
import { readConfig } from '../../server/core/runtime/config.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'

const [dataDir, delivery, environment] = process.argv.slice(2) as [string, string, string]
const config = readConfig({
  ...(JSON.parse(environment) as Record<string, string>),
  DATA_DIR: dataDir,
})
await withStorage(config, ({ imports }) => importInto(imports, { delivery }))
