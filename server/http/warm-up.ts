import type { Server, ServerInjectOptions } from '@hapi/hapi'
import { createApiKey, type KeyStore } from '../core/access/keys.ts'
import { readableApps } from '../answers/handlers/answer-context.ts'
import { problem } from '../core/checks/problem.ts'
import { defaultReport } from '../answers/handlers/prepare-app.ts'
import type { Store } from '../core/model/store.ts'
import { mapAtOnce } from '../core/runtime/at-once.ts'

/** Maximum time, ms, of the warm-up: with 200 companies on a slow machine it takes more than ten seconds. */
const PATIENCE = 60_000

/** Maximum concurrent requests. */
const AT_ONCE = 4

interface WarmUpParts {
  server: Server
  store: Pick<Store, 'catalog'>
  keys: Pick<KeyStore, 'find'>
}

/**
 * Requests frequent data before the service is ready: keys, and each app's lists, default report and tools. This reads and checks files,
 * fills caches and compiles code, for which the first callers would wait otherwise. Failures are ignored: later requests report them.
 */
export class WarmUp {
  #isOver = true

  /** `ready` throws until all requests have ended or `patience` ms have passed. */
  async run({ server, store, keys }: WarmUpParts, patience: number = PATIENCE): Promise<void> {
    this.#isOver = false
    const timer = setTimeout(() => this.stop(), patience)
    try {
      await keys.find(createApiKey())
      const send = async ({ companyId, ...request }: FrequentRequest): Promise<void> => {
        if (this.#isOver) return
        const caller = { companyId, kind: 'api_key' as const, id: 'warm-up', counted: true }
        await server.inject({
          ...request,
          auth: { strategy: 'apiKey', credentials: { app: caller } },
        })
      }
      await mapAtOnce(await frequentRequests(store), send, AT_ONCE)
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
    if (!this.#isOver)
      throw problem('unavailable', 'The service is starting.', {
        headers: { 'retry-after': 1 },
        isExpected: true,
      })
  }
}

interface FrequentRequest extends Pick<
  ServerInjectOptions,
  'method' | 'url' | 'headers' | 'payload'
> {
  companyId: number
}

/** Lists of all apps come first: most requests are for lists. */
async function frequentRequests(store: Pick<Store, 'catalog'>): Promise<FrequentRequest[]> {
  const catalog = await store.catalog()
  const lists: FrequentRequest[] = []
  const others: FrequentRequest[] = []
  const covered = new Set<number>()
  for (const { company_id: companyId } of catalog.companies) {
    const apps = [...readableApps(catalog, companyId).keys()]
    if (apps.length > 0) lists.push({ url: '/v1/apps', companyId })
    for (const appId of apps.filter(id => !covered.has(id))) {
      covered.add(appId)
      lists.push(
        { url: `/v1/recommendations?appId=${appId}`, companyId },
        { url: `/v1/alerts?appId=${appId}`, companyId },
      )
      others.push(
        { url: defaultReport(appId), companyId },
        ...TOOLS.map(tool => ({ ...toolCall(tool, { appId }), companyId })),
      )
    }
  }
  return [...lists, ...others]
}

const TOOLS = ['svc_get_recommendations', 'svc_get_report', 'svc_get_alerts']

function toolCall(name: string, args: object): Omit<FrequentRequest, 'companyId'> {
  return {
    method: 'POST',
    url: '/v1/mcp',
    // The check of `Host` allows it with any public address.
    headers: {
      host: 'localhost',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  }
}
