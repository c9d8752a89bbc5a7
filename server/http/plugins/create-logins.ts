import type { AuthConfig } from '../../process/config.ts'
import type { LoginOptions } from './tool-callers.ts'
import type { SteadyClock } from '../../model/fresh.ts'
import type { UserStore } from '../../access/users/user-store.ts'
import { issuerKeys } from '../../access/logins/issuer.ts'
import { verifyLogin } from '../../access/logins/verify-login.ts'

export interface LoginParts extends AuthConfig {
  users: UserStore
  steady?: SteadyClock | undefined
  /** Address of the tool endpoint. */
  endpointUrl: () => string
  metadataUrl: () => string
}

/** What clients are asked to request: without them the issuer does not tell who the person is. */
const SCOPES = ['openid', 'profile', 'email']

/** Logins by access tokens of one issuer. It is asked for nothing before the first of them comes. */
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
