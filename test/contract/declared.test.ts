import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import t, { type Test } from 'tap'
import type { Server } from '@hapi/hapi'
import { operations } from '../../generated/operations.ts'
import { readContract, resolve, type JsonObject } from '../../scripts/generate/contract.ts'
import { problem } from '../../server/core/checks/problem.ts'
import { memoryRateLimiter } from '../../server/http/callers.ts'
import { linkTo, SECRET } from '../support/links.ts'
import { twoCompanies } from '../support/two-companies.ts'
import { COMPANY, fixture } from '../support/http-server.ts'
import { startService } from '../support/started-service.ts'

const contract = readContract(readFileSync('openapi.yaml', 'utf8'))

/** Headers of HTTP itself and of browsers' defenses, which say nothing about an answer; the type is held against `content`. */
const UNDECLARED = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-content-type-options',
  'x-frame-options',
]

interface Answer {
  status: number
  headers: Record<string, unknown>
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
}

/** A request over a real connection: some answers are the listener's, not the framework's. */
function ask(
  { info }: Server,
  path: string,
  { method = 'GET', headers = {} }: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: info.port, path, method, headers }, answer => {
      answer
        .resume()
        .on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers }))
        .on('error', reject)
    })
    sent.on('error', reject).end()
  })
}

/** Holds answers of an operation against what the contract declares of it, and gathers the statuses. */
class Held {
  readonly statuses = new Set<string>()
  readonly declared: JsonObject
  readonly #t: Test
  readonly #path: string

  constructor(t: Test, path: string) {
    this.#t = t
    this.#path = path
    this.declared = (contract.paths[path]!['get'] as JsonObject)['responses'] as JsonObject
  }

  hold({ status, headers }: Answer, wanted: number): void {
    const place = `${this.#path} ${status}`
    this.#t.equal(status, wanted, place)
    this.statuses.add(String(status))
    if (!this.#t.ok(this.declared[status], `${place} is declared`)) return
    const response = resolve(contract, this.declared[status], place)
    const known = Object.keys(response['headers'] as JsonObject).map(name => name.toLowerCase())
    const unknown = Object.keys(headers).filter(
      name => !known.includes(name) && !UNDECLARED.includes(name),
    )
    this.#t.strictSame(unknown, [], `headers of ${place}`)
    const type = String(headers['content-type'] ?? '').split(';')[0]!
    if (type !== '') this.#t.ok(type in (response['content'] as JsonObject), `${place} as ${type}`)
  }
}

const PATHS: Record<string, string> = {
  '/v1/apps': '/v1/apps',
  '/v1/overview': '/v1/overview',
  '/v1/app-settings': '/v1/app-settings?appId=1',
  '/v1/campaigns': '/v1/campaigns?appId=1&networks=Nobody',
  '/v1/recommendations': '/v1/recommendations?appId=1&networks=Nobody&since=2026-03-31',
  '/v1/track-record': '/v1/track-record?appId=1&networks=Nobody',
  '/v1/forecast-accuracy': '/v1/forecast-accuracy?appId=1&networks=Nobody',
  '/v1/report': '/v1/report?appId=1&granularity=campaign&networks=Nobody',
  '/v1/roas-history': '/v1/roas-history?appId=1&granularity=app&format=csv&networks=Nobody',
  '/v1/alerts': '/v1/alerts?appId=1&startDate=2026-01-01&distinct=true&networks=Nobody',
  '/v1/events': '/v1/events?appId=1&networks=Nobody',
  '/v1/budget-plan': '/v1/budget-plan?appId=1&budgetChange=0.1&networks=Nobody',
  '/v1/pacing': '/v1/pacing?appId=1',
}

t.test(
  'every status and header that is sent is declared, and every declared status is sent',
  async t => {
    const service = await startService(t, {
      deliveries: [twoCompanies()],
      environment: { EXPORT_SECRET: SECRET },
    })
    const { path: link } = await linkTo(service)
    const { path: expired } = await linkTo(service, undefined, 1, '2026-04-01T11:00:00Z')
    const key = { authorization: `Bearer ${await service.keyOf(1)}` }
    const fails = (error: Error) => {
      const handler = () => Promise.reject(error)
      return Object.fromEntries(operations.map(({ operationId }) => [operationId, handler]))
    }
    const dirs = t.testdir({ broken: {}, down: {}, full: {}, uninvited: {}, used: {} })
    const linkCaller = async () => ({ companyId: COMPANY, kind: 'api_key' as const, id: 'maker' })
    const broken = await fixture(`${dirs}/broken`, fails(problem('internal_error', 'Later.')), {
      linkCaller,
    })
    const down = await fixture(
      `${dirs}/down`,
      fails(problem('unavailable', 'Later.', { headers: { 'retry-after': 5 } })),
      { linkCaller },
    )
    const uninvited = await fixture(
      `${dirs}/uninvited`,
      fails(problem('company_required', 'Later.')),
      { linkCaller },
    )
    const full = await fixture(
      `${dirs}/full`,
      fails(new Error('IO Error: Could not write file "x": No space left on device')),
      {
        linkCaller,
      },
    )
    const used = await fixture(`${dirs}/used`, {}, { linkCaller, limiter: memoryRateLimiter(0) })
    const servers = [
      service.server,
      broken.server,
      down.server,
      full.server,
      uninvited.server,
      used.server,
    ]
    for (const server of servers) await server.start()
    t.teardown(() => Promise.all(servers.map(server => server.stop({ timeout: 100 }))))

    for (const path of Object.keys(contract.paths)) {
      const isLink = path === '/v1/exports/{link}'
      const url = isLink ? link : PATHS[path]!
      const more = (parameters: string) => `${url}${url.includes('?') ? '&' : '?'}${parameters}`
      const headers: Record<string, string> = isLink ? {} : key
      const held = new Held(t, path)
      const holds = async (
        status: number,
        target = url,
        options: RequestOptions = {},
        server = service.server,
      ) =>
        held.hold(
          await ask(server, target, { ...options, headers: { ...headers, ...options.headers } }),
          status,
        )

      const whole = await ask(service.server, url, { headers })
      held.hold(whole, 200)
      await holds(200, url, { headers: { 'accept-encoding': 'gzip' } })
      await holds(200, url, { method: 'HEAD' })
      await holds(304, url, { headers: { 'if-none-match': String(whole.headers['etag']) } })
      await holds(400, more('x=1'))
      await holds(405, url, { method: 'POST' })
      await holds(414, more(`campaigns=${'a'.repeat(20_000)}`))
      await holds(431, more(`campaigns=${'a'.repeat(200_000)}`))
      for (const [status, { server, auth }] of [
        [500, broken],
        [503, down],
        [507, full],
        [429, used],
      ] as const) {
        await holds(status, url, { headers: isLink ? {} : auth }, server)
      }
      if (isLink) {
        await holds(404, `${link}x`)
        await holds(410, expired)
      } else await holds(401, url, { headers: { authorization: 'Bearer nobody' } })
      if (!isLink) await holds(403, url, { headers: uninvited.auth }, uninvited.server)
      if (url.includes('appId=1')) await holds(403, url.replace('appId=1', 'appId=4'))
      if (whole.headers['accept-ranges'] !== undefined) {
        await holds(206, url, { headers: { range: 'bytes=0-0' } })
        await holds(416, url, { headers: { range: 'bytes=9999999-' } })
      }
      t.strictSame([...held.statuses].sort(), Object.keys(held.declared).sort(), path)
    }
  },
)
