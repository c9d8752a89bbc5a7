import type { Plugin } from '@hapi/hapi'
import { problem } from '../problem.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { countKeyed } from './company-rate-limit.ts'

/** Longest path, longest query string, and most that the headers may have together, in bytes. */
const MOST_BYTES = 16 * 1024

/** Refuses requests whose target or headers are too long. */
export const longRequests: Plugin<{ limiter: RateLimiter }> = {
  name: 'long-requests',
  register(server, { limiter }) {
    server.ext('onRequest', async (request, h) => {
      const { url = '/', headers, rawHeaders } = request.raw.req
      const path = url.indexOf('?') === -1 ? url.length : url.indexOf('?')
      const long = path > MOST_BYTES ? 'path' : url.length - path - 1 > MOST_BYTES ? 'query string' : null
      if (long !== null) {
        await countKeyed(request, limiter)
        throw problem('uri_too_long', `The ${long} is longer than 16 KiB.`)
      }
      if (rawHeaders !== undefined && bytesOf(rawHeaders) > MOST_BYTES) {
        // Not even to tell how the answer may be encoded.
        for (const name of Object.keys(headers)) delete headers[name]
        throw problem('headers_too_large', 'The headers together are longer than 16 KiB.')
      }
      return h.continue
    })
  }
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}
