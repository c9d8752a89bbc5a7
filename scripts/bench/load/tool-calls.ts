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
  const measureOnce = async () => ({
    rest: (await ask(restRequest, MANY)).perSecond,
    call: (await ask(call, MANY)).perSecond,
    list: (await ask(list, MANY)).perSecond,
    oneRest: (await ask(restRequest, 1)).p50,
    oneCall: (await ask(call, 1)).p50,
  })
  const rounds: Awaited<ReturnType<typeof measureOnce>>[] = []
  // In turn, so that drift affects both equally.
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureOnce())
  const medianOf = (name: keyof (typeof rounds)[number]): number => median(rounds.map(round => round[name]))
  const most = `at most ${(1.3 * medianOf('oneRest') + 0.5).toFixed(2)} ms`
  return [
    measurement(
      `svc_get_recommendations / REST, repeated, ${MANY} connections`,
      medianOf('call'),
      medianOf('rest'),
      'req/s',
      'at least 0.5',
    ),
    measurement('svc_get_recommendations / REST, repeated, one connection, p50', medianOf('oneCall'), medianOf('oneRest'), 'ms', most),
    measurement(`tools/list, ${MANY} connections`, medianOf('list'), NaN, 'req/s', 'at least 10,000'),
  ]
}
