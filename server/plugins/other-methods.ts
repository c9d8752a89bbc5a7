import type { Plugin } from '@hapi/hapi'
import { problem } from '../problem.ts'

/** Answers 405 to methods that a known path does not have. Must come after every route. */
export const otherMethods: Plugin<void> = {
  name: 'other-methods',
  register(server) {
    const methods = new Map<string, string[]>()
    for (const { path, method } of server.table()) methods.set(path, [...methods.get(path) ?? [], method.toUpperCase()])
    for (const [path, own] of methods) {
      if (own.includes('*')) continue
      const allow = own.flatMap(method => method === 'GET' ? ['GET', 'HEAD'] : [method]).join(', ')
      server.route({
        method: '*',
        path,
        options: {
          auth: false,
          ext: {
            // Before a body is read: nobody needs it.
            onPreAuth: {
              method: request => {
                throw problem('method_not_allowed', `${request.method.toUpperCase()} is not allowed here, only ${allow}.`, { headers: { allow } })
              }
            }
          }
        },
        handler: (_request, h) => h.continue
      })
    }
  }
}
