import type { Plugin } from '@hapi/hapi'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { operationOf, statusOf } from '../request-facts.ts'

/** `/metrics` for Prometheus: the process, and requests by operation and status. */
export const metrics: Plugin<void> = {
  name: 'metrics',
  register(server) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const durations = new Histogram({
      name: 'uascope_http_request_duration_seconds',
      help: 'Time from a request\'s arrival to the end of its answer.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
      registers: [registry]
    })
    server.events.on('response', request => {
      const labels = { operation: operationOf(request) ?? 'none', status: statusOf(request) }
      durations.observe(labels, (performance.now() - request.app.startedAt) / 1000)
    })
    server.route({
      method: 'GET',
      path: '/metrics',
      options: { id: 'metrics', auth: false },
      handler: async (_request, h) => h.response(await registry.metrics()).type(registry.contentType)
    })
  }
}
