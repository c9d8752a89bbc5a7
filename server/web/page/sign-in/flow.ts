import * as oauth from 'oauth4webapi'
import { type Callback, keepPending } from './pending.ts'
import { redirectUri, type SignInSettings } from './settings.ts'

/** With a message for people. */
export class SignInFailed extends Error {}

/** A person, and the tokens that the page keeps in memory only. */
export interface SignedIn {
  /** The issuer's id of the person. */
  subject: string
  name: string | null
  tokens: Tokens
}

export interface Tokens {
  access: string
  /** Null if the issuer gives none. */
  refresh: string | null
  /** When the access token expires, ms since 1970. */
  expiresAt: number
}

/** Lifetime, s, if the issuer does not state when a token expires. */
const LIFETIME = 300

/** OpenID Connect's issuer, as the page's client. */
export class Issuer {
  readonly #settings: SignInSettings
  readonly #client: oauth.Client
  /** Only an issuer on the same machine may lack TLS, which the service checks. */
  readonly #options: { [oauth.allowInsecureRequests]?: boolean }
  #metadata: Promise<oauth.AuthorizationServer> | undefined

  constructor(settings: SignInSettings) {
    this.#settings = settings
    this.#client = { client_id: settings.clientId }
    this.#options = settings.issuer.startsWith('http:')
      ? { [oauth.allowInsecureRequests]: true }
      : {}
  }

  /** Leaves the page for the issuer: authorization code flow with PKCE. `isSilent`: the issuer shows nothing, and fails if it needs the person. */
  async redirect(isSilent: boolean): Promise<void> {
    const { authorization_endpoint: endpoint, scopes_supported: supported } = await this.#server()
    if (endpoint === undefined)
      throw new SignInFailed('The issuer of logins has no authorization endpoint.')
    const [state, nonce, verifier] = [
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
      oauth.generateRandomCodeVerifier(),
    ]
    keepPending({
      state,
      nonce,
      verifier,
      isSilent,
      back: location.pathname + location.search + location.hash,
    })
    const { clientId, scopes, target } = this.#settings
    // Issuers that list it give a refresh token only on request.
    const offline = supported?.includes('offline_access') === true ? ['offline_access'] : []
    const url = new URL(endpoint)
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      scope: [...scopes, ...offline].join(' '),
      ...target,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isSilent && { prompt: 'none' }),
    })) {
      url.searchParams.set(name, value)
    }
    location.assign(url)
  }

  /**
   * Exchanges the issuer's response for tokens. Null if a silent attempt would have needed the person.
   * @throws SignInFailed if the response does not belong to this tab's request, or is a refusal
   */
  async finish({ url, pending }: Callback): Promise<SignedIn | null> {
    // Before any part of the address is used or shown.
    if (pending === null || url.searchParams.get('state') !== pending.state) {
      throw new SignInFailed('This sign-in was not begun in this tab. Sign in again.')
    }
    if (pending.isSilent && url.searchParams.has('error')) return null
    const server = await this.#server()
    try {
      const answer = oauth.validateAuthResponse(server, this.#client, url, pending.state)
      const { verifier, nonce } = pending
      const none = oauth.None()
      const sent = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        none,
        answer,
        redirectUri(),
        verifier,
        this.#request(),
      )
      const result = await oauth.processAuthorizationCodeResponse(server, this.#client, sent, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      const { sub, name, email } = oauth.getValidatedIdTokenClaims(result)!
      return { subject: sub, name: textOf(name) ?? textOf(email), tokens: tokensOf(result) }
    } catch (error) {
      throw failure(error)
    }
  }

  /** Null if the issuer no longer accepts the refresh token. */
  async renew(refresh: string): Promise<Tokens | null> {
    const server = await this.#server()
    const sent = await oauth.refreshTokenGrantRequest(
      server,
      this.#client,
      oauth.None(),
      refresh,
      this.#request(),
    )
    try {
      // A new refresh token replaces the old one, if the issuer rotates them.
      return tokensOf(await oauth.processRefreshTokenResponse(server, this.#client, sent), refresh)
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError) return null
      throw error
    }
  }

  #request() {
    return { ...this.#options, additionalParameters: { ...this.#settings.target } }
  }

  #server(): Promise<oauth.AuthorizationServer> {
    return (this.#metadata ??= this.#discover().catch((error: unknown) => {
      this.#metadata = undefined
      throw failure(error)
    }))
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#settings.issuer)
    return await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, this.#options),
    )
  }
}

function tokensOf(result: oauth.TokenEndpointResponse, before: string | null = null): Tokens {
  const {
    access_token: access,
    refresh_token: refresh = before,
    expires_in: seconds = LIFETIME,
  } = result
  return { access, refresh, expiresAt: Date.now() + seconds * 1000 }
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}

function failure(error: unknown): Error {
  if (error instanceof SignInFailed) return error
  if (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError
  ) {
    return new SignInFailed(
      `The issuer of logins refused: ${error.error_description ?? error.error}`,
      { cause: error },
    )
  }
  if (error instanceof oauth.OperationProcessingError) {
    return new SignInFailed(`The issuer of logins gave an invalid answer: ${error.message}`, {
      cause: error,
    })
  }
  return new SignInFailed('Cannot reach the issuer of logins. Try again.', { cause: error })
}
