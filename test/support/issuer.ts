import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import Provider, { type ClientMetadata } from 'oidc-provider'
import type { Test } from 'tap'

/** A person with an account at the issuer. */
export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  /** Whatever else its access tokens say of the person. */
  [claim: string]: unknown
}

export interface Issuer {
  url: string
  /** Who logs in when somebody is asked to. */
  account: Account
  /** Lifetime of access tokens from now on, s. */
  lifetime: number
  /** Whether people have an account session there, as their browser's cookie says; false: who is asked silently is told to log in. */
  knowsPeople: boolean
  /** Makes a page a public client, with refresh tokens or without. Forgets sessions. */
  addPage: (page: { clientId: string; redirectUri: string; refreshes: boolean }) => void
  /** Requests of its token endpoint. */
  tokenRequests: URLSearchParams[]
  /** Goes through the issuer's pages as that person does in a browser; gives where they lead to at last. */
  browse: (authorizationUrl: URL) => Promise<URL>
  /** A token as the issuer signs them, with these claims in place of what it would write; undefined leaves one out. */
  sign: (
    claims: Record<string, unknown>,
    options?: { key?: CryptoKey; kid?: string; typ?: string },
  ) => Promise<string>
  /** Signs with a new key from now on, and publishes it beside the old one. */
  rotate: () => Promise<void>
  stop: () => Promise<void>
}

/** A real issuer, at an address of its own, that issues JWT access tokens for whatever resource is asked for; stopped with the test. */
export async function startIssuer(t: Test, account: Account): Promise<Issuer> {
  const listener = createServer()
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  let { kid, privateKey, jwk } = await newKey()
  const published = [jwk]
  const clients: ClientMetadata[] = []
  const issuer: Issuer = {
    url,
    account,
    lifetime: 600,
    knowsPeople: true,
    tokenRequests: [],
    addPage({ clientId, redirectUri, refreshes }) {
      clients.push({
        client_id: clientId,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
      })
      handle = provider(published).callback()
    },
    browse: authorizationUrl => browse(authorizationUrl, url),
    sign(claims, { key = privateKey, kid: keyId = kid, typ = 'at+jwt' } = {}) {
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: url, sub: issuer.account.sub, iat: now, exp: now + 600, ...claims }
      return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: keyId, typ }).sign(key)
    },
    async rotate() {
      ;({ kid, privateKey, jwk } = await newKey())
      published.unshift(jwk)
      handle = provider(published).callback()
    },
    stop: () =>
      new Promise(resolve => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  }

  const provider = (keys: typeof published) => {
    const made = new Provider(url, {
      jwks: { keys },
      clients,
      clientBasedCORS: () => true,
      issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
      scopes: ['openid', 'profile', 'email'],
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['cookie-secret'] },
      clientAuthMethods: ['none'],
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...issuer.account }) }),
      extraTokenClaims: () => {
        const { sub: _, ...claims } = issuer.account
        return claims
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client!.clientId,
          accountId: ctx.oidc.session!.accountId!,
        })
        grant.addOIDCScope('openid profile email')
        for (const resource of [ctx.oidc.params!['resource']].flat())
          grant.addResourceScope(String(resource), 'openid profile email')
        await grant.save()
        return grant
      },
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_ctx, audience) => ({
            scope: 'openid profile email',
            audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: issuer.lifetime,
            jwt: { sign: { alg: 'RS256' } },
          }),
          useGrantedResource: () => true,
        },
      },
    })
    made.use(async (ctx, next) => {
      if (!issuer.knowsPeople) delete ctx.req.headers.cookie
      await next()
      if (ctx.path === '/token' && ctx.method === 'POST')
        issuer.tokenRequests.push(
          new URLSearchParams({ ...(ctx.oidc?.body as Record<string, string>) }),
        )
    })
    made.use(async (ctx, next) => {
      if (!ctx.path.startsWith('/interaction/')) return await next()
      await made.interactionFinished(ctx.req, ctx.res, { login: { accountId: issuer.account.sub } })
      ctx.respond = false
    })
    return made
  }
  let handle = provider(published).callback()
  listener.on('request', (request, response) => void handle(request, response))
  t.teardown(() => issuer.stop())
  return issuer
}

/** A key pair of the kind that the issuer signs with. */
export async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  return {
    kid,
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' },
  }
}

/** Follows redirects with cookies, as long as they stay at the issuer. */
async function browse(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = start
  while (at.href.startsWith(issuer)) {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=', 2)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`${at.href} leads nowhere: ${answer.status} ${await answer.text()}`)
    at = new URL(location, at)
  }
  return at
}
