import type { Plugin } from '@hapi/hapi'
import { problem } from '../problem.ts'

/** `/healthz`: the process is alive. `/readyz`: `ready` resolves, so that the store answers. */
export const health: Plugin<{ ready: () => Promise<void> }> = {
  name: 'health',
  register(server, { ready }) {
    server.route([
      {
        method: 'GET',
        path: '/healthz',
        options: { id: 'healthz', auth: false },
        handler: () => ({ status: 'ok' })
      },
      {
        method: 'GET',
        path: '/readyz',
        options: { id: 'readyz', auth: false },
        async handler() {
          await ready().catch((cause: unknown) => {
            throw problem('unavailable', 'The store does not answer.', { headers: { 'retry-after': 5 }, cause })
          })
          return { status: 'ready' }
        }
      }
    ])
  }
}
