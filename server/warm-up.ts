import type { Server, ServerInjectOptions } from '@hapi/hapi'
import { createApiKey, type KeyStore } from './access/keys.ts'
import { readableApps } from './access/callers.ts'
import { problem } from './checks/problem.ts'
import { defaultReport } from './handlers/prepare-app.ts'
import type { Store } from './model/store.ts'

/** Maximum time, ms, until the service is ready all the same. */
const PATIENCE = 10_000

/** Requests at the same time. */
const LANES = 4

interface WarmUpParts {
  server: Server
  store: Pick<Store, 'catalog'>
  keys: Pick<KeyStore, 'find'>
}

/**
 * The first look at what is asked for often: keys, and of each app its lists, default report and tools. It reads and checks files, fills
 * caches and compiles code, which otherwise the first callers wait for. Failures are left to the requests that meet them.
 */
export class WarmUp {
  #isOver = true

  /** `ready` rejects from now on, until the look was had or `patience` ms have passed. */
  async run({ server, store, keys }: WarmUpParts, patience: number = PATIENCE): Promise<void> {
    this.#isOver = false
    const timer = setTimeout(() => this.stop(), patience)
    try {
      await keys.find(createApiKey())
      const left = (await frequentRequests(store))[Symbol.iterator]()
      const lane = async (): Promise<void> => {
        for (let next = left.next(); next.done !== true && !this.#isOver; next = left.next()) {
          const { companyId, ...request } = next.value
          const caller = { companyId, kind: 'api_key' as const, id: 'warm-up', counted: true }
          await server.inject({ ...request, auth: { strategy: 'apiKey', credentials: { app: caller } } })
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    } catch {
      // `ready` reports a store that does not respond.
    } finally {
      clearTimeout(timer)
      this.stop()
    }
  }

  stop(): void {
    this.#isOver = true
  }

  ready(): void {
    if (!this.#isOver) throw problem('unavailable', 'The service is starting.', { headers: { 'retry-after': 1 }, isExpected: true })
  }
}

interface FrequentRequest extends Pick<ServerInjectOptions, 'method' | 'url' | 'headers' | 'payload'> {
  companyId: number
}

/** Lists of all apps before anything else: most requests are for those. */
async function frequentRequests(store: Pick<Store, 'catalog'>): Promise<FrequentRequest[]> {
  const catalog = await store.catalog()
  const lists: FrequentRequest[] = []
  const others: FrequentRequest[] = []
  const seen = new Set<number>()
  for (const { company_id: companyId } of catalog.companies) {
    const apps = [...readableApps(catalog, companyId).keys()]
    if (apps.length > 0) lists.push({ url: '/v1/apps', companyId })
    for (const appId of apps.filter(id => !seen.has(id))) {
      seen.add(appId)
      lists.push({ url: `/v1/recommendations?appId=${appId}`, companyId }, { url: `/v1/alerts?appId=${appId}`, companyId })
      others.push({ url: defaultReport(appId), companyId }, ...TOOLS.map(tool => ({ ...toolCall(tool, { appId }), companyId })))
    }
  }
  return [...lists, ...others]
}

const TOOLS = ['svc_get_recommendations', 'svc_get_report', 'svc_get_alerts']

function toolCall(name: string, args: object): Omit<FrequentRequest, 'companyId'> {
  return {
    method: 'POST',
    url: '/v1/mcp',
    // Allowed whatever the public address is.
    headers: { host: 'localhost', accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  }
}
