import { loadDemo } from './demo/load-demo.ts'
import { readConfig, type Config } from './process/config.ts'
import { createService, type Service } from './service.ts'
import { startFault } from './process/start-fault.ts'

/** A service that listens, and the configuration that it was started with. Throws an Error for the operator where it cannot. */
export async function start(environment: NodeJS.ProcessEnv): Promise<{ config: Config; service: Service }> {
  const config = readConfig(environment)
  try {
    const service = await createService(config)
    const catalog = await service.store.catalog()
    if (config.demo) await loadDemo(config, service.storage, catalog, config.demoKeys || process.stdout.isTTY)
    await service.server.start()
    return { config, service }
  } catch (cause) {
    throw new Error(startFault(cause, config), { cause })
  }
}
