import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '../../model/fresh.ts'
import { isTakenBack } from './errors.ts'

const MOST_ATTEMPTS = 20

/** Milliseconds that the wait before another attempt is below, of which it is a random part. */
const LONGEST_WAIT = 64

/** Makes an attempt, and another one where the server took it back because others were first; none begins after so many milliseconds. */
export async function repeated<Result>(attempt: () => Promise<Result>, patience = Infinity): Promise<Result> {
  const start = steadyClock()
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTakenBack(error) || count === MOST_ATTEMPTS) throw error
      await sleep(Math.random() * Math.min(2 ** count, LONGEST_WAIT))
      if (steadyClock() - start > patience) throw error
    }
  }
}
