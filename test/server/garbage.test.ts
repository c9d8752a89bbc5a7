import fc from 'fast-check'
import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { startService } from '../support/service.ts'
import { SECRET, linkTo } from './exports/links.ts'
import { twoCompanies } from './handlers/two-companies.ts'

const RUNS = 1000

const VALUES = [
  '', '1', '2', '4', '5', '-1', '1e3', '9007199254740993', 'campaign', 'campaign_geo', 'app', 'daily', 'weekly', 'monthly',
  'ltv,roas', 'spend', 'cpi,installs', 'paid', 'full_blended',
  'gross,net', '7', '1,7,365', '0', 'csv', 'parquet', 'true', 'false', 'newest', 'US', 'Unknown', 'GLOBAL', 'ios,web', 'Meta',
  '"Meta"', '"', 'a""b', ',', '%', '%2', '%zz', '%00', '%ff%fe',
  '%F0%9F%9A%80', '%22US%2C%20Tier%201%22', '2026-03-30', '2026-02-30', '0000-00-00', '9999-12-31', 'null', 'undefined',
  '__proto__', 'constructor', '[]', '{}', '$1', '\'; DROP TABLE apps; --',
  '../../etc/passwd', '${7*7}', 'NaN', 'Infinity', '1'.repeat(300), 'x'.repeat(3000)
].map(value => value.replace(/[^\x21-\x7e]/g, encodeURIComponent))
const NAMES = [
  'appId', 'granularity', 'installGrouping', 'metrics', 'roasTypes', 'revenueTypes', 'dsiValues', 'startDate', 'endDate',
  'countries', 'platforms', 'networks', 'campaigns', 'format',
  'csvSafe', 'maturity', 'limit', 'order', 'dsi', 'roasType', 'revenueType', 'alertGroups', '__proto__', 'constructor',
  'appId[]', 'toString', ''
]
const OPERATIONS = ['/v1/apps', '/v1/recommendations', '/v1/report', '/v1/roas-history', '/v1/alerts', '/v1/exports/x.y']
const PATHS = [
  '/v1/exports/', '/healthz', '/docs', '/openapi.json', '/v1/%', '/v1/%c0%ae', '/v1//apps',
  '//', '/v1/report/', '/v1/report;x=1', '/v1/../v1/apps', '/%2e%2e/etc/passwd', '*'
]
const HEADERS: Record<string, readonly string[]> = {
  'if-none-match': ['*', '""', 'W/"', '"a", "b"', ','],
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-1,3-4', 'bytes=999999999999999999999-', 'x'],
  'if-range': ['"x"', 'W/"x"', 'x'],
  accept: ['*/*', 'nonsense', 'image/png;q=x'], 'accept-encoding': ['gzip', 'gzip;q=0', 'x;q=9', '*;q=0', ';;'],
  'x-request-id': ['ok', '<script>', 'x'.repeat(999)], cookie: ['a=b', '=;=', '\u00ff'],
  origin: ['null', 'http://evil.example'], 'content-type': ['application/json', 'x', ';'], host: ['', 'evil.example', 'a b'],
  expect: ['100-continue'], 'if-modified-since': ['yesterday'],
  'access-control-request-method': ['GET', 'x'], 'content-length': ['0'], 'x-forwarded-for': [',,', '1.2.3.4'],
  'x-http-method-override': ['DELETE']
}

const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength: 40 })
const pair = fc.tuple(
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, printable),
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...VALUES) }, printable)
)
  .map(([name, value]) => `${name}=${value}`)
const target = fc.tuple(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...OPERATIONS) }, { weight: 5, arbitrary: fc.constantFrom(...PATHS) },
    printable.map(text => `/${text}`)
  ),
  fc.array(fc.oneof({ weight: 6, arbitrary: pair }, printable), { maxLength: 7 }),
  // Most requests name an app and a granularity, so that some get further than the first check.
  fc.constantFrom('', 'appId=1', 'appId=1&granularity=campaign', 'appId=1&granularity=campaign_geo', 'appId=2&granularity=app')
).map(([path, pairs, start]) => [
  path, [start, ...pairs].filter(part => part !== '').join('&')
].filter(part => part !== '').join('?'))
const headers = fc.array(
  fc.constantFrom(...Object.keys(HEADERS)).chain(name => fc.tuple(fc.constant(name), fc.constantFrom(...HEADERS[name]!))),
  { maxLength: 4 }
).map(pairs => Object.fromEntries(pairs))
const method = fc.constantFrom(...Array<string>(14).fill('GET'), 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'TRACE', 'PROPFIND')

const textOf = (chunks: Buffer[], encoding: string | undefined): string => {
  const bytes = Buffer.concat(chunks)
  return (encoding === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString()
}

t.test('whatever is asked: a success or a problem, never a fault of the service, and nothing of its inside', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()], environment: { EXPORT_SECRET: SECRET } })
  const { path: link } = await linkTo(service)
  await service.server.start()
  const key = await service.keyOf(1)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  t.teardown(() => agent.destroy())

  const ask = (method: string, path: string, given: Record<string, string>) =>
    new Promise<{ status: number, headers: Record<string, string | string[] | undefined>, body: string }>((resolve, reject) => {
      const sent = request({
        port: service.server.info.port, host: '127.0.0.1', agent, method, path, headers: given
      }, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        response.on('end', () => resolve({
          status: response.statusCode!, headers: response.headers, body: textOf(chunks, response.headers['content-encoding'])
        }))
      })
      sent.on('error', reject).end()
    })

  const seen = new Map<number, number>()
  await fc.assert(fc.asyncProperty(method, target, headers, fc.constantFrom(
    key, key, key, key, '', 'uascope_x'
  ), async (method, path, given, credential) => {
    const url = path.replace('/v1/exports/x.y', link)
    const answer = await ask(method, url, { ...given, ...(credential === '' ? {} : { authorization: `Bearer ${credential}` }) })
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    if (answer.status >= 500) throw new Error(`${answer.status}: ${answer.body}`)
    if (typeof answer.headers['x-request-id'] !== 'string') throw new Error('no X-Request-Id')
    if (answer.status < 400) return
    if (answer.headers['content-type'] !== 'application/problem+json' && !String(
      answer.headers['content-type']
    ).startsWith('application/problem+json;')) {
      throw new Error(`${answer.status} of type ${String(answer.headers['content-type'])}`)
    }
    if (method === 'HEAD') return
    const problem = JSON.parse(answer.body) as Record<string, unknown>
    if (problem['status'] !== answer.status || typeof problem['code'] !== 'string') throw new Error(answer.body)
    // What was sent may be quoted in an error; the service's own folders, code and queries must not be there.
    const inside = [
      service.dataDir, 'node_modules', 'SELECT ', 'read_parquet', '.ts:', 'at async', 'DuckDB', 'Binder Error', 'ENOENT'
    ]
    for (const text of inside) if (answer.body.includes(text)) throw new Error(`${text} in ${answer.body}`)
  }), { numRuns: RUNS })
  t.comment([...seen].sort((a, b) => a[0] - b[0]).map(([status, count]) => `${status}: ${count}`).join(', '))
  for (const status of [200, 400, 401, 404, 405]) t.ok(seen.has(status), `the requests are not all alike: some are ${status}`)
})
