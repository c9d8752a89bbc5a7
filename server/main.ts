import { readConfig, type Config } from './config.ts'
import { createService, type Service } from './service.ts'
import { loadDemo } from '../scripts/demo/load-demo.ts'

const start = async (config: Config): Promise<Service> => {
  const service = await createService(config)
  const { version } = await service.store.catalog()
  if (config.demo && version === 0) await loadDemo(config, service.keys)
  await service.server.start()
  return service
}

try {
  const service = await start(readConfig(process.env))
  console.log(`Listening on ${service.server.info.uri}`)
  const end = (): void => void service.stop().then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  console.error(error instanceof Error ? `uascope cannot start: ${error.message}` : error)
  process.exitCode = 1
}
