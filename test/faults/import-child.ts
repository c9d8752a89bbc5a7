import { importInto } from '../../server/delivery/import.ts'
import { withStorage } from '../../server/store/open-store.ts'

const [dataDir, databaseUrl, delivery] = process.argv.slice(2) as [string, string, string]
await withStorage({ dataDir, databaseUrl }, ({ imports }) => importInto(imports, { delivery }))
