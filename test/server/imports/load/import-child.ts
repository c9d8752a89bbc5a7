import { importDelivery } from '../../../../server/store/facts/embedded/embedded-destination.ts'

const [dataDir, delivery] = process.argv.slice(2) as [string, string]
await importDelivery({ dataDir, delivery, progress: line => process.stderr.write(`${line}\n`) })
