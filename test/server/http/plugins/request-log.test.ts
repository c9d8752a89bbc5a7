import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { COMPANY, fileAnswer, fixture } from '../fixture.ts'

t.test('one line per request', async t => {
  const made = await fixture(t.testdir())
  const { server, auth, key } = made
  await server.inject({ url: '/v1/apps', headers: { ...auth, 'x-request-id': 'r-1' } })
  await server.inject({ url: '/v1/apps?campaign=secret+plan', headers: { ...auth, 'x-request-id': 'r-2' } })
  await server.inject({ url: '/v1/report?appId=1', headers: { 'x-request-id': 'r-3', authorization: `Bearer ${key}x` } })
  await server.inject({ url: `/nowhere/${key}?x=${key}`, headers: { 'x-request-id': 'r-4' } })
  await server.inject({ method: 'POST', url: '/v1/apps', headers: { 'x-request-id': 'r-5' } })
  t.match(made.logged, [
    { requestId: 'r-1', company: COMPANY, operation: 'listApps', status: 200, method: 'GET', path: '/v1/apps' },
    { requestId: 'r-2', company: COMPANY, operation: 'listApps', status: 400, path: '/v1/apps' },
    { requestId: 'r-3', company: null, operation: 'getReport', status: 401, path: '/v1/report' },
    { requestId: 'r-4', company: null, operation: null, status: 404, path: '/nowhere/***' },
    { requestId: 'r-5', company: null, operation: null, status: 405, method: 'POST', path: '/v1/apps' },
  ])
  t.equal(made.logged.length, 5)
  for (const line of made.logged) {
    t.match(line['time'], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    t.type(line['durationMs'], 'number')
  }
  t.notMatch(made.log(), key.slice('uascope_'.length))
  t.notMatch(made.log(), /secret|plan/)
})

t.test('a link is a credential, and is not logged', async t => {
  const made = await fixture(
    t.testdir(),
    { downloadExport: async () => fileAnswer('a') },
    { linkCaller: async () => ({ companyId: COMPANY, kind: 'api_key', id: 'maker' }) },
  )
  await made.server.inject('/v1/exports/signed-and-secret')
  await made.server.inject({ method: 'DELETE', url: '/v1/exports/signed-and-secret' })
  t.match(made.logged, [{ operation: 'downloadExport', company: COMPANY, status: 200 }, { status: 405 }])
  t.notMatch(made.log(), 'signed-and-secret')
})

t.test('no way of writing a credential into an unknown path, or beside it, gets it into the log', async t => {
  const made = await fixture(t.testdir())
  const secret = made.key.slice('uascope_'.length)
  const twice = (text: string) => text.replace('%', '%25')
  for (const prefix of ['uascope_', 'UASCOPE_', '%75ascope_', twice('%75ascope_'), twice(twice('%75ascope_')), '%u0075ascope_', '']) {
    await made.server.inject(`/v9/apps/${prefix}${secret}/x`)
  }
  const link = 'SGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsaW5r.c2lnbmF0dXJl'
  await made.server.inject(`/uascope/v1/exports/${link}`)
  await made.server.inject({
    url: `/v9/apps?key=${made.key}`,
    headers: { referer: `http://x/?${made.key}`, 'user-agent': made.key, cookie: `k=${made.key}`, 'x-request-id': made.key },
  })
  t.strictSame(
    made.logged.map(({ path }) => path),
    [...Array<string>(7).fill('/v9/apps/***/x'), '/uascope/v1/exports/***', '/v9/apps'],
  )
  t.notMatch(made.log(), secret)
  t.notMatch(made.log(), link)

  // What is no target at all keeps its query in what the framework takes for the path.
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  const socket = connect(Number(made.server.info.port), '127.0.0.1')
  socket.end(`GET http://[x/?key=${made.key} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  await once(socket.resume(), 'close')
  t.equal(made.logged.length, 10)
  t.notMatch(made.log(), secret)
})

t.test('a proxy is believed only where the operator says so', async t => {
  const config = { host: '127.0.0.1', port: 0, baseUrl: null, corsOrigins: [], metrics: false, trustProxy: true, web: false }
  const request = { url: '/healthz', remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } }
  const trusting = await fixture(t.testdir(), {}, { config })
  await trusting.server.inject(request)
  await trusting.server.inject({ ...request, headers: {} })
  t.match(trusting.logged, [{ client: '203.0.113.9' }, { client: '10.0.0.1' }])
  const plain = await fixture(t.testdir())
  await plain.server.inject(request)
  t.match(plain.logged, [{ client: '10.0.0.1' }])
})
