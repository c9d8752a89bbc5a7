import t from 'tap'
import { startEndpoint } from '../../support/mcp-endpoint.ts'
import { fixture } from '../../support/http-server.ts'

const config = {
  host: '127.0.0.1',
  port: 0,
  baseUrl: null,
  corsOrigins: ['https://a.example', 'https://b.example'],
  metrics: false,
  trustProxy: false,
  web: false,
}
const preflight = {
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
}

t.test('pages of the allowed origins can read results and errors', async t => {
  const { server, auth } = await fixture(t.testdir(), {}, { config })
  for (const [url, headers] of [
    ['/v1/apps', auth],
    ['/v1/apps', {}],
    ['/nowhere', {}],
    ['/v1/apps?x=1', auth],
  ] as const) {
    const response = await server.inject({
      url,
      headers: { ...headers, origin: 'https://b.example' },
    })
    t.equal(response.headers['access-control-allow-origin'], 'https://b.example')
    for (const name of [
      'ETag',
      'RateLimit',
      'Total-Rows',
      'Content-Disposition',
      'X-Request-Id',
      'Retry-After',
      'Run-Id',
      'Unmatched-Filters',
      'Compare-Start-Date',
      'Events',
      'Target-Dsi',
    ]) {
      t.ok(
        String(response.headers['access-control-expose-headers']).split(', ').includes(name),
        name,
      )
    }
    t.match(response.headers['vary'], /origin/)
    const other = await server.inject({
      url,
      headers: { ...headers, origin: 'https://evil.example' },
    })
    t.equal(other.headers['access-control-allow-origin'], undefined)
    t.match(other.headers['vary'], /origin/)
    t.equal(other.statusCode, response.statusCode)
  }
})

t.test('preflights are answered', async t => {
  const { server } = await fixture(t.testdir(), {}, { config })
  const ask = (url: string, headers: Record<string, string>) =>
    server.inject({ method: 'OPTIONS', url, headers })
  const allowed = await ask('/v1/exports/x', { ...preflight, origin: 'https://a.example' })
  t.equal(allowed.statusCode, 204)
  t.match(allowed.headers, {
    'access-control-allow-origin': 'https://a.example',
    'access-control-allow-methods': 'GET, HEAD',
  })
  t.match(allowed.headers['access-control-allow-headers'], /\bAuthorization\b/)
  t.equal((await ask('/nowhere', { ...preflight, origin: 'https://a.example' })).statusCode, 404)
  for (const headers of [
    { ...preflight, origin: 'https://evil.example' },
    { origin: 'https://a.example' },
    preflight,
  ]) {
    const response = await ask('/v1/apps', headers)
    t.equal(response.statusCode, 405)
    t.equal(response.headers['allow'], 'GET, HEAD')
    t.equal(response.headers['access-control-allow-methods'], undefined)
  }
})

t.test('CORS is off by default', async t => {
  const { server } = await fixture(t.testdir())
  const response = await server.inject({
    method: 'OPTIONS',
    url: '/v1/apps',
    headers: { ...preflight, origin: 'https://a.example' },
  })
  t.equal(response.statusCode, 405)
  t.equal(response.headers['access-control-allow-origin'], undefined)
})

t.test('pages allowed to call the tool endpoint cannot read the rest', async t => {
  const origin = 'https://chat.example'
  const { url, address, keyOf } = await startEndpoint(t, { config: { allowedOrigins: [origin] } })
  const headers = { origin, authorization: `Bearer ${await keyOf(1)}` }
  t.equal((await fetch(url, { headers })).headers.get('access-control-allow-origin'), origin)
  const answer = await fetch(`${address}/v1/apps`, { headers })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('access-control-allow-origin'), null)
})
