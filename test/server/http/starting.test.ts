import { once } from 'node:events'
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { StartingPort } from '../../../server/http/starting.ts'
import { until } from '../../support/until.ts'

const LOCAL = { host: '127.0.0.1', port: 0, baseUrl: null }

/** The port is its listener's once that took it over, so that one does at the end of every test. */
async function openPort(t: Test, config: Partial<Parameters<typeof StartingPort.open>[0]> = {}) {
  const starting = await StartingPort.open({ ...LOCAL, ...config })
  const service = createServer((_request, response) => response.end('served'))
  let isTaken = false
  const takeOver = async () => {
    isTaken = true
    await starting.handOver(service)
  }
  t.teardown(async () => {
    if (!isTaken) await takeOver()
    service.close()
    service.closeAllConnections()
  })
  return { starting, service, takeOver, url: `http://127.0.0.1:${starting.number}` }
}

t.test('the port reports alive and not ready during start', async t => {
  const { url } = await openPort(t, { baseUrl: 'https://ads.example.com/api' })
  for (const method of ['GET', 'HEAD'])
    t.equal((await fetch(`${url}/healthz?probe=1`, { method })).status, 200, method)
  t.strictSame(await (await fetch(`${url}/healthz`)).json(), { status: 'ok' })
  for (const [method, path] of [
    ['GET', '/readyz'],
    ['GET', '/v1/apps'],
    ['HEAD', '/v1/apps'],
    ['POST', '/v1/mcp'],
    ['POST', '/healthz'],
    ['GET', '/'],
  ] as const) {
    const response = await fetch(url + path, { method, ...(method === 'POST' && { body: '{}' }) })
    t.equal(response.status, 503, `${method} ${path}`)
    t.equal(response.headers.get('retry-after'), '1')
    t.equal(response.headers.get('content-type'), 'application/problem+json')
    t.equal(response.headers.get('cache-control'), 'no-store')
    if (method === 'HEAD') continue
    const { requestId, ...document } = (await response.json()) as Record<string, unknown>
    t.equal(requestId, response.headers.get('x-request-id'))
    t.strictSame(document, {
      type: '/api/docs#unavailable',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The service is starting. Try again in 1 s.',
      code: 'unavailable',
    })
  }
})

t.test('callers and browsers see what is loading and how long it takes', async t => {
  const { starting, url } = await openPort(t)
  const page = () =>
    fetch(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  t.match(await (await page()).text(), 'It opens its store.')
  starting.stage = { doing: 'loading a demo', share: 0.427, secondsLeft: 7 }
  t.match(await (await fetch(`${url}/v1/apps`)).json(), {
    detail: 'The service is starting: loading a demo, 42 % done, about 7 s left. Try again in 7 s.',
  })
  const response = await page()
  t.equal(response.status, 503)
  t.equal(response.headers.get('retry-after'), '7')
  t.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  t.match(
    response.headers.get('content-security-policy'),
    /^default-src 'none'; style-src 'sha256-/,
  )
  const html = await response.text()
  t.match(html, 'It is loading a demo, 42 % done, about 7 s left.')
  t.match(html, '<meta http-equiv="refresh"')
  t.match(html, '<progress aria-label="Start" value="0.43">')
  starting.stage = { doing: 'loading a demo', share: 0.05, secondsLeft: 200 }
  t.equal((await page()).headers.get('retry-after'), '10', 'nobody waits long after it is ready')
})

t.test('a port in use is an immediate error', async t => {
  const { starting } = await openPort(t)
  await t.rejects(StartingPort.open({ ...LOCAL, port: starting.number }), { code: 'EADDRINUSE' })
})

t.test('the service takes over the port without refusing a connection', async t => {
  const { service, takeOver, url } = await openPort(t)
  const texts: string[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) texts.push(await (await fetch(`${url}/v1/apps`)).text())
  })()
  await until('a request is answered', () => texts.length > 0)
  await takeOver()
  const [first, ...more] = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(url)).text()),
  )
  t.equal(first, 'served')
  t.ok(more.every(text => text === first))
  isOver = true
  await asking
  t.match(texts[0], /unavailable/)
  t.equal(texts.at(-1), 'served')
  service.close()
  service.closeAllConnections()
  await once(service, 'close')
  await t.rejects(fetch(url), 'the service closes the port')
})
