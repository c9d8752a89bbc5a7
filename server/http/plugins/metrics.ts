import Hapi, { type Plugin, type ServerRoute } from '@hapi/hapi'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../../process/config.ts'
import { operationOf, statusOf } from '../request/request-facts.ts'

/** A number beside those of the process and its requests, as it is now. */
export interface Measured {
  name: string
  help: string
  kind: 'counter' | 'gauge'
  value: number
}

/** `/metrics` for Prometheus: the process, requests by operation and status, and what is `measured`. At an address of its own where one is given. */
export const metrics: Plugin<{ address: Config['metrics']; measured?: (() => readonly Measured[]) | undefined }> = {
  name: 'metrics',
  register(server, { address, measured = () => [] }) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const durations = new Histogram({
      name: 'uascope_http_request_duration_seconds',
      help: "Time from a request's arrival to the end of its answer.",
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
      registers: [registry],
    })
    server.events.on('response', request => {
      const labels = { operation: operationOf(request) ?? 'none', status: statusOf(request) }
      durations.observe(labels, (performance.now() - request.app.startedAt) / 1000)
    })
    for (const { name, help, kind } of measured()) {
      const value = (): number => measured().find(one => one.name === name)!.value
      if (kind === 'gauge')
        new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(value())
          },
        })
      else
        new Counter({
          name,
          help,
          registers: [registry],
          collect() {
            this.reset()
            this.inc(value())
          },
        })
    }
    const route: ServerRoute = {
      method: 'GET',
      path: '/metrics',
      options: { id: 'metrics', auth: false },
      handler: async (_request, h) => h.response(await registry.metrics()).type(registry.contentType),
    }
    if (typeof address === 'object') listenAt(address, route, server)
    else server.route(route)
  },
}

/** Serves the route, and nothing else, at an address of its own for as long as the server runs. */
function listenAt(address: { host: string; port: number }, route: ServerRoute, server: Hapi.Server): void {
  const own = Hapi.server({ ...address, debug: false })
  own.route({ ...route, options: { id: 'metrics' } })
  server.ext('onPreStart', async () => {
    await own.start().catch((cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'is in use already' : `cannot be listened on (${cause.code})`
      throw new Error(`METRICS ${address.host} port ${address.port} ${reason}`, { cause })
    })
  })
  server.ext('onPostStop', () => own.stop())
}
