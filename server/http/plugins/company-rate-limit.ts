import type { Plugin, Request } from '@hapi/hapi'
import { problem } from '../../checks/problem.ts'
import type { Allowance, RateLimiter } from '../../access/rate-limiter.ts'

/**
 * Counts every authenticated request for its company, before anything else is looked at. Every answer to one says what is
 * left, in the headers of draft-ietf-httpapi-ratelimit-headers.
 */
export const companyRateLimit: Plugin<{ limiter: RateLimiter }> = {
  name: 'company-rate-limit',
  register(server, { limiter }) {
    server.ext('onCredentials', async (request, h) => {
      const caller = request.auth.credentials?.app
      if (caller === undefined || caller.counted) return h.continue
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

/** Counts a request that is refused before a key is asked for, when it carries a valid one all the same. */
export async function countKeyed(request: Request, limiter: RateLimiter): Promise<void> {
  const known = await request.server.auth.test('apiKey', request).catch(() => null)
  if (known !== null) await count(request, known.credentials.app!.companyId, limiter)
}

async function count(request: Request, companyId: number, limiter: RateLimiter): Promise<void> {
  const allowance = await limiter.count(companyId)
  request.app.allowance = allowance
  if (!allowance.allowed) throw rateLimited(allowance)
}

/** The 429 of a company that has used up its requests, or has fewer left than were asked for together. */
export function rateLimited({ limit, windowSeconds, resetSeconds }: Allowance) {
  const detail = `The company's ${limit} requests per ${windowSeconds} seconds are used up. Try again in ${resetSeconds} s.`
  return problem('rate_limited', detail, { headers: { 'retry-after': resetSeconds } })
}
