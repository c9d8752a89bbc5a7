import { importInto } from '../../server/delivery/load/import.ts'
import { withStorage } from '../../server/engines/open-storage.ts'

const [dataDir, databaseUrl, delivery] = process.argv.slice(2) as [string, string, string]
await withStorage({ dataDir, databaseUrl }, ({ imports }) => importInto(imports, { delivery }))
