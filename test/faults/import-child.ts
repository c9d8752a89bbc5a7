import { pathToFileURL } from 'node:url'
import { importInto } from '../../server/imports/load/import.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'

const [dataDir, databaseUrl, delivery, lakeFolder] = process.argv.slice(2) as [
  string,
  string,
  string,
  string | undefined,
]
const place = { endpoint: null, region: 'none', credentials: null, cacheSize: null, keepDays: 0 }
const lake = lakeFolder === undefined ? null : { ...place, url: pathToFileURL(lakeFolder).href }
await withStorage({ dataDir, databaseUrl, lake }, ({ imports }) =>
  importInto(imports, { delivery }),
)
