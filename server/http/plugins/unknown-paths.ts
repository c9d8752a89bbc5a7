import type { Plugin } from '@hapi/hapi'
import { problem } from '../../checks/problem.ts'
import type { RateLimiter } from '../../access/rate-limiter.ts'
import { countKeyed } from './company-rate-limit.ts'

/** Answers 404 where no route leads. */
export const unknownPaths: Plugin<{ limiter: RateLimiter }> = {
  name: 'unknown-paths',
  register(server, { limiter }) {
    server.route({
      method: '*',
      path: '/{path*}',
      options: {
        auth: false,
        ext: {
          // Before a body is read: nobody needs it.
          onPreAuth: {
            async method(request) {
              await countKeyed(request, limiter)
              throw problem('not_found', 'There is nothing under this path.')
            },
          },
        },
      },
      handler: (_request, h) => h.continue,
    })
  },
}
