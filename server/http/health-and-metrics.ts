import { isBoom } from '@hapi/boom'
import Hapi, { type Plugin, type Request, type ServerRoute } from '@hapi/hapi'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isProblem, problem } from '../core/checks/problem.ts'
import { isDiskFull } from '../store/files/spool-folder.ts'
import type { Metric } from '../core/runtime/metric.ts'
import { SingleFlight } from '../core/runtime/shared-work.ts'
import { StoreDamaged } from '../core/model/store.ts'
import type { Config } from '../core/runtime/config.ts'
import { operationOf, statusOf, storeProblem } from '../answers/contract/request.ts'

/** `/healthz`: alive. `/readyz`: the store responds and files can be written. */
export const health: Plugin<{ ready: () => Promise<void> }> = {
  name: 'health',
  register(server, { ready }) {
    // Unauthenticated: concurrent checks share one.
    const looking = new SingleFlight(ready)
    server.route([
      {
        method: 'GET',
        path: '/healthz',
        options: { id: 'healthz', auth: false },
        handler: () => ({ status: 'ok' }),
      },
      {
        method: 'GET',
        path: '/readyz',
        options: { id: 'readyz', auth: false },
        async handler() {
          await looking.join().catch((cause: unknown) => {
            if (isBoom(cause) && isProblem(cause)) throw cause
            const damage = cause instanceof StoreDamaged ? storeProblem(cause) : undefined
            if (damage !== undefined) throw damage
            const detail = isDiskFull(cause)
              ? 'The disk is full: no file can be written.'
              : 'The store does not respond.'
            throw problem('unavailable', detail, { headers: { 'retry-after': 5 }, cause })
          })
          return { status: 'ready' }
        },
      },
    ])
  },
}

export interface Watched {
  /** Called at every scrape, so they must be fast. */
  measures: readonly (() => readonly Metric[] | Promise<readonly Metric[]>)[]
}

const NONE = 'none'

/** `/metrics` for Prometheus, at its own address if one is configured. */
export const metrics: Plugin<{ address: Config['metrics']; watched: Watched }> = {
  name: 'metrics',
  register(server, { address, watched: { measures } }) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const exposed = new Set<string>()
    server.events.on('response', requestCounters(registry))
    const route: ServerRoute = {
      method: 'GET',
      path: '/metrics',
      options: { id: 'metrics', auth: false },
      async handler(_request, h) {
        const measured = await Promise.all(measures.map(async measure => await measure()))
        expose(registry, measured.flat(), exposed)
        return h.response(await registry.metrics()).type(registry.contentType)
      },
    }
    if (typeof address === 'object') listenAt(address, route, server)
    else server.route(route)
  },
}

/** By operation of the contract, never by text from a caller. */
function requestCounters(registry: Registry): (request: Request) => void {
  const registers = [registry]
  const durations = new Histogram({
    name: 'uascope_http_request_duration_seconds',
    help: "Time from a request's arrival to the end of its response.",
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
    registers,
  })
  const requests = new Counter({
    name: 'uascope_http_requests_total',
    help: 'Requests from outside by operation, status and problem code (none: not refused). Requests made by a tool count as part of its call.',
    labelNames: ['operation', 'status', 'code'],
    registers,
  })
  const calls = new Counter({
    name: 'uascope_tool_calls_total',
    help: 'Tool calls by tool and problem code (none: not refused).',
    labelNames: ['tool', 'code'],
    registers,
  })
  return request => {
    const [operation, status] = [operationOf(request) ?? 'none', statusOf(request)]
    const { startedAt, code = NONE, tools } = request.app
    durations.observe({ operation, status }, (performance.now() - startedAt) / 1000)
    if (request.auth.credentials?.app?.counted !== true) requests.inc({ operation, status, code })
    if (tools !== undefined) for (const { tool, code = NONE } of tools) calls.inc({ tool, code })
  }
}

/** Replaces earlier values: a series without a new value disappears. */
function expose(registry: Registry, measured: readonly Metric[], before: Set<string>): void {
  for (const name of before) registry.getSingleMetric(name)!.reset()
  for (const { name, help, kind, value, labels = {} } of measured) {
    before.add(name)
    // The registry keeps the type of each name.
    const known = registry.getSingleMetric(name) as Gauge | Counter | undefined
    const options = { name, help, labelNames: Object.keys(labels), registers: [registry] }
    const metric = known ?? (kind === 'gauge' ? new Gauge(options) : new Counter(options))
    metric.inc(labels, value)
  }
}

function listenAt(
  address: { host: string; port: number },
  route: ServerRoute,
  server: Hapi.Server,
): void {
  const own = Hapi.server({ ...address, debug: false })
  own.route({ ...route, options: { id: 'metrics' } })
  server.ext('onPreStart', async () => {
    await own.start().catch((cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE' ? 'is already in use' : `cannot be listened on (${cause.code})`
      throw new Error(`METRICS ${address.host} port ${address.port} ${reason}`, { cause })
    })
  })
  server.ext('onPostStop', () => own.stop())
}
