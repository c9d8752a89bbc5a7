/** What browsers are told of the endpoint, so that they hand its answers to pages of other origins that may call it. */

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'
const ALLOWED = 'Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id'
const PREFLIGHT_SECONDS = '600'

/** Headers of the answer to a preflight. */
export const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': ALLOWED,
  'access-control-max-age': PREFLIGHT_SECONDS,
}

/** Headers of every answer to an origin that may call. */
export function shared(origin: string) {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}
