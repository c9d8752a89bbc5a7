import { isBoom } from '@hapi/boom'
import type { Plugin, Request } from '@hapi/hapi'
import type { IncomingMessage } from 'node:http'
import type { KeyStore } from '../core/access/keys.ts'
import { problem } from '../core/checks/problem.ts'
import {
  type Allowance,
  type Caller,
  type RateLimiter,
  WINDOW_SECONDS,
} from '../core/model/caller.ts'
import { steadyClock, type SteadyClock } from '../core/runtime/shared-work.ts'
import { headerOf } from '../answers/contract/request.ts'
import { challenge, isAccessToken, KEY_OR_LOGIN, loginCaller, type Logins } from './logins.ts'

/** Two steps that every request passes: a key, login or link identifies its caller; then the rate limit of the company counts it. */

/**
 * Strategy `apiKey`: a key or, unless `logins` is null, the access token of a connected user. The error states whether the key was revoked or
 * has expired.
 */
export const apiKeys: Plugin<{ keys: KeyStore; logins: Logins | null }> = {
  name: 'api-keys',
  register(server, { keys, logins }) {
    server.auth.scheme('api-key', () => ({
      async authenticate(request, h) {
        const key = bearerToken(headerOf(request, 'authorization'))
        if (logins !== null && isAccessToken(key)) {
          return h.authenticated({
            credentials: { app: { ...(await loginCaller(key, logins, null)), counted: false } },
          })
        }
        const record = key === null ? null : await keys.find(key)
        if (record === null)
          throw unauthorized(
            REFUSALS[(key === null ? null : await keys.refusal(key)) ?? 'unknown'] ??
              (logins === null ? KEY : KEY_OR_LOGIN),
          )
        keys.touch(record.id)
        return h.authenticated({
          credentials: {
            app: { companyId: record.company_id, kind: 'api_key', id: record.id, counted: false },
          },
        })
      },
    }))
    server.auth.strategy('apiKey', 'api-key')
  },
}

/** Strategy `toolCaller`: like `apiKey`, but with logins, 401 and 403 name the endpoint's metadata, in which hosts find the issuer. */
export const toolCallers: Plugin<{ logins: Logins | null }> = {
  name: 'tool-callers',
  register(server, { logins }) {
    const byKey = (request: Request) => server.auth.test('apiKey', request)
    server.auth.scheme('tool-caller', () => ({
      async authenticate(request, h) {
        if (logins === null) return h.authenticated(await byKey(request))
        const metadataUrl = logins.metadataUrl()
        const token = bearerToken(headerOf(request, 'authorization'))
        if (isAccessToken(token)) {
          return h.authenticated({
            credentials: {
              app: { ...(await loginCaller(token, logins, metadataUrl)), counted: false },
            },
          })
        }
        return h.authenticated(
          await byKey(request).catch((error: unknown) => {
            if (!isBoom(error, 401)) throw error
            throw problem('unauthorized', error.message, {
              headers: { 'www-authenticate': challenge(metadataUrl) },
            })
          }),
        )
      },
    }))
    server.auth.strategy('toolCaller', 'tool-caller')
  },
}

/** Null if absent. RFC 6750, 2.1; the scheme is case-insensitive. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1] ?? null
}

/** Only the owner of a key of 190 random bits can see these messages. */
const REFUSALS: Record<string, string> = {
  revoked: 'This API key was revoked. Ask the operator of the service for a new one.',
  expired: 'This API key has expired. Ask the operator of the service for a new one.',
}

const KEY = 'A valid API key is required: send it as Authorization: Bearer uascope_...'

function unauthorized(detail: string) {
  return problem('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } })
}

/** Rejects with the problem to return if the link is invalid or expired. */
export type LinkCaller = (link: string) => Promise<Caller>

/** Strategy `exportLink`, for paths with `{link}`, the only credential. */
export const exportLinks: Plugin<{ linkCaller: LinkCaller }> = {
  name: 'export-links',
  register(server, { linkCaller }) {
    server.auth.scheme('export-link', () => ({
      async authenticate(request, h) {
        const caller = await linkCaller(String(request.params['link']))
        return h.authenticated({ credentials: { app: { ...caller, counted: false } } })
      },
    }))
    server.auth.strategy('exportLink', 'export-link')
  },
}

interface Window {
  used: number
  /** End of the window, in ms of the steady clock. */
  endsAt: number
}

/** Counts in this process, in fixed windows that start with a company's first request. */
export function memoryRateLimiter(
  limit: number,
  windowSeconds: number = WINDOW_SECONDS,
  clock: SteadyClock = steadyClock,
): RateLimiter {
  const windows = new Map<number, Window>()
  return {
    async count(companyId, requests = 1) {
      // Whole milliseconds: a window must end exactly its length later.
      const now = Math.floor(clock())
      const before = windows.get(companyId)
      const { used, endsAt } =
        before !== undefined && before.endsAt > now
          ? before
          : { used: 0, endsAt: now + windowSeconds * 1000 }
      const allowed = used + requests <= limit
      const after = allowed ? used + requests : used
      if (allowed) windows.set(companyId, { used: after, endsAt })
      return {
        allowed,
        limit,
        windowSeconds,
        remaining: limit - after,
        resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
      }
    },
  }
}

/** Counts authenticated requests first, with the headers of draft-ietf-httpapi-ratelimit-headers on every response. */
export const companyRateLimit: Plugin<{ limiter: RateLimiter }> = {
  name: 'company-rate-limit',
  register(server, { limiter }) {
    server.ext('onCredentials', async (request, h) => {
      const caller = request.auth.credentials?.app
      if (caller === undefined || caller.counted) return h.continue
      onKnown.get(request.raw.req)?.()
      await count(request, caller.companyId, limiter)
      return h.continue
    })
    server.ext('onPreResponse', (request, h) => {
      const { allowance } = request.app
      if (allowance === undefined || 'isBoom' in request.response) return h.continue
      const { limit, windowSeconds, remaining, resetSeconds } = allowance
      request.response.header('ratelimit-policy', `"company";q=${limit};w=${windowSeconds}`)
      request.response.header('ratelimit', `"company";r=${remaining};t=${resetSeconds}`)
      return h.continue
    })
  },
}

/** The function to call once the key, login or link of an outside request proves valid. */
export const onKnown = new WeakMap<IncomingMessage, () => void>()

/** Counts a request refused before authentication if its key is valid. */
export async function countKeyed(request: Request, limiter: RateLimiter): Promise<void> {
  const known = await request.server.auth.test('apiKey', request).catch(() => null)
  if (known === null) return
  onKnown.get(request.raw.req)?.()
  await count(request, known.credentials.app!.companyId, limiter)
}

async function count(request: Request, companyId: number, limiter: RateLimiter): Promise<void> {
  const allowance = await limiter.count(companyId)
  request.app.allowance = allowance
  if (!allowance.allowed) throw rateLimited(allowance)
}

function rateLimited({ limit, windowSeconds, resetSeconds }: Allowance) {
  const detail = `Rate limit of ${limit} requests per ${windowSeconds} seconds reached. Try again in ${resetSeconds} s.`
  return problem('rate_limited', detail, { headers: { 'retry-after': resetSeconds } })
}
