import { InsufficientScope, InvalidToken, verifyLogin } from '../core/access/logins.ts'
import { issuerKeys, IssuerUnavailable } from '../core/access/issuer-keys.ts'
import type { Login, UserStore } from '../core/access/users.ts'
import { problem } from '../core/checks/problem.ts'
import type { Caller } from '../core/model/caller.ts'
import type { SteadyClock } from '../core/runtime/shared-work.ts'
import type { AuthConfig } from '../core/runtime/config.ts'
import { MCP_PATH } from './origins.ts'

/** Logins of people, for both REST and the tool endpoint. */
export interface Logins extends ResourceLogins {
  verify: (token: string) => Promise<Login>
  users: UserStore
  /** Parameters that request a token of this service: the endpoint's address (RFC 8707) or, if configured, the issuer's own name for the audience. */
  target: () => { resource: string } | { audience: string }
  /** Address of the tool endpoint's metadata (RFC 9728). */
  metadataUrl: () => string
}

interface LoginParts extends Omit<AuthConfig, 'clientId'>, Pick<Logins, 'users' | 'metadataUrl'> {
  endpointUrl: () => string
  steady?: SteadyClock | undefined
}

/** Scopes that let the issuer identify the person. */
const SCOPES = ['openid', 'profile', 'email']

/** Contacts the issuer only at the first login. */
export function createLogins({
  audience,
  jwksUrl,
  users,
  steady,
  endpointUrl,
  metadataUrl,
  ...expected
}: LoginParts): Logins {
  const { issuer, scope } = expected
  const getKey = issuerKeys({ issuer, jwksUrl }, steady)
  return {
    verify: token =>
      verifyLogin(token, { ...expected, audience: audience ?? endpointUrl(), getKey }),
    users,
    issuer,
    scopes: scope === null || SCOPES.includes(scope) ? SCOPES : [...SCOPES, scope],
    target: () => (audience === null ? { resource: endpointUrl() } : { audience }),
    metadataUrl,
  }
}

export const KEY_OR_LOGIN =
  'A valid API key or a login is required: send the key as Authorization: Bearer uascope_..., or log in.'

/** Whether a bearer token is an access token rather than a mistyped key. */
export function isAccessToken(token: string | null): token is string {
  return token !== null && !token.startsWith('uascope_')
}

/**
 * The user of an access token, checked each time: a removed user immediately gets 403.
 * @param metadataUrl of the resource in challenges; null: not named
 */
export async function loginCaller(
  token: string,
  { verify, users, scopes }: Logins,
  metadataUrl: string | null,
): Promise<Caller> {
  const refuse = (refused: Refused) => ({
    headers: { 'www-authenticate': challenge(metadataUrl, refused) },
  })
  const login = await verify(token).catch((error: unknown) => {
    if (error instanceof InvalidToken) {
      throw problem(
        'unauthorized',
        error.message,
        refuse({ error: 'invalid_token', description: error.message }),
      )
    }
    if (error instanceof InsufficientScope) {
      // RFC 6750, 3. Lists all scopes: a client requests exactly these next time.
      throw problem(
        'insufficient_scope',
        error.message,
        refuse({ error: 'insufficient_scope', description: error.message, scopes }),
      )
    }
    if (error instanceof IssuerUnavailable) {
      throw problem('unavailable', 'The issuer of logins does not respond.', {
        headers: { 'retry-after': 5 },
        cause: error,
      })
    }
    throw error
  })
  const user = await users.connect(login)
  if (user === null) {
    const message =
      login.verifiedEmail === null
        ? 'The login has no verified email address'
        : "The login's email address has no invitation"
    throw problem('company_required', `${message}, so it is not linked to a company.`)
  }
  const { id, company_id: companyId, email } = user
  const name = login.name ?? user.name
  return { companyId, kind: 'user', id, email, ...(name === null ? {} : { name }) }
}

/** RFC 6750, 3.1. */
interface Refused {
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
