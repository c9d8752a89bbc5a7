import { request } from 'node:http'
import t from 'tap'
import { allowedSites } from '../../../server/http/origins.ts'
import { post, startEndpoint } from '../../support/mcp-endpoint.ts'

t.test('hosts and origins are checked', async t => {
  const { allowsHost, allowsOrigin } = allowedSites({
    baseUrl: 'https://api.example.com',
    host: '10.0.0.5',
    allowedHosts: ['inner.example.com', 'port.example.com:8443', '[2001:db8::1]'],
    allowedOrigins: ['https://chat.example.com', 'http://dev.example.com:3000'],
  })
  const hosts: [string | undefined, boolean][] = [
    ['api.example.com', true],
    ['API.example.com:443', true],
    ['10.0.0.5:8080', true],
    ['localhost:9', true],
    ['127.0.0.1', true],
    ['[::1]:80', true],
    ['inner.example.com', true],
    ['inner.example.com:1', true],
    ['port.example.com:8443', true],
    ['port.example.com', false],
    ['port.example.com:8444', false],
    ['[2001:db8::1]:5', true],
    ['evil.example', false],
    ['api.example.com.evil.example', false],
    ['localhost.evil.example', false],
    ['evil.example@localhost', false],
    ['localhost#', false],
    ['', false],
    [undefined, false],
  ]
  for (const [host, allowed] of hosts) t.equal(allowsHost(host), allowed, String(host))

  const origins: [string | undefined, boolean][] = [
    [undefined, true],
    ['https://api.example.com', true],
    ['https://chat.example.com', true],
    ['http://dev.example.com:3000', true],
    ['http://localhost:6274', true],
    ['https://127.0.0.1', true],
    ['http://[::1]:1', true],
    ['http://10.0.0.5:8080', true],
    ['http://api.example.com', false],
    ['https://api.example.com:444', false],
    ['http://chat.example.com', false],
    ['http://dev.example.com', false],
    ['https://evil.example', false],
    ['http://localhost.evil.example', false],
    ['null', false],
    ['', false],
    ['chrome-extension://localhost', false],
  ]
  for (const [origin, allowed] of origins) t.equal(allowsOrigin(origin), allowed, String(origin))
})

t.test('an IPv6 listening address is an allowed host', async t => {
  const { allowsHost } = allowedSites({
    baseUrl: 'https://a.example',
    host: '2001:db8::7',
    allowedHosts: [],
    allowedOrigins: [],
  })
  t.ok(allowsHost('[2001:db8::7]:8080'))
})

t.test('the endpoint checks host and origin before the key; REST does not', async t => {
  const { url, address, keyOf } = await startEndpoint(t, {
    config: { allowedOrigins: ['https://chat.example.com'] },
  })
  const key = await keyOf(7)
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

  t.match(await post(url, null, ping, { origin: 'https://evil.example' }), {
    status: 403,
    json: { code: 'origin_forbidden', detail: /ALLOWED_ORIGINS/ },
  })
  const passed = await post(url, key, ping, { origin: 'https://chat.example.com' })
  t.equal(passed.status, 200)
  t.equal(passed.headers.get('access-control-allow-origin'), 'https://chat.example.com')
  const refused = await post(url, null, ping, { origin: 'https://chat.example.com' })
  t.equal(refused.status, 401)
  t.equal(
    refused.headers.get('access-control-allow-origin'),
    'https://chat.example.com',
    'so that the page learns why',
  )

  const status = (path: string, method: string, host: string) =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      }
      const outgoing = request(address + path, { method, headers }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      })
      outgoing.on('error', reject)
      outgoing.end(method === 'POST' ? JSON.stringify(ping) : undefined)
    })
  t.equal(await status('/v1/mcp', 'POST', 'evil.example'), 403)
  t.equal(await status('/v1/mcp', 'POST', 'localhost:1'), 200)
  t.equal(await status('/v1/apps', 'GET', 'evil.example'), 200)

  const preflight = (origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, mcp-method',
      },
    })
  const allowed = await preflight('https://chat.example.com')
  t.equal(allowed.status, 204)
  t.equal(allowed.headers.get('access-control-allow-methods'), 'POST')
  t.match(
    allowed.headers.get('access-control-allow-headers')?.toLowerCase(),
    /authorization.*mcp-method/,
  )
  t.equal((await preflight('https://evil.example')).status, 405)
})
