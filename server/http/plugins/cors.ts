import type { Plugin, Request, ResponseObject } from '@hapi/hapi'
import { headerOf } from '../request/request-facts.ts'

const EXPOSED = [
  'Action-Threshold',
  'Actual-From-Age',
  'Content-Disposition',
  'Content-Range',
  'Currency',
  'Data-Through',
  'ETag',
  'End-Date',
  'Full-From-Age',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Run-Created-At',
  'Run-Id',
  'Start-Date',
  'Target-Dsi',
  'Target-Revenue-Type',
  'Target-Roas-Type',
  'Total-Rows',
  'Unmatched-Filters',
  'X-Request-Id',
].join(', ')
const ALLOWED = 'Accept, Authorization, If-None-Match, If-Range, Range, X-Request-Id'
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the given origins call REST. Not the framework's own: that one answers OPTIONS also where it is no preflight,
 * and leaves the headers out of some errors.
 */
export const cors: Plugin<{ origins: readonly string[] }> = {
  name: 'cors',
  register(server, { origins }) {
    if (origins.length === 0) return
    const isAllowed = (request: Request) => origins.includes(String(headerOf(request, 'origin')))

    server.ext('onRequest', (request, h) => {
      const asked = headerOf(request, 'access-control-request-method')
      if (request.method !== 'options' || asked === undefined || !isAllowed(request)) return h.continue
      // The route of unknown paths has no id.
      if (server.match('get', request.path)?.settings.id === undefined) return h.continue
      return h
        .response()
        .code(204)
        .takeover()
        .header('access-control-allow-methods', 'GET, HEAD')
        .header('access-control-allow-headers', ALLOWED)
        .header('access-control-max-age', String(PREFLIGHT_SECONDS))
    })
    server.ext('onPreResponse', (request, h) => {
      if ('isBoom' in request.response) return h.continue
      const response: ResponseObject = request.response
      response.vary('origin')
      if (isAllowed(request)) {
        response.header('access-control-allow-origin', String(headerOf(request, 'origin')))
        response.header('access-control-expose-headers', EXPOSED)
      }
      return h.continue
    })
  },
}
