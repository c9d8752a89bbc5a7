import { addDays } from '../../../../server/core/model/dates.ts'
import type { LoadRequest } from './connections.ts'
import type { TimedRequest } from './open-loop.ts'

export interface Company {
  appId: number
  key: string
}

/** Kinds of requests and their share in percent. */
export const SHARES = { recommendations: 55, apps: 20, alerts: 10, tools: 10, reports: 5 }
export type Kind = keyof typeof SHARES

export const LIGHT = 'all of the mix'
export const LISTS = 'all but reports'

export interface MixOptions {
  companies: readonly Company[]
  kinds: readonly Kind[]
  /** Today, YYYY-MM-DD. */
  today: string
}

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

/** Draws requests one by one. Omitted kinds lower the rate. */
export function mix({
  companies,
  kinds,
  today,
}: MixOptions): (random: () => number) => TimedRequest {
  const drawn = kinds.flatMap(kind => Array.from({ length: SHARES[kind] }, () => kind))
  const groups = Object.fromEntries(
    kinds.map(kind => [kind, kind === 'reports' ? [kind, LIGHT] : [kind, LIGHT, LISTS]]),
  ) as unknown as Record<Kind, string[]>
  return random => {
    const kind = pick(drawn, random)
    const { appId, key } = pick(companies, random)
    const get = (path: string): TimedRequest => ({
      request: requestTo(path, key),
      groups: groups[kind],
    })
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
        const [name, args] = pick(TOOLS, random)(appId)
        return { request: requestTo('/v1/mcp', key, toolCall(name, args)), groups: groups.tools }
      }
    }
  }
}

/** Every repeated request, once per company. */
export function* usual({ companies, kinds }: MixOptions): Iterable<LoadRequest> {
  for (const { appId, key } of companies) {
    const asked: Record<Kind, LoadRequest[]> = {
      recommendations: ['', ...FILTERS].map(filter =>
        requestTo(`/v1/recommendations?appId=${appId}${filter}`, key),
      ),
      apps: [requestTo('/v1/apps', key)],
      alerts: [requestTo(`/v1/alerts?appId=${appId}`, key)],
      tools: TOOLS.slice(1).map(tool => requestTo('/v1/mcp', key, toolCall(...tool(appId)))),
      reports: [requestTo(`/v1/report?appId=${appId}&granularity=campaign`, key)],
    }
    for (const kind of kinds) yield* asked[kind]
  }
}

export function shareOf(kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + SHARES[kind], 0) / 100
}

export function toolCall(name: string, args: object): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
}

export function requestTo(path: string, key: string, body?: string): LoadRequest {
  const authorization = `Bearer ${key}`
  if (body === undefined) return { method: 'GET', path, headers: { authorization } }
  const headers = {
    authorization,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  return { method: 'POST', path, headers, body }
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!
}
