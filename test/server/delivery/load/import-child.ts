import { importDelivery } from '../../../../server/delivery/load/import.ts'

const [dataDir, delivery] = process.argv.slice(2) as [string, string]
await importDelivery({ dataDir, delivery, progress: (line) => process.stderr.write(`${line}\n`) })
