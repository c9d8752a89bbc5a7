import { addDays } from '../../../../server/core/model/dates.ts'
import { type LoadRequest, requestTo, toolCall } from '../support/bench-requests.ts'
import type { TimedRequest } from './open-loop.ts'

export interface Company {
  appId: number
  key: string
}

export interface MixOptions {
  companies: readonly Company[]
  /** Today, YYYY-MM-DD. */
  today: string
}

/** Kinds of requests and their share in percent. */
const SHARES = { recommendations: 55, apps: 20, alerts: 10, tools: 10, reports: 5 }
type Kind = keyof typeof SHARES
const KINDS = Object.entries(SHARES).flatMap(([kind, share]) =>
  Array.from({ length: share }, () => kind as Kind),
)

const FILTERS = [
  '&platforms=ios',
  '&networks=Moloco',
  '&actions=scale',
  '&granularity=campaign_geo&countries=US',
]
const FILTERED = 0.25
const OTHER_DAY = 0.2
const DAYS = 30

const TOOLS: ((appId: number) => [name: string, args: object])[] = [
  appId => ['svc_get_recommendations', { appId }],
  appId => ['svc_get_recommendations', { appId }],
  () => ['svc_list_apps', {}],
  appId => ['svc_get_report', { appId }],
  appId => ['svc_get_alerts', { appId }],
]

/** Draws requests one by one. */
export function mix({ companies, today }: MixOptions): (random: () => number) => TimedRequest {
  return random => {
    const kind = pick(KINDS, random)
    const { appId, key } = pick(companies, random)
    const group = kind === 'reports' ? kind : 'lists and tools'
    const get = (path: string): TimedRequest => ({ request: requestTo(path, key), group })
    switch (kind) {
      case 'recommendations':
        return get(
          `/v1/recommendations?appId=${appId}${random() < FILTERED ? pick(FILTERS, random) : ''}`,
        )
      case 'apps':
        return get('/v1/apps')
      case 'alerts':
        return get(`/v1/alerts?appId=${appId}`)
      case 'reports': {
        const endDate =
          random() < OTHER_DAY ? `&endDate=${addDays(today, -2 - Math.floor(random() * DAYS))}` : ''
        return get(`/v1/report?appId=${appId}&granularity=campaign${endDate}`)
      }
      case 'tools': {
        const call = toolCall(...pick(TOOLS, random)(appId))
        return { request: requestTo('/v1/mcp', key, call), group }
      }
    }
  }
}

/** Every repeated request, once per company. */
export function* repeatedRequests(companies: readonly Company[]): Iterable<LoadRequest> {
  for (const { appId, key } of companies) {
    for (const filter of ['', ...FILTERS])
      yield requestTo(`/v1/recommendations?appId=${appId}${filter}`, key)
    yield requestTo('/v1/apps', key)
    yield requestTo(`/v1/alerts?appId=${appId}`, key)
    for (const tool of TOOLS.slice(1)) yield requestTo('/v1/mcp', key, toolCall(...tool(appId)))
    yield requestTo(`/v1/report?appId=${appId}&granularity=campaign`, key)
  }
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!
}
