import { steadyClock, type SteadyClock } from '../model/fresh.ts'

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

/** Counts requests per company. A store that several nodes share has another one of these. */
export interface RateLimiter {
  /** Counts one request, or several together: then either all of them or none. */
  count(companyId: number, requests?: number): Promise<Allowance>
}

export const WINDOW_SECONDS = 60

interface Window {
  used: number
  /** In ms of the steady clock. */
  endsAt: number
}

/** Counts in this process: fixed windows, each starting with a company's first request. It keeps one small window a company. */
export function memoryRateLimiter(limit: number, windowSeconds: number = WINDOW_SECONDS, clock: SteadyClock = steadyClock): RateLimiter {
  const windows = new Map<number, Window>()
  return {
    async count(companyId, requests = 1) {
      // Whole ones: the end of a window must be as far off as the window is long.
      const now = Math.floor(clock())
      const before = windows.get(companyId)
      const { used, endsAt } = before !== undefined && before.endsAt > now ? before : { used: 0, endsAt: now + windowSeconds * 1000 }
      const allowed = used + requests <= limit
      const after = allowed ? used + requests : used
      if (allowed) windows.set(companyId, { used: after, endsAt })
      return { allowed, limit, windowSeconds, remaining: limit - after, resetSeconds: wholeSeconds(endsAt - now) }
    },
  }
}

/** Rounded up, and never none. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
