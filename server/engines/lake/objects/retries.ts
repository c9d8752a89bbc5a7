import { setTimeout as sleep } from 'node:timers/promises'
import { Passing } from './patience.ts'

const FIRST_MS = 50
const LONGEST_MS = 5000

export interface Tries {
  /** Tries in all. */
  most: number
  /** `performance.now()` after which no other try begins. */
  until: number
  signal?: AbortSignal | undefined
}

/** Tries again what came to nothing, after pauses that double, each cut short at random, so that nodes which failed together do not return together. */
export async function withRetries<Result>({ most, until, signal }: Tries, attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const pause = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS) * (0.5 + Math.random() / 2)
      if (!(error instanceof Passing) || tries >= most || performance.now() + pause > until) throw error
      await sleep(pause, undefined, { signal })
    }
  }
}
