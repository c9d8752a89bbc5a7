import { setTimeout as sleep } from 'node:timers/promises'
import { chance } from '../../world/chance.ts'
import { Connections, type LoadRequest, type Outcome } from './connections.ts'
import { LatencyRecorder, type Latencies } from './latencies.ts'

export interface OpenLoop {
  url: string
  rate: number
  /** Seconds before requests count. */
  warmUp: number
  seconds: number
  connections: number
  seed: number
  /** Maximum wait for the last responses, s. */
  patience: number
  /** Whether to begin when the service is ready, and also group by second: `second 1`. */
  fromReady?: boolean
}

export interface OpenLoopResult {
  /** By the groups named by `next`. */
  groups: Record<string, Latencies>
  /** Delay of sending requests: the generator's own share of the latencies. */
  late: { p50: number; p99: number }
  /** CPU seconds of this process while requests counted. */
  cpu: number
  connections: number
}

export interface TimedRequest {
  request: LoadRequest
  groups: readonly string[]
}

export function secondName(second: number): string {
  return `second ${Math.max(1, second)}`
}

/** Polls every few milliseconds. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      async response => (await response.arrayBuffer(), response.status),
      () => 0,
    )
    if (status === 200) return
    await sleep(5)
  }
}

interface Pending {
  due: number
  groups: readonly string[]
}

/**
 * Sends requests at random times (a Poisson process), regardless of pending ones. Latency counts from when a request was due, so that a stalled
 * service is charged for all of them. `onBegun` is called when requests begin to count.
 */
export async function openLoop(
  { url, rate, warmUp, seconds, connections: most, seed, patience, fromReady = false }: OpenLoop,
  next: (random: () => number) => TimedRequest,
  onBegun: () => void = () => undefined,
): Promise<OpenLoopResult> {
  const { uniform: random } = chance(seed)
  const connections = new Connections(url, most)
  const recorders = new Map<string, LatencyRecorder>()
  const late = new LatencyRecorder()
  const pending = new Set<Pending>()
  if (fromReady) await untilReady(url)
  const start = performance.now()
  const counting = start + warmUp * 1000
  const end = counting + seconds * 1000
  let due = start
  let timer: NodeJS.Timeout | undefined
  let cpu: NodeJS.CpuUsage | undefined
  let finish!: () => void
  const ended = new Promise<void>(resolve => (finish = resolve))

  const record = ({ due, groups }: Pending, outcome: Outcome): void => {
    const time = performance.now() - due
    for (const group of groups) {
      let recorder = recorders.get(group)
      if (recorder === undefined) recorders.set(group, (recorder = new LatencyRecorder()))
      recorder.record(time, outcome)
    }
  }
  const sendOne = (now: number): void => {
    const { request, groups } = next(random)
    const counts = due >= counting
    if (counts && cpu === undefined) {
      cpu = process.cpuUsage()
      onBegun()
    }
    if (counts) late.record(now - due, { status: 200, retryAfter: false })
    const second = fromReady ? [secondName(Math.ceil((due - start) / 1000))] : []
    const sent: Pending = { due, groups: counts ? [...groups, ...second] : [] }
    pending.add(sent)
    connections.send(request, outcome => {
      pending.delete(sent)
      record(sent, outcome)
      // Timers have millisecond resolution: send everything due by now.
      if (due < end) sendDue()
      else if (pending.size === 0) finish()
    })
  }
  let sending = false
  function sendDue(): void {
    // A connection that fails at once must not send recursively.
    if (sending) return
    sending = true
    for (let now = performance.now(); due <= now && due < end; now = performance.now()) {
      sendOne(now)
      due += (-Math.log(1 - random()) * 1000) / rate
    }
    sending = false
    clearTimeout(timer)
    timer = undefined
    if (due < end) timer = setTimeout(sendDue, due - performance.now())
    else if (pending.size === 0) finish()
  }
  sendDue()
  const givenUp = setTimeout(finish, end - start + patience * 1000)
  await ended
  clearTimeout(givenUp)
  const used = process.cpuUsage(cpu)
  for (const sent of pending) record(sent, { failed: 'unanswered' })
  const count = connections.count
  connections.close()
  const { p50, p99 } = late.latencies
  return {
    groups: Object.fromEntries(
      [...recorders].map(([group, recorder]) => [group, recorder.latencies]),
    ),
    late: { p50, p99 },
    cpu: (used.user + used.system) / 1e6,
    connections: count,
  }
}
