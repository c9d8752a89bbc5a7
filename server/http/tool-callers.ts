import { isBoom } from '@hapi/boom'
import type { Plugin, Request } from '@hapi/hapi'
import { challenge, type ResourceLogins } from '../../mcp/endpoint/sites.ts'
import { InsufficientScope, InvalidToken, issuerKeys, IssuerUnavailable, verifyLogin } from '../access/logins.ts'
import type { Login, UserStore } from '../access/users.ts'
import { problem } from '../checks/problem.ts'
import type { ToolCall } from '../model/caller.ts'
import type { SteadyClock } from '../model/shared-work.ts'
import type { AuthConfig } from '../process/config.ts'
import { bearerToken } from './callers.ts'
import { headerOf, workOf } from './contract/request.ts'

export interface LoginOptions extends ResourceLogins {
  verify: (token: string) => Promise<Login>
  users: UserStore
  /** Address of the endpoint's metadata, RFC 9728. */
  metadataUrl: () => string
}

/** Strategy `toolCaller`: an API key or, unless `logins` is null, an access token of a connected user. */
export const toolCallers: Plugin<{ logins: LoginOptions | null }> = {
  name: 'tool-callers',
  register(server, { logins }) {
    const byKey = (request: Request) => server.auth.test('apiKey', request)
    server.auth.scheme('tool-caller', () => ({
      async authenticate(request, h) {
        const token = bearerToken(headerOf(request, 'authorization'))
        if (logins === null) return h.authenticated(await byKey(request))
        if (token !== null && !token.startsWith('uascope_')) return h.authenticated({ credentials: await byLogin(token, logins) })
        const nobody = () => unauthorized(challenge(logins.metadataUrl()))
        return h.authenticated(
          await byKey(request).catch((error: unknown) => {
            throw isBoom(error, 401) ? nobody() : error
          }),
        )
      },
    }))
    server.auth.strategy('toolCaller', 'tool-caller')
  },
}

export function toolCall(request: Request): ToolCall {
  const { counted: _, gone: __, ...caller } = request.auth.credentials.app!
  const { app } = request
  return {
    ...caller,
    requestId: app.requestId,
    onTool: called => void (app.tools ??= []).push(called),
    // Created on demand.
    get signal() {
      return workOf(request).signal
    },
  }
}

async function byLogin(token: string, { verify, users, scopes, metadataUrl }: LoginOptions) {
  const login = await verify(token).catch((error: unknown) => {
    if (error instanceof InvalidToken) {
      const told = challenge(metadataUrl(), { error: 'invalid_token', description: error.message })
      throw problem('unauthorized', error.message, { headers: { 'www-authenticate': told } })
    }
    if (error instanceof InsufficientScope) {
      // RFC 6750, 3. Names all scopes: a client requests exactly these next time.
      const told = challenge(metadataUrl(), { error: 'insufficient_scope', description: error.message, scopes })
      throw problem('insufficient_scope', error.message, { headers: { 'www-authenticate': told } })
    }
    if (error instanceof IssuerUnavailable) {
      throw problem('unavailable', 'The issuer of logins does not respond.', { headers: { 'retry-after': 5 }, cause: error })
    }
    throw error
  })
  const user = await users.connect(login)
  if (user === null) {
    const told =
      login.verifiedEmail === null ? 'The login has no verified email address' : "There is no invitation for the login's email address"
    throw problem('company_required', `${told}, so it is not linked to a company.`)
  }
  const { id, company_id: companyId, email } = user
  const name = login.name ?? user.name
  return { app: { companyId, kind: 'user' as const, id, email, counted: false, ...(name === null ? {} : { name }) } }
}

function unauthorized(told: string) {
  const detail = 'A valid API key or a login is required: send the key as Authorization: Bearer uascope_..., or log in.'
  return problem('unauthorized', detail, { headers: { 'www-authenticate': told } })
}

export interface LoginParts extends AuthConfig {
  users: UserStore
  steady?: SteadyClock | undefined
  endpointUrl: () => string
  metadataUrl: () => string
}

/** Scopes that let the issuer identify the person. */
const SCOPES = ['openid', 'profile', 'email']

/** Contacts the issuer only at the first login. */
export function createLogins({ audience, jwksUrl, users, steady, endpointUrl, metadataUrl, ...expected }: LoginParts): LoginOptions {
  const { issuer, scope } = expected
  const getKey = issuerKeys({ issuer, jwksUrl }, steady)
  return {
    verify: token => verifyLogin(token, { ...expected, audience: audience ?? endpointUrl(), getKey }),
    users,
    issuer,
    scopes: scope === null || SCOPES.includes(scope) ? SCOPES : [...SCOPES, scope],
    metadataUrl,
  }
}
