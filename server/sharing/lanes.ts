import { counter, gauge, type Metric } from '../model/metric.ts'
import type { Work } from '../model/work.ts'
import { Turns } from './turns.ts'

/** Work up to this cost, in cells read, is light: a tenth of a second on two cores, or so. */
export const LIGHT = 5_000_000

/** Whether work of that cost is done at once, as a person sees it. */
export function isLight(cost: number): boolean {
  return cost <= LIGHT
}

/** Pieces of a company's work that may wait. A page of many small answers asks for all of them at once; large ones take seconds each. */
const MOST_WAITING = { light: 200, heavy: 20 }

/** Most turns: more small queries at once only share out the same processors; a large one can take most of the memory by itself. */
const MOST_TURNS = { light: 4, heavy: 2 }

/**
 * The turns of all work on the data, in two lanes, so that what is done at once never stands behind what takes seconds. Which lane it is
 * depends on what the work is estimated to cost, not on who asks.
 */
export class Lanes {
  readonly #light: Turns
  readonly #heavy: Turns

  /** @param threads of libuv's pool: a query takes one while it runs, and files, names and compression need the others. */
  constructor(threads: number = poolThreads(process.env)) {
    const turns = (most: number, share: number): number => Math.min(most, Math.max(1, Math.floor(threads * share)))
    this.#light = new Turns({ turns: turns(MOST_TURNS.light, 1 / 4), mostWaiting: MOST_WAITING.light })
    this.#heavy = new Turns({ turns: turns(MOST_TURNS.heavy, 1 / 2), mostWaiting: MOST_WAITING.heavy })
  }

  /**
   * Waits for a turn for work of that cost, in cells read; answers what gives it back. Rejects with the signal's reason when that
   * fires before, and with `StoreBusy` when too much of the company's work is waiting.
   */
  async turn({ companyId, signal }: Work, cost: number): Promise<() => void> {
    signal.throwIfAborted()
    const lane = isLight(cost) ? this.#light : this.#heavy
    return new Promise((resolve, reject) => {
      let begun = false
      const giveUp = (): void => {
        over()
        reject(signal.reason as Error)
      }
      const over = lane.take(companyId, () => {
        begun = true
        signal.removeEventListener('abort', giveUp)
        // Where a turn is free, `take` has not answered yet.
        queueMicrotask(() => resolve(over))
      })
      if (!begun) signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** Does work in its turn. */
  async during<Result>(work: Work, cost: number, use: () => Promise<Result>): Promise<Result> {
    const over = await this.turn(work, cost)
    try {
      return await use()
    } finally {
      over()
    }
  }

  /** How long the queues are, and how long work has waited in them. */
  metrics(): Metric[] {
    return Object.entries({ light: this.#light, heavy: this.#heavy }).flatMap(([lane, turns]) => {
      const { waiting, running, given, secondsWaited } = turns.state
      return [
        gauge('uascope_queue_waiting', 'Pieces of work that wait for their turn.', waiting, { lane }),
        gauge('uascope_queue_running', 'Pieces of work that have their turn.', running, { lane }),
        counter('uascope_queue_turns_total', 'Turns that were given out.', given, { lane }),
        counter('uascope_queue_wait_seconds_total', 'Seconds that work waited until its turn came.', secondsWaited, { lane }),
      ]
    })
  }
}

/** Threads of libuv's pool, as libuv itself reads the variable when the process begins. */
export function poolThreads({ UV_THREADPOOL_SIZE: size }: NodeJS.ProcessEnv): number {
  return size === undefined || size === '' ? 4 : Math.min(1024, Math.max(1, Number.parseInt(size, 10) || 1))
}
