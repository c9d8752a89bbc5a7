import type { Request, Server } from '@hapi/hapi'
import { headerOf } from '../request/request-facts.ts'

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'
const ALLOWED = 'Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id'
const PREFLIGHT_SECONDS = '600'

/** Lets the browser hand the tool endpoint's answers to pages of the origins that may call it. */
export function mcpCors(server: Server, path: string, allowsOrigin: (origin: string) => boolean): void {
  const allowedOrigin = (request: Request): string | null => {
    const origin = headerOf(request, 'origin')
    return request.path === path && origin !== undefined && allowsOrigin(origin) ? origin : null
  }
  server.ext('onRequest', (request, h) => {
    const isPreflight = request.method === 'options' && headerOf(request, 'access-control-request-method') !== undefined
    if (!isPreflight || allowedOrigin(request) === null) return h.continue
    return h.response().code(204).takeover()
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', ALLOWED)
      .header('access-control-max-age', PREFLIGHT_SECONDS)
  })
  server.ext('onPreResponse', (request, h) => {
    const origin = allowedOrigin(request)
    if (origin === null || 'isBoom' in request.response) return h.continue
    request.response.vary('origin')
    request.response.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
    return h.continue
  })
}
