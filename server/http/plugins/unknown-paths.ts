import type { Plugin } from '@hapi/hapi'
import { problem } from '../../checks/problem.ts'
import type { RateLimiter } from '../../access/rate-limiter.ts'
import { countKeyed } from './company-rate-limit.ts'

export interface UnknownPathsOptions {
  limiter: RateLimiter
  /** Path of the documentation, below the public address's own. */
  docsPath: string
}

/** Answers 404 where no route leads. */
export const unknownPaths: Plugin<UnknownPathsOptions> = {
  name: 'unknown-paths',
  register(server, { limiter, docsPath }) {
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
              const more = request.path === '/' ? ` ${docsPath} describes what there is.` : ''
              throw problem('not_found', `There is nothing under this path.${more}`)
            },
          },
        },
      },
      handler: (_request, h) => h.continue,
    })
  },
}
