import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isApiKey, type KeyStore } from '../core/access/keys.ts'
import { plainResponse, problem } from '../core/checks/problem.ts'
import { counter, type Metric } from '../core/runtime/metric.ts'
import { clientAddress, networkOf } from './addresses.ts'
import { ConnectionBounds, type ConnectionLimits } from './connection-bounds.ts'
import { bearerToken, onKnown } from './callers.ts'

interface KeylessLimits {
  /** Requests an address may send at once, and per second after that. */
  burst?: number
  perSecond?: number
}

const KEYLESS = { burst: 500, perSecond: 50 }

/** Budget of an address for `/healthz` and `/readyz`. */
const PROBES = { burst: 20, perSecond: 10 }
const PROBE_PATHS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/** Maximum remembered addresses and logins. */
const MAX_ADDRESSES = 20_000
const MAX_LOGINS = 10_000

interface Bucket {
  remaining: number
  /** In ms of `performance.now`. */
  at: number
}

export interface DoorOptions {
  keys: Pick<KeyStore, 'find'>
  trustProxy: boolean
  docsPath: string
  limits?: { connections?: ConnectionLimits; keyless?: KeylessLimits } | undefined
}

/**
 * Limits the cost of callers without a valid key: their connections and, by address, their requests. Each request uses the budget of its
 * address, and a valid key or login refunds it. Without a budget only valid keys, a hash look-up each, and known logins pass.
 */
export class Door {
  readonly connections: ConnectionBounds
  readonly #options: Pick<DoorOptions, 'keys' | 'trustProxy' | 'docsPath'>
  readonly #keyless: Required<KeylessLimits>
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES })
  /** Hashes of tokens. */
  readonly #logins = new LRUCache<string, true>({ max: MAX_LOGINS })
  #refused = 0

  constructor({ keys, trustProxy, docsPath, limits = {} }: DoorOptions) {
    this.#options = { keys, trustProxy, docsPath }
    this.#keyless = { ...KEYLESS, ...limits.keyless }
    this.connections = new ConnectionBounds(limits.connections, trustProxy)
  }

  /** Calls `serve` unless the request is refused. */
  async enter(
    request: IncomingMessage,
    response: ServerResponse,
    serve: () => void,
  ): Promise<void> {
    const address = networkOf(
      clientAddress(request.headers, request.socket.remoteAddress, this.#options.trustProxy),
    )
    if (PROBE_PATHS.has(request.url) && this.#take(`probes of ${address}`, PROBES) !== null)
      return serve()
    const bucket = this.#take(address, this.#keyless)
    onKnown.set(request, () => this.#know(request, bucket))
    if (bucket !== null || (await this.#isKnown(request))) serve()
    else this.#refuse(request, response)
  }

  /** Call when the request's key, login or link is valid. */
  #know(request: IncomingMessage, bucket: Bucket | null): void {
    onKnown.delete(request)
    if (bucket !== null) bucket.remaining++
    const token = bearerToken(request.headers.authorization)
    if (token !== null && !isApiKey(token)) this.#logins.set(hashOf(token), true)
  }

  metrics(): Metric[] {
    return [
      ...this.connections.metrics(),
      counter(
        'uascope_keyless_refused_total',
        "Requests without a valid key beyond their address's budget.",
        this.#refused,
      ),
    ]
  }

  #take(name: string, { burst, perSecond }: Required<KeylessLimits>): Bucket | null {
    const now = performance.now()
    let bucket = this.#buckets.get(name)
    if (bucket === undefined) this.#buckets.set(name, (bucket = { remaining: burst, at: now }))
    bucket.remaining = Math.min(burst, bucket.remaining + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    if (bucket.remaining < 1) return null
    bucket.remaining--
    return bucket
  }

  async #isKnown({ headers }: IncomingMessage): Promise<boolean> {
    const token = bearerToken(headers.authorization)
    if (token === null) return false
    if (!isApiKey(token)) return this.#logins.has(hashOf(token))
    // The request itself reports a store error.
    return await this.#options.keys.find(token).then(
      record => record !== null,
      () => true,
    )
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.#refused++
    const detail = 'Too many requests without a valid key from this address. Try again in 1 s.'
    const refusal = problem('rate_limited', detail, {
      headers: { 'cache-control': 'no-store', 'retry-after': 1 },
    })
    const { status, headers, body } = plainResponse(refusal, this.#options.docsPath)
    // Does not wait for a body.
    if (!request.complete) response.once('finish', () => request.socket.destroySoon())
    response
      .writeHead(status, { ...headers, ...(!request.complete && { connection: 'close' }) })
      .end(body)
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
