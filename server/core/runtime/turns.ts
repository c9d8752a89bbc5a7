import { ownBounds } from './machine.ts'
import { counter, gauge, type Metric } from './metric.ts'
import type { Work } from './work.ts'

/** Too much of the company's work is waiting. */
export class StoreBusy extends Error {
  override name = 'StoreBusy'
}

/** Null counts as another company. */
type Company = number | null

type Queue = Set<() => void>

interface TurnsOptions {
  turns: number
  mostWaiting: number
}

/**
 * Round-robin turns by company. While others wait, a company holds at most half of the turns, rounded up; alone, all except one, so that
 * another company need not wait for long work.
 */
export class Turns {
  readonly #turns: number
  readonly #mostWaiting: number
  /** The next company is first; no queue is empty. */
  readonly #waiting = new Map<Company, Queue>()
  readonly #held = new Map<Company, number>()
  #free: number

  /** Number of turns given, and their total waiting time, ms. */
  #granted = 0
  #waited = 0

  constructor({ turns, mostWaiting }: TurnsOptions) {
    this.#turns = turns
    this.#mostWaiting = mostWaiting
    this.#free = turns
  }

  /**
   * Calls `start` when it is the company's turn, possibly immediately. The returned function releases the turn or leaves the queue; repeated
   * calls do nothing.
   * @throws StoreBusy if too much of the company's work is waiting
   */
  take(company: Company, start: () => void): () => void {
    const queue: Queue = this.#waiting.get(company) ?? new Set()
    if (queue.size >= this.#mostWaiting)
      throw new StoreBusy(`${queue.size} tasks of the company already wait`)
    let state: 'waiting' | 'working' | 'over' = 'waiting'
    const since = performance.now()
    const begin = (): void => {
      state = 'working'
      this.#granted++
      this.#waited += performance.now() - since
      start()
    }
    queue.add(begin)
    this.#waiting.set(company, queue)
    this.#giveOut()
    return () => {
      if (state === 'working') this.#giveBack(company)
      if (state === 'waiting') this.#leave(company, queue, begin)
      state = 'over'
      this.#giveOut()
    }
  }

  /** Waiting and running tasks, turns given, and total waiting time, s. */
  get state(): { waiting: number; running: number; granted: number; secondsWaited: number } {
    let waiting = 0
    for (const queue of this.#waiting.values()) waiting += queue.size
    return {
      waiting,
      running: this.#turns - this.#free,
      granted: this.#granted,
      secondsWaited: this.#waited / 1000,
    }
  }

  #giveOut(): void {
    while (this.#free > 0) {
      const next = this.#next()
      if (next === undefined) return
      const { company, queue, begin } = next
      this.#leave(company, queue, begin)
      // The company moves to the end of the round.
      if (this.#waiting.delete(company)) this.#waiting.set(company, queue)
      this.#free--
      this.#held.set(company, this.#holds(company) + 1)
      begin()
    }
  }

  /** Undefined if no company may start. */
  #next(): { company: Company; queue: Queue; begin: () => void } | undefined {
    const share = this.#waiting.size > 1 ? Math.ceil(this.#turns / 2) : Math.max(1, this.#turns - 1)
    for (const [company, queue] of this.#waiting) {
      const [begin] = queue
      if (begin !== undefined && this.#holds(company) < share) return { company, queue, begin }
    }
    return undefined
  }

  #holds(company: Company): number {
    return this.#held.get(company) ?? 0
  }

  #giveBack(company: Company): void {
    this.#free++
    const remaining = this.#holds(company) - 1
    if (remaining === 0) this.#held.delete(company)
    else this.#held.set(company, remaining)
  }

  #leave(company: Company, queue: Queue, begin: () => void): void {
    queue.delete(begin)
    if (queue.size === 0) this.#waiting.delete(company)
  }
}

/** Maximum cost, in cells read, of light work: about a tenth of a second on two cores. */
export const LIGHT = 5_000_000

export function isLight(cost: number): boolean {
  return cost <= LIGHT
}

/** Maximum waiting tasks per company. A page requests many small responses at once; large ones take seconds each. */
const MAX_WAITING = { light: 200, heavy: 20 }

/** More small queries would only share processors. */
const MAX_LIGHT = 4

/** Two lanes, so that light work never waits for heavy work. Estimated cost decides, not the caller. */
export class Lanes {
  readonly #light: Turns
  readonly #heavy: Turns

  /**
   * @param threads of libuv's pool: each query takes one; files, DNS and compression need the others
   * @param heavyTurns maximum: a large query may take most of the memory
   */
  constructor(
    threads: number = poolThreads(process.env),
    heavyTurns: number = ownBounds().heavyTurns,
  ) {
    const turns = (most: number, share: number): number =>
      Math.min(most, Math.max(1, Math.floor(threads * share)))
    this.#light = new Turns({ turns: turns(MAX_LIGHT, 1 / 4), mostWaiting: MAX_WAITING.light })
    this.#heavy = new Turns({ turns: turns(heavyTurns, 1 / 2), mostWaiting: MAX_WAITING.heavy })
  }

  /** Waits for a turn; the returned function releases it. Rejects with the signal's reason, and with `StoreBusy`. */
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
        // `take` may call back before it returns.
        queueMicrotask(() => resolve(over))
      })
      if (!begun) signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  async during<Result>(work: Work, cost: number, use: () => Promise<Result>): Promise<Result> {
    const over = await this.turn(work, cost)
    try {
      return await use()
    } finally {
      over()
    }
  }

  metrics(): Metric[] {
    return Object.entries({ light: this.#light, heavy: this.#heavy }).flatMap(([lane, turns]) => {
      const { waiting, running, granted, secondsWaited } = turns.state
      return [
        gauge('uascope_queue_waiting', 'Tasks that wait for their turn.', waiting, { lane }),
        gauge('uascope_queue_running', 'Tasks that have their turn.', running, { lane }),
        counter('uascope_queue_turns_total', 'Turns granted.', granted, { lane }),
        counter(
          'uascope_queue_wait_seconds_total',
          'Seconds that tasks waited for their turn.',
          secondsWaited,
          { lane },
        ),
      ]
    })
  }
}

/** As libuv reads the variable at start. */
export function poolThreads({ UV_THREADPOOL_SIZE: size }: NodeJS.ProcessEnv): number {
  return size === undefined || size === ''
    ? 4
    : Math.min(1024, Math.max(1, Number.parseInt(size, 10) || 1))
}
