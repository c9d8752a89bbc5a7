import { createHash } from 'node:crypto'
import type { Server } from '@hapi/hapi'

const REPORT =
  '/v1/report?appId=1&granularity=campaign_geo&metrics=spend,revenue&startDate=2025-12-20'
const HISTORY = '/v1/roas-history?appId=1&granularity=campaign_geo&installGrouping=daily'

/** Requests that read every kind of data file, and build a file of each format. */
export const URLS = [
  '/v1/apps',
  '/v1/overview',
  '/v1/app-settings?appId=1',
  '/v1/campaigns?appId=1',
  '/v1/recommendations?appId=1&granularity=campaign_geo',
  '/v1/recommendations?appId=1&outcome=true',
  '/v1/track-record?appId=1&granularity=campaign_geo&groupBy=platform,action',
  '/v1/events?appId=1',
  '/v1/budget-plan?appId=1&granularity=campaign_geo&budgetChange=0.1',
  '/v1/pacing?appId=1',
  '/v1/alerts?appId=1',
  '/v1/forecast-accuracy?appId=1&granularity=campaign&installGrouping=daily',
  REPORT,
  `${REPORT}&format=csv`,
  HISTORY,
]

export interface Answer {
  status: number
  /** Digest of what a caller reads: the headers that describe the body, and the body, or the code of a problem. */
  digest: string
  /** The same without the ETag, which no two imports share. */
  content: string
  headers: Readonly<Record<string, string>>
  text: string
}

export type Answers = ReadonlyMap<string, Answer>

const HEADERS = [
  'content-type',
  'etag',
  'total-rows',
  'run-id',
  'run-created-at',
  'data-through',
  'currency',
]

/** GET as company 1: with a key, or past the check of keys. */
export async function ask(server: Server, url: string, key?: string): Promise<Answer> {
  const app = { companyId: 1, kind: 'api_key' as const, id: '0123456789ab', counted: true }
  const who =
    key === undefined
      ? { auth: { strategy: 'apiKey', credentials: { app } } }
      : { headers: { authorization: `Bearer ${key}` } }
  const { statusCode: status, headers, rawPayload } = await server.inject({ url, ...who })
  // A problem names its request, so that no two are the same.
  const body =
    status < 400
      ? rawPayload
      : Buffer.from(String((JSON.parse(rawPayload.toString()) as { code?: string }).code))
  const headerPairs = HEADERS.flatMap(name =>
    name in headers ? [[name, String(headers[name])] as const] : [],
  )
  const digestWith = (names: typeof headerPairs) =>
    createHash('sha256')
      .update(JSON.stringify([status, names]))
      .update(body)
      .digest('hex')
  return {
    status,
    headers: Object.fromEntries(headerPairs),
    content: digestWith(headerPairs.filter(([name]) => name !== 'etag')),
    digest: digestWith(headerPairs),
    text: `${status} ${headerPairs.map(([, value]) => value).join(' ')} ${rawPayload.length} bytes: ${body.toString('latin1').slice(0, 100)}`,
  }
}

/** The answers to all of `URLS`. */
export async function askAll(server: Server, key?: string): Promise<Answers> {
  const answers = new Map<string, Answer>()
  for (const url of URLS) answers.set(url, await ask(server, url, key))
  return answers
}
