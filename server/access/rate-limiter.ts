import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What a company has left after a request was counted. */
export interface Allowance {
  allowed: boolean
  /** Requests per window. */
  limit: number
  windowSeconds: number
  /** Requests that would still pass in this window. */
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/** Counts requests per company. A store shared by several nodes would be another one of these. */
export interface RateLimiter {
  /** Counts one request, or several together: then either all of them or none. */
  count(companyId: number, requests?: number): Promise<Allowance>
}

export const WINDOW_SECONDS = 60

/** Counts in this process: fixed windows, each starting with a company's first request. */
export function memoryRateLimiter(limit: number, windowSeconds: number = WINDOW_SECONDS): RateLimiter {
  const windows = new RateLimiterMemory({ points: limit, duration: windowSeconds })
  const decide = async (companyId: number, requests: number): Promise<Allowance> => {
    const before = requests > 1 ? await windows.get(companyId) : null
    if (requests > (before?.remainingPoints ?? limit)) {
      const { remainingPoints = limit, msBeforeNext = windowSeconds * 1000 } = before ?? {}
      return { allowed: false, limit, windowSeconds, remaining: remainingPoints, resetSeconds: wholeSeconds(msBeforeNext) }
    }
    const [allowed, window] = await windows.consume(companyId, requests).then(
      result => [true, result] as const,
      (refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return [false, refusal] as const
        throw refusal
      })
    return { allowed, limit, windowSeconds, remaining: window.remainingPoints, resetSeconds: wholeSeconds(window.msBeforeNext) }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    // One after the other: what a look at the window finds left must still be there when it is taken.
    count(companyId, requests = 1) {
      const counted = last.then(() => decide(companyId, requests))
      last = counted.catch(() => undefined)
      return counted
    }
  }
}

/** Rounded up, and never none. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
