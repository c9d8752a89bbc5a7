import { StoreBusy } from '../model/store.ts'

/** A company's id; null: nobody's in particular, which counts as one more. */
type Company = number | null

export interface TurnsOptions {
  /** Pieces of work at once. */
  turns: number
  /** Pieces of work of one company that may wait. */
  mostWaiting: number
}

/**
 * Gives out a number of turns, company by company in a round. While others wait a company holds at most half of the turns, rounded
 * up; alone all but one, so that whoever comes next need not wait until long work ends.
 */
export class Turns {
  readonly #turns: number
  readonly #mostWaiting: number
  /** Work that waits, by company; the first company comes next. No queue is empty. */
  readonly #waiting = new Map<Company, Set<() => void>>()
  readonly #held = new Map<Company, number>()
  #free: number

  /** Turns that were given out, and the milliseconds that they were waited for, since the start. */
  #given = 0
  #waited = 0

  constructor({ turns, mostWaiting }: TurnsOptions) {
    this.#turns = turns
    this.#mostWaiting = mostWaiting
    this.#free = turns
  }

  /**
   * Calls `start` when it is the company's turn, at once or later. Answers what to call when the work is done or not wanted any more:
   * it gives the turn back, or leaves the queue; calling it again does nothing.
   * @throws StoreBusy when too much of the company's work is waiting
   */
  take(company: Company, start: () => void): () => void {
    const queue = this.#waiting.get(company) ?? new Set()
    if (queue.size >= this.#mostWaiting) throw new StoreBusy(`${queue.size} pieces of the company's work wait already`)
    let state: 'waiting' | 'working' | 'over' = 'waiting'
    const since = performance.now()
    const begin = (): void => {
      state = 'working'
      this.#given++
      this.#waited += performance.now() - since
      start()
    }
    queue.add(begin)
    this.#waiting.set(company, queue)
    this.#giveOut()
    return () => {
      if (state === 'working') this.#giveBack(company)
      if (state === 'waiting') this.#leave(company, begin)
      state = 'over'
      this.#giveOut()
    }
  }

  /** Pieces of work that wait and that run now, turns that were given out since the start, and the seconds that they were waited for. */
  get state(): { waiting: number; running: number; given: number; secondsWaited: number } {
    let waiting = 0
    for (const queue of this.#waiting.values()) waiting += queue.size
    return { waiting, running: this.#turns - this.#free, given: this.#given, secondsWaited: this.#waited / 1000 }
  }

  #giveOut(): void {
    while (this.#free > 0) {
      const company = this.#next()
      if (company === undefined) return
      const queue = this.#waiting.get(company)!
      const [begin] = queue
      this.#leave(company, begin!)
      // To the end of the round.
      if (this.#waiting.delete(company)) this.#waiting.set(company, queue)
      this.#free--
      this.#held.set(company, this.#holds(company) + 1)
      begin!()
    }
  }

  /** Who comes next; undefined where nobody may. */
  #next(): Company | undefined {
    const share = this.#waiting.size > 1 ? Math.ceil(this.#turns / 2) : Math.max(1, this.#turns - 1)
    for (const company of this.#waiting.keys()) if (this.#holds(company) < share) return company
    return undefined
  }

  #holds(company: Company): number {
    return this.#held.get(company) ?? 0
  }

  #giveBack(company: Company): void {
    this.#free++
    const left = this.#holds(company) - 1
    if (left === 0) this.#held.delete(company)
    else this.#held.set(company, left)
  }

  #leave(company: Company, begin: () => void): void {
    const queue = this.#waiting.get(company)!
    queue.delete(begin)
    if (queue.size === 0) this.#waiting.delete(company)
  }
}
