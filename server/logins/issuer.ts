import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

/** How long, in ms, one request to the issuer may take. */
const TIMEOUT = 5000

/** How long, in ms, a failed look for the issuer's keys stands: while it is down, not every login asks again. */
const RETRY_AFTER = 5000

/** How long, in ms, after the keys were fetched a token with an unknown one makes them be fetched again: issuers swap keys. */
const COOLDOWN = 2000

export interface IssuerOptions {
  issuer: string
  /** Where its keys are; null: where its metadata say. */
  jwksUrl: string | null
}

/** The issuer cannot be asked, or does not say what it must: nothing can be told about a login. */
export class IssuerUnavailable extends Error {}

/**
 * The issuer's keys, looked for at first use and fetched anew when a token names one that is not known yet. Rejects with
 * `IssuerUnavailable`.
 */
export function issuerKeys(options: IssuerOptions): () => Promise<JWTVerifyGetKey> {
  let keys: Promise<JWTVerifyGetKey> | null = null
  return () => {
    if (keys !== null) return keys
    const looking = lookForKeys(options)
    keys = looking
    looking.catch(() => setTimeout(() => { keys = null }, RETRY_AFTER).unref())
    return looking
  }
}

async function lookForKeys({ issuer, jwksUrl }: IssuerOptions): Promise<JWTVerifyGetKey> {
  const url = new URL(jwksUrl ?? await publishedKeysUrl(issuer))
  return createRemoteJWKSet(url, { timeoutDuration: TIMEOUT, cooldownDuration: COOLDOWN })
}

/** OpenID Connect Discovery 1.0, section 4, else RFC 8414, section 3. */
async function publishedKeysUrl(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [`${origin}${path}/.well-known/openid-configuration`, `${origin}/.well-known/oauth-authorization-server${path}`]
  const faults: string[] = []
  for (const place of places) {
    try {
      const answer = await fetch(place, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT) })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const metadata = await answer.json() as { issuer?: unknown, jwks_uri?: unknown } | null
      // Metadata of another issuer would let that one in.
      if (metadata?.issuer !== issuer) throw new Error(`is of the issuer ${JSON.stringify(metadata?.issuer)}`)
      const { jwks_uri: url } = metadata
      if (typeof url !== 'string' || !URL.canParse(url)) throw new Error('has no jwks_uri')
      if (issuer.startsWith('https:') && !url.startsWith('https:')) throw new Error('has a jwks_uri without TLS')
      return url
    } catch (error) {
      faults.push(`${place}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new IssuerUnavailable(`no metadata of the issuer ${issuer}: ${faults.join('; ')}`)
}
