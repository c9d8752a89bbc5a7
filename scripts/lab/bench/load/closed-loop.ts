import { Connections, type LoadRequest, type Outcome } from './connections.ts'
import { LatencyRecorder, type Latencies } from './latencies.ts'

export interface ClosedLoop {
  url: string
  request: LoadRequest
  connections: number
  warmUp: number
  seconds: number
}

export interface ClosedLoopResult {
  perSecond: number
  latencies: Latencies
}

export async function closedLoop({
  url,
  request,
  connections: count,
  warmUp,
  seconds,
}: ClosedLoop): Promise<ClosedLoopResult> {
  const connections = new Connections(url, count)
  const recorder = new LatencyRecorder()
  const counting = performance.now() + warmUp * 1000
  const end = counting + seconds * 1000
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let asked = performance.now(); asked < end; asked = performance.now()) {
        const outcome = await new Promise<Outcome>(done => connections.send(request, done))
        const answered = performance.now()
        if (asked >= counting && answered < end) recorder.record(answered - asked, outcome)
        if ('failed' in outcome) throw new Error(`${url} cannot be reached: ${outcome.failed}`)
      }
    }),
  )
  connections.close()
  const { latencies } = recorder
  return { perSecond: latencies.count / seconds, latencies }
}
