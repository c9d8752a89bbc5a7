import type { Plugin } from '@hapi/hapi'
import { isDiskFull } from '../../files/full-disk.ts'
import { problem } from '../../checks/problem.ts'
import { SingleFlight } from '../../model/fresh.ts'
import { StoreDamaged } from '../../model/store.ts'
import { storeProblem } from '../request/store-problem.ts'

/** `/healthz`: the process is alive. `/readyz`: `ready` resolves, so that the store answers and files can be written. */
export const health: Plugin<{ ready: () => Promise<void> }> = {
  name: 'health',
  register(server, { ready }) {
    // Anybody may ask, as often as they like: one look at a time serves all who ask meanwhile.
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
            const damage = cause instanceof StoreDamaged ? storeProblem(cause) : undefined
            if (damage !== undefined) throw damage
            const detail = isDiskFull(cause) ? 'The disk is full: no file can be written.' : 'The store does not answer.'
            throw problem('unavailable', detail, { headers: { 'retry-after': 5 }, cause })
          })
          return { status: 'ready' }
        },
      },
    ])
  },
}
