import type { Storage } from './engines/common/storage.ts'
import { requireMemory } from './model/memory-bounds.ts'
import { readConfig, type Config } from './process/config.ts'
import type { Service } from './service.ts'
import { startFault } from './process/start-fault.ts'

/** Throws an Error for the operator. */
export async function start(environment: NodeJS.ProcessEnv): Promise<{ config: Config; service: Service }> {
  const config = readConfig(environment)
  try {
    requireMemory()
    const { claimStorage } = await import('./storage/open-storage.ts')
    // The store opens in other threads during this.
    const [{ storage, release }, { createService }] = await Promise.all([
      claimStorage(config).then(({ storage, release }) => ({ storage: opening(storage), release })),
      import('./service.ts'),
    ])
    const service = await createService(config, { kept: storage })
    const catalog = await service.store.catalog()
    if (config.demo) {
      const { loadDemo } = await import('./demo/load-demo.ts')
      await loadDemo(config, service.storage, catalog, config.demoKeys || process.stdout.isTTY)
    }
    // Requests are served during it; /readyz tells balancers to wait.
    if (config.warmUp) void service.warmUp()
    await service.server.start()
    return { config, service: { ...service, stop: () => service.stop().finally(release) } }
  } catch (cause) {
    throw new Error(startFault(cause, config), { cause })
  }
}

function opening(storage: Storage): Storage {
  const store = storage.openStore()
  // Requests report the error.
  store.catch(() => {})
  return { ...storage, openStore: () => store }
}
