import { importInto } from '../../server/delivery/load/import.ts'
import { readConfig } from '../../server/process/config.ts'
import { withStorage } from '../../server/storage/open-storage.ts'

const [dataDir, delivery, environment] = process.argv.slice(2) as [string, string, string]
const config = readConfig({ ...(JSON.parse(environment) as Record<string, string>), DATA_DIR: dataDir })
await withStorage(config, ({ imports }) => importInto(imports, { delivery }))
