import type { LoginOptions } from '../plugins/tool-callers.ts'
import type { UserStore } from '../users/user-store.ts'
import { issuerKeys } from './issuer.ts'
import { verifyLogin } from './verify-login.ts'

export interface LoginParts {
  issuer: string
  /** What tokens must be meant for; null: the endpoint's own address. */
  audience: string | null
  jwksUrl: string | null
  users: UserStore
  /** Address of the tool endpoint. */
  endpointUrl: () => string
  metadataUrl: () => string
}

/** Logins by access tokens of one issuer. It is asked for nothing before the first of them comes. */
export function createLogins({ issuer, audience, jwksUrl, users, endpointUrl, metadataUrl }: LoginParts): LoginOptions {
  const keys = issuerKeys({ issuer, jwksUrl })
  return {
    verify: token => verifyLogin(token, { issuer, audience: audience ?? endpointUrl(), keys }),
    users,
    metadataUrl
  }
}
