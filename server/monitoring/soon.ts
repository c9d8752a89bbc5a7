import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum wait of a metrics request, ms; later values are reported as last known. */
const PATIENCE = 200

/** Resolves once the work is done or has failed, and at the latest after a fifth of a second; the work goes on. */
export async function soon(work: Promise<unknown>): Promise<void> {
  const bored = new AbortController()
  const enough = sleep(PATIENCE, undefined, { ref: false, signal: bored.signal })
  await Promise.race([work, enough]).catch(() => undefined)
  bored.abort()
  await enough.catch(() => undefined)
}
