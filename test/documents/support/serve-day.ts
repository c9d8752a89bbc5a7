/** `serve-day.ts DATA_DIR TIME`: the service on a store, for which it is that time. Its log is on stdout, its address on stderr. */
import { readConfig } from '../../../server/core/runtime/config.ts'
import { createService } from '../../../server/http/service.ts'

const [dataDir, time] = process.argv.slice(2) as [string, string]
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off', METRICS: 'on' })
const service = await createService(config, { clock: () => new Date(time) })
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)))
await service.server.start()
process.stderr.write(`Listening on ${service.server.info.uri}\n`)
