import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { SingleFlight, steadyClock, type SteadyClock } from '../../model/fresh.ts'
import { issuerJson } from './issuer-json.ts'

/** How long, in ms, a look for the issuer's keys may take, all its requests together. */
const TIMEOUT = 5000

/** How long, in ms, a failed look stands before the next one. */
const RETRY_AFTER = 5000

/** How long, in ms, after the keys were fetched a token with an unknown one makes them be fetched again: issuers swap keys. */
const COOLDOWN = 2000

/** Age, in ms, from which keys are fetched again while they still serve, and from which they serve no more. */
const RENEWED_FROM = 5 * 60_000
const USED_UNTIL = 15 * 60_000

/** Most that is repeated of what an issuer says, in characters. */
const QUOTED = 200

export interface IssuerOptions {
  issuer: string
  /** Where its keys are; null: where its metadata say. */
  jwksUrl: string | null
}

/** The issuer cannot be asked, or does not say what it must: nothing can be told about a login. */
export class IssuerUnavailable extends Error {}

interface KnownKeys {
  find: JWTVerifyGetKey
  /** When they were fetched, from `now()`. */
  at: number
}

/**
 * Finds the issuer's key of a token. Keys are fetched at first use, anew when a token names one that is not known yet, and again
 * before they are too old. Rejects with `IssuerUnavailable`.
 *
 * Of an issuer that is down only the first logins wait, for one look that they share. From then on logins are refused at once,
 * and one look at a time goes on beside them, until one succeeds.
 */
export function issuerKeys(options: IssuerOptions, now: SteadyClock = steadyClock): JWTVerifyGetKey {
  let known: KnownKeys | null = null
  let failure: { error: unknown; at: number } | null = null

  const looking = new SingleFlight((): Promise<KnownKeys> =>
    lookForKeys(options)
      .then(find => {
        failure = null
        return (known = { find, at: now() })
      })
      .catch((error: unknown) => {
        failure = { error, at: now() }
        throw error
      }),
  )
  const lookBeside = (): void => void looking.join().catch(() => undefined)
  const fresh = async (): Promise<KnownKeys> => {
    if (failure === null) return await looking.join()
    if (now() - failure.at >= RETRY_AFTER) lookBeside()
    throw failure.error
  }
  const current = async (): Promise<KnownKeys> => {
    if (known === null || now() - known.at >= USED_UNTIL) return await fresh()
    if (now() - known.at >= RENEWED_FROM && (failure === null || now() - failure.at >= RETRY_AFTER)) lookBeside()
    return known
  }

  return async (header, token) => {
    const keys = await current()
    try {
      return await keys.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - keys.at < COOLDOWN) throw error
      return await (await fresh()).find(header, token)
    }
  }
}

async function lookForKeys({ issuer, jwksUrl }: IssuerOptions): Promise<JWTVerifyGetKey> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const url = jwksUrl ?? (await publishedKeysUrl(issuer, signal))
  try {
    return createLocalJWKSet((await issuerJson(url, signal)) as JSONWebKeySet)
  } catch (error) {
    throw new IssuerUnavailable(`no keys of the issuer ${issuer}: ${url}: ${reason(error)}`, { cause: error })
  }
}

/** OpenID Connect Discovery 1.0, section 4, else RFC 8414, section 3. */
async function publishedKeysUrl(issuer: string, signal: AbortSignal): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [`${origin}${path}/.well-known/openid-configuration`, `${origin}/.well-known/oauth-authorization-server${path}`]
  const faults: string[] = []
  for (const place of places) {
    try {
      return keysUrlOf(issuer, await issuerJson(place, signal))
    } catch (error) {
      faults.push(`${place}: ${reason(error)}`)
    }
  }
  throw new IssuerUnavailable(`no metadata of the issuer ${issuer}: ${faults.join('; ')}`)
}

function keysUrlOf(issuer: string, document: unknown): string {
  const metadata = document as { issuer?: unknown; jwks_uri?: unknown } | null
  // RFC 8414, 3.3: metadata of another issuer would let that one in.
  if (metadata?.issuer !== issuer) throw new Error(`is of the issuer ${JSON.stringify(metadata?.issuer)?.slice(0, QUOTED)}`)
  const { jwks_uri: url } = metadata
  if (typeof url !== 'string' || !URL.canParse(url)) throw new Error('has no jwks_uri')
  // An issuer elsewhere has no say about this machine's own services.
  if (issuer.startsWith('https:') && !url.startsWith('https:')) throw new Error('has a jwks_uri without TLS')
  return url
}

function reason(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, QUOTED)
}
