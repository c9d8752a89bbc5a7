import type { Storage } from './store/facts/common/storage.ts'
import { StartingPort } from './http/starting.ts'
import type { Catalog } from './core/model/catalog.ts'
import { requireMemory } from './core/runtime/machine.ts'
import { adminCommand } from './core/runtime/commands.ts'
import { readConfig, type Config } from './core/runtime/config.ts'
import type { Service } from './http/service.ts'
import { startFault } from './core/runtime/start-fault.ts'

interface Started {
  config: Config
  service: Service
  /** Keys of the demo, shown only here. */
  keys: string[]
  /** A next step for the operator. */
  hint: string
}

/** @throws an Error for the operator */
export async function start(environment: NodeJS.ProcessEnv): Promise<Started> {
  const config = readConfig(environment)
  const starting = await StartingPort.open(config).catch((cause: unknown) => {
    throw new Error(startFault(cause, config), { cause })
  })
  try {
    requireMemory()
    const { claimStorage } = await import('./store/facts/open-storage.ts')
    const { storage: claimed, release } = await claimStorage(config)
    const storage = opening(claimed)
    const filling = config.demo ? await fill(storage, config, starting) : undefined
    // During this, other processes build the demo.
    const { createService } = await import('./http/service.ts')
    const service = await createService(
      { ...config, port: starting.number },
      { storage: storage, starting },
    )
    // The port of METRICS may be in use too.
    await service.server.initialize()
    const lacksKeys = (await filling?.lacksKeys) ?? false
    // Requests are served during it; /readyz makes load balancers wait.
    if (config.warmUp) void service.warmUp()
    await service.server.start()
    const { createDemoKeys, hiddenKeysHint } = await import('./demo/load-demo.ts')
    const printsKeys = config.demoKeys || process.stdout.isTTY
    return {
      config,
      service: { ...service, stop: reason => service.stop(reason).finally(release) },
      keys: lacksKeys && printsKeys ? await createDemoKeys(service.storage) : [],
      hint: lacksKeys && !printsKeys ? hiddenKeysHint() : nextStep(await service.store.catalog()),
    }
  } catch (cause) {
    starting.close()
    throw new Error(startFault(cause, config), { cause })
  }
}

/** Begins to fill an empty store. `lacksKeys`: whether the demo's keys must be printed. */
async function fill(
  storage: Storage,
  config: Config,
  starting: StartingPort,
): Promise<{ lacksKeys: Promise<boolean> }> {
  const catalog = await (await storage.openStore()).catalog()
  const { loadDemo } = await import('./demo/load-demo.ts')
  const lacksKeys = loadDemo(config, storage, catalog, (share, secondsLeft) => {
    starting.stage = { doing: 'loading a demo', share, secondsLeft }
  })
  lacksKeys.catch(() => {})
  return { lacksKeys }
}

/** Maximum number of companies named. */
const MAX_NAMED = 3

function nextStep({ companies }: Pick<Catalog, 'companies'>): string {
  if (companies.length === 0)
    return `The store is empty: ${adminCommand('import FOLDER')} loads a delivery.`
  const named = companies.slice(0, MAX_NAMED).map(({ company_id: id, name }) => `${id}: ${name}`)
  const more = companies.length - named.length
  return `${adminCommand('keys create --company ID')} makes an API key (${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}).`
}

function opening(storage: Storage): Storage {
  const store = storage.openStore()
  // Requests report the error.
  store.catch(() => {})
  return { ...storage, openStore: () => store }
}
