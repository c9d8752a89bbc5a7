import { askedWait } from './asked-wait.ts'
import { ApiError, ConnectionError } from './errors.ts'

const FIRST_WAIT = 500
const LONGEST_BACKOFF = 8_000
/** The service's window is a minute; a wait of more is not one to sit through unasked. */
const LONGEST_ASKED_WAIT = 60_000

/**
 * Milliseconds to wait before the next attempt; undefined when there should be none. What the service asks for is waited in full
 * (a little more, so that callers do not all come back at once); otherwise the wait doubles, with jitter.
 * @param retries retries made so far
 */
export function retryWait(error: unknown, retries: number): number | undefined {
  if (error instanceof ApiError) {
    const { status, headers } = error
    if (status !== 408 && status !== 429 && status < 500) return undefined
    const asked = askedWait(headers)
    if (asked !== undefined) return asked > LONGEST_ASKED_WAIT ? undefined : asked + 100 * Math.random()
  } else if (!(error instanceof ConnectionError)) {
    return undefined
  }
  return Math.min(FIRST_WAIT * 2 ** retries, LONGEST_BACKOFF) * (0.5 + Math.random() / 2)
}
