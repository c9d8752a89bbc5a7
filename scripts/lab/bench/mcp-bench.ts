import { withLargeApp } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'
import { toolCall } from './support/bench-requests.ts'

const WARM_UP = 300
const ROUNDS = 100

/** Each tool with default arguments, and the REST request that it makes. */
const PAIRS = [
  ['svc_list_apps', {}, 'apps'],
  ['svc_get_recommendations', { appId: 1 }, 'recommendations?appId=1'],
  [
    'svc_get_report',
    { appId: 1 },
    'report?appId=1&granularity=campaign&metrics=spend,installs,cpi&order=newest&maturity=true&limit=100',
  ],
  ['svc_get_roas_history', { appId: 1 }, 'roas-history?appId=1&granularity=app&limit=50'],
  ['svc_get_alerts', { appId: 1 }, 'alerts?appId=1'],
] as const

export function mcp(): Promise<Measurement[]> {
  return withLargeApp(async service => {
    const rows: Measurement[] = []
    for (const [name, args, path] of PAIRS) {
      const tool = () => service.request('/v1/mcp', toolCall(name, args))
      const restRequest = () => service.request(`/v1/${path}`)
      for (let warm = 0; warm < WARM_UP; warm++) await Promise.all([tool(), restRequest()])
      const [toolTime, restTime] = await inTurn(ROUNDS, tool, restRequest)
      const goal = `at most ${(1 + 1.3 * restTime).toFixed(2)} ms`
      rows.push(measurement(`${name} / REST, repeated`, toolTime, restTime, 'ms', goal))
    }
    return rows
  })
}
