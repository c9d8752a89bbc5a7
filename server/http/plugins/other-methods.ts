import type { Plugin } from '@hapi/hapi'
import { problem } from '../../checks/problem.ts'
import type { RateLimiter } from '../../access/rate-limiter.ts'
import { countKeyed } from './company-rate-limit.ts'

/** Answers 405 to methods that a known path does not have. Must come after every route. */
export const otherMethods: Plugin<{ limiter: RateLimiter }> = {
  name: 'other-methods',
  register(server, { limiter }) {
    const methods = new Map<string, string[]>()
    const keyed = new Set<string>()
    for (const route of server.table()) {
      const { auth } = route.settings
      methods.set(route.path, [...(methods.get(route.path) ?? []), route.method.toUpperCase()])
      // Not the tool endpoint: a GET there is how its clients connect, and what counts is what they post.
      if (typeof auth === 'object' && auth.strategies?.includes('apiKey')) keyed.add(route.path)
    }
    for (const [path, own] of methods) {
      if (own.includes('*')) continue
      const allow = own.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
      server.route({
        method: '*',
        path,
        options: {
          auth: false,
          ext: {
            // Before a body is read: nobody needs it.
            onPreAuth: {
              async method(request) {
                if (keyed.has(path)) await countKeyed(request, limiter)
                const detail = `${request.method.toUpperCase()} is not allowed here, only ${allow}.`
                throw problem('method_not_allowed', detail, { headers: { allow } })
              },
            },
          },
        },
        handler: (_request, h) => h.continue,
      })
    }
  },
}
