import type { Plugin } from '@hapi/hapi'
import { problem } from '../problem.ts'

/** Longest path and longest query string, in bytes. */
const MOST_BYTES = 16 * 1024

/** Refuses requests that are too long, and those that HTTP/1.1 itself calls bad. */
export const longRequests: Plugin<void> = {
  name: 'long-requests',
  register(server) {
    server.ext('onRequest', (request, h) => {
      const { url = '/', httpVersion, headers } = request.raw.req
      const path = url.indexOf('?') === -1 ? url.length : url.indexOf('?')
      if (path > MOST_BYTES) throw problem('uri_too_long', 'The path is longer than 16 KiB.')
      if (url.length - path - 1 > MOST_BYTES) throw problem('uri_too_long', 'The query string is longer than 16 KiB.')
      if (httpVersion === '1.1' && headers.host === undefined) throw problem('bad_request', 'HTTP/1.1 needs a Host header.')
      return h.continue
    })
  }
}
