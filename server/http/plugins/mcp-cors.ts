import type { Request, ResponseObject, Server } from '@hapi/hapi'
import { PREFLIGHT, shared } from '../../../mcp/endpoint/cross-origin.ts'
import { headerOf } from '../request/request-facts.ts'

/** Lets the browser hand the tool endpoint's answers to pages of the origins that may call it. */
export function mcpCors(server: Server, path: string, allowsOrigin: (origin: string) => boolean): void {
  const allowedOrigin = (request: Request): string | null => {
    const origin = headerOf(request, 'origin')
    return request.path === path && origin !== undefined && allowsOrigin(origin) ? origin : null
  }
  server.ext('onRequest', (request, h) => {
    const isPreflight = request.method === 'options' && headerOf(request, 'access-control-request-method') !== undefined
    if (!isPreflight || allowedOrigin(request) === null) return h.continue
    return withHeaders(h.response().code(204).takeover(), PREFLIGHT)
  })
  server.ext('onPreResponse', (request, h) => {
    const origin = allowedOrigin(request)
    if (origin === null || 'isBoom' in request.response) return h.continue
    request.response.vary('origin')
    withHeaders(request.response, shared(origin))
    return h.continue
  })
}

function withHeaders(response: ResponseObject, headers: Record<string, string>): ResponseObject {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  return response
}
