import { createHistogram } from 'node:perf_hooks'
import type { Outcome } from './connections.ts'

/** Latencies of one kind of request, ms from when each was due. */
export interface Latencies {
  count: number
  p50: number
  p90: number
  p99: number
  slowest: number
  /** 503 with Retry-After: the service was overloaded. Their times do not count. */
  refused: number
  /** Anything else that is not 200, by status or reason; `unanswered` at the end of the wait. */
  errors: Record<string, number>
}

/** An hour, in microseconds. */
const LONGEST = 3_600_000_000

export class LatencyRecorder {
  readonly #histogram = createHistogram({ lowest: 1, highest: LONGEST, figures: 3 })
  readonly #errors: Record<string, number> = {}
  #count = 0
  #refused = 0

  /** @param milliseconds since the request was due */
  record(milliseconds: number, outcome: Outcome): void {
    this.#count++
    if ('failed' in outcome) this.#fault(outcome.failed)
    else if (outcome.status === 503 && outcome.retryAfter) {
      this.#refused++
      return
    } else if (outcome.status !== 200) this.#fault(String(outcome.status))
    this.#histogram.record(Math.min(LONGEST, Math.max(1, Math.round(milliseconds * 1000))))
  }

  get latencies(): Latencies {
    const at = (percentile: number): number =>
      this.#histogram.count === 0 ? NaN : this.#histogram.percentile(percentile) / 1000
    const [count, refused, errors] = [this.#count, this.#refused, this.#errors]
    return { count, p50: at(50), p90: at(90), p99: at(99), slowest: at(100), refused, errors }
  }

  #fault(name: string): void {
    this.#errors[name] = (this.#errors[name] ?? 0) + 1
  }
}
