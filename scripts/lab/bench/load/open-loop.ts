import { createHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'
import { chance } from '../../world/chance.ts'
import { type LoadRequest, type Outcome, send } from '../support/bench-requests.ts'

/** Latencies of a group of requests, ms from when each was due. */
export interface Latencies {
  count: number
  p50: number
  p99: number
  slowest: number
  /** 503 with Retry-After: the service was overloaded. Their times do not count. */
  refused: number
  /** Anything else that is not 200, by status or reason; `unanswered` at the end of the wait. */
  errors: Record<string, number>
}

/** An hour, in microseconds. */
const LONGEST = 3_600_000_000

class LatencyRecorder {
  readonly #histogram = createHistogram({ lowest: 1, highest: LONGEST, figures: 3 })
  readonly #errors: Record<string, number> = {}
  #count = 0
  #refused = 0

  /** @param milliseconds since the request was due */
  record(milliseconds: number, outcome: Outcome): void {
    this.#count++
    if (!('failed' in outcome) && outcome.status === 503 && outcome.retryAfter !== undefined) {
      this.#refused++
      return
    }
    const reason = 'failed' in outcome ? outcome.failed : String(outcome.status)
    if (reason !== '200') this.#errors[reason] = (this.#errors[reason] ?? 0) + 1
    this.#histogram.record(Math.min(LONGEST, Math.max(1, Math.round(milliseconds * 1000))))
  }

  get latencies(): Latencies {
    const at = (percentile: number): number =>
      this.#histogram.count === 0 ? NaN : this.#histogram.percentile(percentile) / 1000
    const [count, refused, errors] = [this.#count, this.#refused, { ...this.#errors }]
    return { count, p50: at(50), p99: at(99), slowest: at(100), refused, errors }
  }
}

export interface OpenLoop {
  url: string
  /** Requests a second. */
  rate: number
  /** Seconds before requests count. */
  warmUp: number
  seconds: number
  connections: number
  seed: number
  /** Maximum wait for the last responses, s. */
  patience: number
}

export interface TimedRequest {
  request: LoadRequest
  group: string
}

export interface OpenLoopResult {
  all: Latencies
  groups: Record<string, Latencies>
  /** Delay of sending requests: the generator's own share of the latencies. */
  late: Latencies
}

interface Pending {
  due: number
  recorders: readonly LatencyRecorder[]
}

/**
 * Sends requests at random times (a Poisson process), regardless of pending ones. Latency counts from when a request was due, so that a stalled
 * service is charged for all of them. `next` gets the seconds since the start; `onBegun` is called when requests begin to count.
 */
export async function openLoop(
  { url, rate, warmUp, seconds, connections, seed, patience }: OpenLoop,
  next: (random: () => number, at: number) => TimedRequest,
  onBegun: () => void,
): Promise<OpenLoopResult> {
  const { uniform: random } = chance(seed)
  const pool = new Pool(url, { connections })
  const [all, late] = [new LatencyRecorder(), new LatencyRecorder()]
  const groups = new Map<string, LatencyRecorder>()
  const pending = new Set<Pending>()
  const start = performance.now()
  const counting = start + warmUp * 1000
  const end = counting + seconds * 1000
  let due = start
  let timer: NodeJS.Timeout | undefined
  let hasBegun = false
  let finish!: () => void
  const ended = new Promise<void>(resolve => (finish = resolve))

  const record = ({ due, recorders }: Pending, outcome: Outcome): void => {
    const time = performance.now() - due
    for (const recorder of recorders) recorder.record(time, outcome)
  }
  const sendOne = (now: number): void => {
    const { request, group } = next(random, (due - start) / 1000)
    const sent: Pending = { due, recorders: [] }
    if (due >= counting) {
      if (!hasBegun) onBegun()
      hasBegun = true
      late.record(now - due, { status: 200, retryAfter: undefined })
      if (!groups.has(group)) groups.set(group, new LatencyRecorder())
      sent.recorders = [all, groups.get(group)!]
    }
    pending.add(sent)
    void send(pool, request).then(outcome => {
      pending.delete(sent)
      record(sent, outcome)
      // Timers have millisecond resolution: send everything due by now.
      sendDue()
    })
  }
  function sendDue(): void {
    for (let now = performance.now(); due <= now && due < end; now = performance.now()) {
      sendOne(now)
      due += (-Math.log(1 - random()) * 1000) / rate
    }
    clearTimeout(timer)
    if (due < end) timer = setTimeout(sendDue, due - performance.now())
    else if (pending.size === 0) finish()
  }
  sendDue()
  const patienceTimer = setTimeout(finish, end - start + patience * 1000)
  await ended
  clearTimeout(patienceTimer)
  due = end
  for (const sent of pending) record(sent, { failed: 'unanswered' })
  void pool.destroy()
  return {
    all: all.latencies,
    groups: Object.fromEntries([...groups].map(([name, { latencies }]) => [name, latencies])),
    late: late.latencies,
  }
}
