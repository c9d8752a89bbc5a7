import type { Plugin, Request } from '@hapi/hapi'
import { hasLongHeaders } from '../request/long-headers.ts'
import { problem } from '../../checks/problem.ts'
import type { RateLimiter } from '../../access/rate-limiter.ts'
import { countKeyed } from './company-rate-limit.ts'

/** Longest path and longest query string, in bytes. */
const MOST_BYTES = 16 * 1024

/** Refuses requests whose target or headers are too long. */
export const longRequests: Plugin<{ limiter: RateLimiter }> = {
  name: 'long-requests',
  register(server, { limiter }) {
    const refuse = async (request: Request, part: string): Promise<never> => {
      await countKeyed(request, limiter)
      throw problem('uri_too_long', `The ${part} is longer than 16 KiB.`)
    }
    server.ext('onRequest', (request, h) => {
      const { url = '/' } = request.raw.req
      const path = url.indexOf('?') === -1 ? url.length : url.indexOf('?')
      const long = path > MOST_BYTES ? 'path' : url.length - path - 1 > MOST_BYTES ? 'query string' : null
      if (long !== null) return refuse(request, long)
      if (hasLongHeaders(request.raw.req)) throw problem('headers_too_large', 'The headers together are longer than 16 KiB.')
      return h.continue
    })
  },
}
