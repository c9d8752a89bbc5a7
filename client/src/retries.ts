import { ApiError, ConnectionError, retryAfterMs } from './errors.ts'

const FIRST_WAIT = 500
const LONGEST_BACKOFF = 8_000
/** The service's window is a minute. Longer waits are left to the caller. */
const MAX_RETRY_AFTER = 60_000

/**
 * Milliseconds to wait before the next attempt; undefined for no further attempt. Waits slightly longer than the service asks,
 * so that callers do not all return at the same time; otherwise the wait doubles, with jitter.
 * @param retries retries made so far
 */
export function retryWait(error: unknown, retries: number): number | undefined {
  if (error instanceof ApiError) {
    const { status, headers, code } = error
    // The same request would fail again and slow down others.
    if (code === 'insufficient_memory') return undefined
    if (status !== 408 && status !== 429 && status < 500) return undefined
    const retryAfter = retryAfterMs(headers)
    if (retryAfter !== undefined)
      return retryAfter > MAX_RETRY_AFTER ? undefined : retryAfter + 100 * Math.random()
  } else if (!(error instanceof ConnectionError)) {
    return undefined
  }
  return Math.min(FIRST_WAIT * 2 ** retries, LONGEST_BACKOFF) * (0.5 + Math.random() / 2)
}
