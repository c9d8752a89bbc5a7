import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Call {
  method: string
  url: URL
  authorization: string | undefined
  body: URLSearchParams
}

export type Answer = (call: Call, response: ServerResponse, nth: number) => void | Promise<void>

const { fetch } = globalThis
const ports = new Map<string, number>()

/** A `fetch` for which stand-ins are at https addresses; all others fail, as without a network. */
export const standInFetch: typeof fetch = (input, init) => {
  const { host, pathname, search } = new URL(String(input))
  const port = ports.get(host)
  return port === undefined
    ? Promise.reject(new TypeError(`no stand-in is at ${host}`))
    : fetch(`http://127.0.0.1:${port}${pathname}${search}`, init)
}

/** A service at an address of its own, with the calls it got. */
export async function standIn(
  answer: Answer,
): Promise<{ url: string; calls: Call[]; close: () => Promise<void> }> {
  const calls: Call[] = []
  const host = `stand-in-${ports.size + 1}.test`
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call: Call = {
      method: request.method!,
      url: new URL(request.url!, `https://${host}`),
      authorization: request.headers.authorization,
      body: new URLSearchParams(await text(request)),
    }
    calls.push(call)
    await answer(call, response, calls.length)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  ports.set(host, (server.address() as AddressInfo).port)
  return { url: `https://${host}/`, calls, close }
}

export function daysOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** CSV report of https://dev.adjust.com/en/api/rs-api/csv: the slugs of what was asked for are the header. */
export const adjustAnswer: Answer = ({ url, authorization }, response) => {
  if (authorization !== 'Bearer secret-token')
    return void response.writeHead(401).end(`{"error":"bad token ${authorization}"}`)
  const [from, to] = url.searchParams.get('date_period')!.split(':') as [string, string]
  const [dimensions, metrics] = (['dimensions', 'metrics'] as const).map(name =>
    url.searchParams.get(name)!.split(','),
  )
  const rows = daysOf(from, to).map(day =>
    [
      day,
      'ios',
      'TikTok',
      'One',
      'us',
      ...metrics!.map((metric, n) =>
        metric === 'installs' ? 100 + Number(day.slice(8)) : 100 + n,
      ),
    ].join(','),
  )
  response
    .writeHead(200, { 'content-type': 'text/csv' })
    .end(`${[...dimensions!, ...metrics!].join(',')}\n${rows.join('\n')}\n`)
}

/** Create Async Report and Get Report Status of https://support.singular.net/hc/en-us/articles/360045245692. */
export const singularAnswer: Answer = ({ method, url, authorization, body }, response, nth) => {
  const json = (value: unknown, status = 0): void =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status, substatus: 0, value }))
  if (url.pathname === '/download') {
    if (authorization !== undefined)
      return void response.writeHead(400).end('two ways to authorize')
    return void response
      .writeHead(200)
      .end(
        'source,os,adn_campaign_name,country_field,start_date,end_date,adn_cost,adn_installs,revenue_1d,revenue_7d\nTikTok,iOS,One,US,2026-03-05,2026-03-05,10,5,1,2\n',
      )
  }
  if (authorization !== 'secret-token') return json('invalid key', 1)
  if (method === 'POST' && url.pathname === '/create_async_report')
    return body.get('format') === 'csv' && body.get('time_breakdown') === 'day'
      ? json({ report_id: 'r1' })
      : json('bad', 1)
  if (url.searchParams.get('report_id') !== 'r1') return json('no such report', 1)
  return nth < 4
    ? json({ status: 'QUEUED', report_id: 'r1' })
    : json({
        status: 'DONE',
        report_id: 'r1',
        download_url: new URL('/download', url).href,
        url_expires_in: 3600,
      })
}
