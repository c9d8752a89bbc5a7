import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum wait of a scrape, ms; a value that takes longer repeats the previous one. */
const PATIENCE = 200

/** Waits for `work`, at most 200 ms. */
export async function settleWithin(work: Promise<unknown>): Promise<void> {
  const timerAbort = new AbortController()
  const enough = sleep(PATIENCE, undefined, { ref: false, signal: timerAbort.signal })
  await Promise.race([work, enough]).catch(() => undefined)
  timerAbort.abort()
  await enough.catch(() => undefined)
}
