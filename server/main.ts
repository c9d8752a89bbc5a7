import { readConfig, type Config } from './config.ts'
import { createService, type Service } from './service.ts'
import { startFault } from './start-fault.ts'
import { loadDemo } from '../scripts/demo/load-demo.ts'

const start = async (config: Config): Promise<Service> => {
  const service = await createService(config)
  const { version } = await service.store.catalog()
  if (config.demo && version === 0) await loadDemo(config.dataDir, service.storage)
  await service.server.start()
  return service
}

try {
  const config = readConfig(process.env)
  const service = await start(config).catch((cause: unknown) => {
    throw new Error(startFault(cause, config), { cause })
  })
  console.log(`Listening on ${service.server.info.uri}`)
  const end = (): void => void service.stop().then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  console.error(`uascope cannot start: ${(error as Error).message}`)
  // Whatever is open already must not keep a service alive that does not serve.
  process.exit(1)
}
