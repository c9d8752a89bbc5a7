import { measurement, median, type Measurement } from '../support/measurement.ts'
import type { LoadBench } from './load-bench.ts'
import type { LoadRequest } from './connections.ts'
import { requestTo, toolCall } from './mix.ts'
import { generateClosed } from './start-generator.ts'

const ROUNDS = 3
const MANY = 32
const WARM_UP = 1

export async function tools({ service: { url }, store: { companies }, seconds }: LoadBench): Promise<Measurement[]> {
  const { appId, key } = companies[0]!
  const restRequest = requestTo(`/v1/recommendations?appId=${appId}`, key)
  const call = requestTo('/v1/mcp', key, toolCall('svc_get_recommendations', { appId }))
  const list = requestTo('/v1/mcp', key, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }))
  const ask = async (request: LoadRequest, connections: number): Promise<{ perSecond: number; p50: number }> => {
    const { perSecond, latencies } = await generateClosed({
      url,
      request,
      connections,
      warmUp: WARM_UP,
      seconds: Math.max(2, seconds / 10),
    })
    const [error] = Object.keys(latencies.errors)
    if (error !== undefined) throw new Error(`${error} for ${request.path}`)
    return { perSecond, p50: latencies.p50 }
  }
  const found: Record<'rest' | 'call' | 'list' | 'oneRest' | 'oneCall', number[]> = {
    rest: [],
    call: [],
    list: [],
    oneRest: [],
    oneCall: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    // In turn, so that drift affects both equally.
    found.rest.push((await ask(restRequest, MANY)).perSecond)
    found.call.push((await ask(call, MANY)).perSecond)
    found.list.push((await ask(list, MANY)).perSecond)
    found.oneRest.push((await ask(restRequest, 1)).p50)
    found.oneCall.push((await ask(call, 1)).p50)
  }
  const oneRest = median(found.oneRest)
  return [
    measurement(
      `svc_get_recommendations / REST, repeated, ${MANY} connections`,
      median(found.call),
      median(found.rest),
      'req/s',
      'at least 0.5',
    ),
    measurement(
      'svc_get_recommendations / REST, repeated, one connection, p50',
      median(found.oneCall),
      oneRest,
      'ms',
      `at most ${(1.3 * oneRest + 0.5).toFixed(2)} ms`,
    ),
    measurement(`tools/list, ${MANY} connections`, median(found.list), NaN, 'req/s', 'at least 10,000'),
  ]
}
