import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { messageOf } from '../runtime/print.ts'
import { isSecureAddress } from '../runtime/secure-address.ts'
import { SingleFlight, steadyClock, type SteadyClock } from '../runtime/shared-work.ts'

/** Time limit for fetching the issuer's keys, all requests together, ms. */
const TIMEOUT = 5000

/** Time before a failed fetch is retried, ms. */
const RETRY_AFTER = 5000

/** Minimum age, ms, of the keys before a token with an unknown key id triggers a fetch: issuers rotate keys. */
const COOLDOWN = 2000

/** Ages, ms, at which keys are refreshed in the background, and at which they expire. */
const RENEWED_FROM = 5 * 60_000
const USED_UNTIL = 15 * 60_000

/** Maximum quoted characters of an issuer's response. */
const QUOTED = 200

interface IssuerOptions {
  issuer: string
  /** Null: from its metadata. */
  jwksUrl: string | null
}

/** The issuer is unreachable or its metadata is invalid, so logins cannot be checked. */
export class IssuerUnavailable extends Error {}

interface KnownKeys {
  find: JWTVerifyGetKey
  at: number
}

/**
 * Finds the issuer's key of a token. Keys are fetched at first use, for an unknown key, and before they expire. Rejects with
 * `IssuerUnavailable`. If the issuer is down, only the first logins wait; later ones are refused at once until a background fetch succeeds.
 */
export function issuerKeys(
  options: IssuerOptions,
  now: SteadyClock = steadyClock,
): JWTVerifyGetKey {
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
  const refreshInBackground = (): void => void looking.join().catch(() => undefined)
  const fresh = async (): Promise<KnownKeys> => {
    if (failure === null) return await looking.join()
    if (now() - failure.at >= RETRY_AFTER) refreshInBackground()
    throw failure.error
  }
  const current = async (): Promise<KnownKeys> => {
    if (known === null || now() - known.at >= USED_UNTIL) return await fresh()
    if (now() - known.at >= RENEWED_FROM && (failure === null || now() - failure.at >= RETRY_AFTER))
      refreshInBackground()
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
    throw new IssuerUnavailable(
      `cannot load keys of the issuer ${issuer}: ${url}: ${reason(error)}`,
      { cause: error },
    )
  }
}

/** OpenID Connect Discovery 1.0, section 4, else RFC 8414, section 3. */
async function publishedKeysUrl(issuer: string, signal: AbortSignal): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
  const faults: string[] = []
  for (const url of places) {
    try {
      return keysUrlOf(issuer, await issuerJson(url, signal))
    } catch (error) {
      faults.push(`${url}: ${reason(error)}`)
    }
  }
  throw new IssuerUnavailable(`cannot load metadata of the issuer ${issuer}: ${faults.join('; ')}`)
}

function keysUrlOf(issuer: string, document: unknown): string {
  const metadata = document as { issuer?: unknown; jwks_uri?: unknown } | null
  // RFC 8414, 3.3: metadata of another issuer would let it sign tokens.
  if (metadata?.issuer !== issuer)
    throw new Error(`belongs to the issuer ${JSON.stringify(metadata?.issuer)?.slice(0, QUOTED)}`)
  const { jwks_uri: url } = metadata
  if (typeof url !== 'string' || !URL.canParse(url)) throw new Error('has no jwks_uri')
  // A remote issuer must not point to services of this machine.
  if (issuer.startsWith('https:') && !url.startsWith('https:'))
    throw new Error('has a jwks_uri without TLS')
  return url
}

function reason(error: unknown): string {
  return messageOf(error).slice(0, QUOTED)
}

/** Maximum bytes of an issuer's response, decompressed; metadata and key sets have a few thousand. */
const MAX_BYTES = 2 ** 20

/**
 * Gets a JSON document of the issuer by TLS, or from this machine. Redirects are refused: the operator did not choose their target.
 * Rejects with an Error for the log.
 */
async function issuerJson(address: string, signal: AbortSignal): Promise<unknown> {
  if (!isSecureAddress(address)) throw new Error('does not use TLS')
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal,
  })
  if (answer.status === 200) return JSON.parse(await boundedText(answer)) as unknown
  await answer.body?.cancel()
  throw new Error(
    `HTTP ${answer.status}${answer.status >= 300 && answer.status < 400 ? ': redirects are not followed' : ''}`,
  )
}

/** Leaving the loop closes the connection. */
async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error(`returned more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
