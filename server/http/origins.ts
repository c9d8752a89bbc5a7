import type { Plugin, Request, ResponseObject, Server } from '@hapi/hapi'
import { problem } from '../core/checks/problem.ts'
import { headerOf } from '../answers/contract/request.ts'

const EXPOSED = [
  'Action-Threshold',
  'Actual-From-Age',
  'Compare-End-Date',
  'Compare-Start-Date',
  'Content-Disposition',
  'Content-Range',
  'Currency',
  'Data-Through',
  'ETag',
  'End-Date',
  'Events',
  'Full-From-Age',
  'Previous-Run-Created-At',
  'Previous-Run-Id',
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
  'Withheld-Dsis',
  'Untested-Dsis',
  'Withheld-Fields',
  'X-Request-Id',
].join(', ')
const ALLOWED = 'Accept, Authorization, If-None-Match, If-Range, Range, X-Request-Id'
const PREFLIGHT_SECONDS = '600'

/** CORS for REST. The framework's own would answer OPTIONS requests that are not a preflight, and omit headers from some errors. */
export const cors: Plugin<{ origins: readonly string[] }> = {
  name: 'cors',
  register(server, { origins }) {
    if (origins.length === 0) return
    const isAllowed = (request: Request) => origins.includes(String(headerOf(request, 'origin')))

    server.ext('onRequest', (request, h) => {
      const requestedMethod = headerOf(request, 'access-control-request-method')
      if (request.method !== 'options' || requestedMethod === undefined || !isAllowed(request))
        return h.continue
      if (server.match('get', request.path)?.settings.id === undefined) return h.continue
      return h
        .response()
        .code(204)
        .takeover()
        .header('access-control-allow-methods', 'GET, HEAD')
        .header('access-control-allow-headers', ALLOWED)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
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

/** Non-empty, with an optional port (RFC 9110, 7.2). */
const HOST = /^(\[[0-9a-f:.]+\]|([a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})+)(:\d*)?$/i

const LONGEST = 255 + ':65535'.length

/** Rejects requests without exactly one valid `Host` (RFC 9112, 3.2). */
export const hosts: Plugin<void> = {
  name: 'hosts',
  register(server) {
    let last: string | undefined
    server.ext('onRequest', (request, h) => {
      const {
        httpVersion,
        headers: { host },
        rawHeaders,
      } = request.raw.req
      // Parsed headers keep only the first value. In-process requests have no raw ones.
      let hostCount = 0
      for (let index = 0; index < (rawHeaders?.length ?? 0); index += 2)
        if (isNamedHost(rawHeaders[index]!)) hostCount++
      if (hostCount > 1) throw problem('bad_request', 'A request must have only one Host header.')
      if (hostCount === 0 && httpVersion === '1.1' && rawHeaders !== undefined)
        throw problem('bad_request', 'HTTP/1.1 requires a Host header.')
      if (host !== undefined && host !== last) {
        if (!isHost(host))
          throw problem(
            'bad_request',
            'The Host header must be a name or an address, optionally with a port.',
          )
        last = host
      }
      return h.continue
    })
  },
}

function isNamedHost(header: string): boolean {
  return header.length === 4 && header.toLowerCase() === 'host'
}

function isHost(text: string): boolean {
  return text.length <= LONGEST && HOST.test(text) && URL.canParse(`http://${text}`)
}

export const MCP_PATH = '/v1/mcp'

const MCP_EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'
const MCP_PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id',
  'access-control-max-age': PREFLIGHT_SECONDS,
}

/** CORS for the tool endpoint, whose path may end with a slash. */
export function mcpCors(server: Server, allowsOrigin: (origin: string) => boolean): void {
  const allowedOrigin = (request: Request): string | null => {
    const origin = headerOf(request, 'origin')
    return request.path === MCP_PATH && origin !== undefined && allowsOrigin(origin) ? origin : null
  }
  server.ext('onRequest', (request, h) => {
    if (request.path === `${MCP_PATH}/`) request.setUrl(request.url.href, true)
    const isPreflight =
      request.method === 'options' &&
      headerOf(request, 'access-control-request-method') !== undefined
    if (!isPreflight || allowedOrigin(request) === null) return h.continue
    return withHeaders(h.response().code(204).takeover(), MCP_PREFLIGHT)
  })
  server.ext('onPreResponse', (request, h) => {
    const origin = allowedOrigin(request)
    if (origin === null || 'isBoom' in request.response) return h.continue
    request.response.vary('origin')
    withHeaders(request.response, {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': MCP_EXPOSED,
    })
    return h.continue
  })
}

function withHeaders(response: ResponseObject, headers: Record<string, string>): ResponseObject {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  return response
}

export interface AllowedSites {
  allowsHost: (host: string | undefined) => boolean
  allowsOrigin: (origin: string | undefined) => boolean
}

export interface SiteOptions {
  baseUrl: string
  host: string
  /** Further host names; one with a port matches only that port. */
  allowedHosts: readonly string[]
  /** Further origins, matched exactly. */
  allowedOrigins: readonly string[]
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Allows the sites of BASE_URL, HOST, loopback and the configuration. Otherwise a website could reach a local service through its
 * visitors' browsers (DNS rebinding).
 */
export function allowedSites({
  baseUrl,
  host,
  allowedHosts,
  allowedOrigins,
}: SiteOptions): AllowedSites {
  const base = new URL(baseUrl)
  const own = hostOf(host.includes(':') ? `[${host}]` : host)?.hostname
  const names = new Set([...LOOPBACK, ...(own === undefined ? [] : [own])])
  const hosts = new Set(allowedHosts.map(item => item.toLowerCase()))
  const origins = new Set([base.origin, ...allowedOrigins])

  const isAllowed = (text: string): boolean => {
    const address = hostOf(text)
    if (address === null) return false
    return (
      names.has(address.hostname) ||
      address.hostname === base.hostname ||
      hosts.has(address.hostname) ||
      hosts.has(text.toLowerCase())
    )
  }

  let allowed: string | undefined
  return {
    allowsHost(text = '') {
      if (text === allowed) return true
      if (!isAllowed(text)) return false
      allowed = text
      return true
    },
    allowsOrigin(text) {
      if (text === undefined) return true
      if (!URL.canParse(text)) return false
      const { origin, protocol, hostname } = new URL(text)
      return origins.has(origin) || (/^https?:$/.test(protocol) && names.has(hostname))
    },
  }
}

/** @throws `host_forbidden` or `origin_forbidden` */
export function checkSite(
  { allowsHost, allowsOrigin }: AllowedSites,
  host: string | undefined,
  origin: string | undefined,
): void {
  if (!allowsHost(host))
    throw problem(
      'host_forbidden',
      'The tool endpoint does not accept this Host. The operator allows it by setting BASE_URL or ALLOWED_HOSTS.',
    )
  if (!allowsOrigin(origin))
    throw problem(
      'origin_forbidden',
      'Pages of this Origin may not call the tool endpoint. The operator allows it by setting ALLOWED_ORIGINS.',
    )
}

function hostOf(text: string): URL | null {
  const isPlain = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d+)?$/i.test(text)
  return isPlain && URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null
}
