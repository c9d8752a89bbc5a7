import { problem } from '../../server/core/checks/problem.ts'

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

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'
const ALLOWED =
  'Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id'
const PREFLIGHT_SECONDS = '600'

export const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': ALLOWED,
  'access-control-max-age': PREFLIGHT_SECONDS,
}

export function shared(origin: string) {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}

/** RFC 6750, 3.1. */
export interface Refused {
  error: 'invalid_token' | 'insufficient_scope'
  description: string
  /** Required scopes of a login. */
  scopes?: readonly string[]
}

/** The `WWW-Authenticate` challenge of RFC 9728, 5.1, or of RFC 6750 without metadata; without an error if no credentials were sent. */
export function challenge(metadataUrl: string | null, refused?: Refused): string {
  const { error, description, scopes } = refused ?? {}
  const parameters = {
    error,
    error_description: description,
    scope: scopes?.join(' '),
    resource_metadata: metadataUrl ?? undefined,
  }
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value}"`],
  )
  return `Bearer ${parts.join(', ')}`
}

export const MCP_PATH = '/v1/mcp'

/** Path of the metadata of the resource `MCP_PATH` by RFC 9728, 3.1. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`

export interface ResourceLogins {
  issuer: string
  /** Scopes that a client requests from the issuer. */
  scopes: readonly string[]
}

/** The endpoint's metadata, RFC 9728. @param baseUrl public address of the service */
export function resourceMetadata(baseUrl: string, { issuer, scopes }: ResourceLogins) {
  return {
    resource: baseUrl + MCP_PATH,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'uascope',
    resource_documentation: `${baseUrl}/docs`,
  }
}
