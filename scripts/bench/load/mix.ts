import { addDays } from '../../../server/model/dates.ts'
import type { TimedRequest } from './open-loop.ts'
import { pick } from './random.ts'

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
  url: string
  companies: readonly Company[]
  kinds: readonly Kind[]
  /** Today, YYYY-MM-DD. */
  today: string
}

const FILTERS = ['&platforms=ios', '&networks=Moloco', '&actions=scale', '&granularity=campaign_geo&countries=US']
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

/** Draws requests one by one. Kinds that are left out lower the rate. */
export function mix({ url, companies, kinds, today }: MixOptions): (random: () => number) => TimedRequest {
  const write = requestWriter(url)
  const drawn = kinds.flatMap(kind => Array.from({ length: SHARES[kind] }, () => kind))
  const groups = Object.fromEntries(
    kinds.map(kind => [kind, kind === 'reports' ? [kind, LIGHT] : [kind, LIGHT, LISTS]]),
  ) as unknown as Record<Kind, string[]>
  return random => {
    const kind = pick(drawn, random)
    const { appId, key } = pick(companies, random)
    const get = (path: string): TimedRequest => ({ bytes: write(path, key), groups: groups[kind] })
    switch (kind) {
      case 'recommendations':
        return get(`/v1/recommendations?appId=${appId}${random() < FILTERED ? pick(FILTERS, random) : ''}`)
      case 'apps':
        return get('/v1/apps')
      case 'alerts':
        return get(`/v1/alerts?appId=${appId}`)
      case 'reports': {
        const endDate = random() < OTHER_DAY ? `&endDate=${addDays(today, -2 - Math.floor(random() * DAYS))}` : ''
        return get(`/v1/report?appId=${appId}&granularity=campaign${endDate}`)
      }
      case 'tools': {
        const [name, args] = pick(TOOLS, random)(appId)
        return { bytes: write('/v1/mcp', key, toolCall(name, args)), groups: groups.tools }
      }
    }
  }
}

/** Every repeated request, once per company. */
export function* usual({ url, companies, kinds }: MixOptions): Iterable<string> {
  const write = requestWriter(url)
  for (const { appId, key } of companies) {
    const asked: Record<Kind, string[]> = {
      recommendations: ['', ...FILTERS].map(filter => write(`/v1/recommendations?appId=${appId}${filter}`, key)),
      apps: [write('/v1/apps', key)],
      alerts: [write(`/v1/alerts?appId=${appId}`, key)],
      tools: TOOLS.slice(1).map(tool => write('/v1/mcp', key, toolCall(...tool(appId)))),
      reports: [write(`/v1/report?appId=${appId}&granularity=campaign`, key)],
    }
    for (const kind of kinds) yield* asked[kind]
  }
}

export function shareOf(kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + SHARES[kind], 0) / 100
}

export function toolCall(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
}

export function requestWriter(url: string): (path: string, key: string, body?: string) => string {
  const { host } = new URL(url)
  return (path, key, body) => {
    const head = `${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n`
    if (body === undefined) return `GET ${head}Accept: */*\r\n\r\n`
    return `POST ${head}Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
}
