import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { createLogger } from '../../../server/core/runtime/logger.ts'
import fc from '../../support/fast-check.ts'
import { COMPANY, fileAnswer, fixture } from '../../support/http-server.ts'

t.test('each request writes one line', async t => {
  const made = await fixture(t.testdir())
  const { server, auth, key } = made
  await server.inject({ url: '/v1/apps', headers: { ...auth, 'x-request-id': 'r-1' } })
  await server.inject({
    url: '/v1/apps?campaign=secret+plan',
    headers: { ...auth, 'x-request-id': 'r-2' },
  })
  await server.inject({
    url: '/v1/report?appId=1',
    headers: { 'x-request-id': 'r-3', authorization: `Bearer ${key}x` },
  })
  await server.inject({ url: `/nowhere/${key}?x=${key}`, headers: { 'x-request-id': 'r-4' } })
  await server.inject({ method: 'POST', url: '/v1/apps', headers: { 'x-request-id': 'r-5' } })
  t.match(made.logged, [
    {
      requestId: 'r-1',
      company: COMPANY,
      operation: 'listApps',
      status: 200,
      method: 'GET',
      path: '/v1/apps',
    },
    { requestId: 'r-2', company: COMPANY, operation: 'listApps', status: 400, path: '/v1/apps' },
    { requestId: 'r-3', company: null, operation: 'getReport', status: 401, path: '/v1/report' },
    { requestId: 'r-4', company: null, operation: null, status: 404, path: '/nowhere/***' },
    {
      requestId: 'r-5',
      company: null,
      operation: null,
      status: 405,
      method: 'POST',
      path: '/v1/apps',
    },
  ])
  t.equal(made.logged.length, 5)
  for (const line of made.logged) {
    t.match(line['time'], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    t.type(line['durationMs'], 'number')
  }
  t.notMatch(made.log(), key.slice('uascope_'.length))
  t.notMatch(made.log(), /secret|plan/)
})

t.test('the line names the program and the trace', async t => {
  const made = await fixture(t.testdir())
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const sent = [
    {
      'user-agent': 'uascope-client/1.1.0 Node.js/22.11.0',
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
    },
    { 'user-agent': `odd \u0007 ${'x'.repeat(200)}`, traceparent: `00-${trace}` },
    { 'user-agent': `tool/1 ${made.key}` },
  ]
  for (const headers of sent)
    await made.server.inject({ url: '/v1/apps', headers: { ...made.auth, ...headers } })
  const [client, odd, leaky] = made.logged
  t.match(client, { userAgent: 'uascope-client/1.1.0 Node.js/22.11.0', traceId: trace })
  t.equal(odd!['userAgent'], `odd ? ${'x'.repeat(94)}`)
  t.notOk('traceId' in odd!)
  t.notOk('userAgent' in leaky!)
})

t.test('a link is a credential, and is not logged', async t => {
  const made = await fixture(
    t.testdir(),
    { downloadExport: async () => fileAnswer('a') },
    { linkCaller: async () => ({ companyId: COMPANY, kind: 'api_key', id: 'maker' }) },
  )
  await made.server.inject('/v1/exports/signed-and-secret')
  await made.server.inject({ method: 'DELETE', url: '/v1/exports/signed-and-secret' })
  t.match(made.logged, [
    { operation: 'downloadExport', company: COMPANY, status: 200 },
    { status: 405 },
  ])
  t.notMatch(made.log(), 'signed-and-secret')
})

t.test('a credential in or beside an unknown path, in any form, never reaches the log', async t => {
  const made = await fixture(t.testdir())
  const secret = made.key.slice('uascope_'.length)
  const twice = (text: string) => text.replace('%', '%25')
  for (const prefix of [
    'uascope_',
    'UASCOPE_',
    '%75ascope_',
    twice('%75ascope_'),
    twice(twice('%75ascope_')),
    '%u0075ascope_',
    '',
  ]) {
    await made.server.inject(`/v9/apps/${prefix}${secret}/x`)
  }
  const link = 'SGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsaW5r.c2lnbmF0dXJl'
  await made.server.inject(`/uascope/v1/exports/${link}`)
  await made.server.inject({
    url: `/v9/apps?key=${made.key}`,
    headers: {
      referer: `http://x/?${made.key}`,
      'user-agent': made.key,
      cookie: `k=${made.key}`,
      'x-request-id': made.key,
    },
  })
  t.strictSame(
    made.logged.map(({ path }) => path),
    [...Array<string>(7).fill('/v9/apps/***/x'), '/uascope/v1/exports/***', '/v9/apps'],
  )
  t.notMatch(made.log(), secret)
  t.notMatch(made.log(), link)

  // An invalid target keeps its query in the framework's path.
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  const socket = connect(Number(made.server.info.port), '127.0.0.1')
  socket.end(`GET http://[x/?key=${made.key} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  await once(socket.resume(), 'close')
  t.equal(made.logged.length, 10)
  t.notMatch(made.log(), secret)
})

t.test('forwarded addresses are used only if the operator trusts the proxy', async t => {
  const config = {
    host: '127.0.0.1',
    port: 0,
    baseUrl: null,
    corsOrigins: [],
    metrics: false,
    trustProxy: true,
    web: false,
  }
  const request = {
    url: '/docs',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' },
  }
  const trusting = await fixture(t.testdir(), {}, { config })
  await trusting.server.inject(request)
  await trusting.server.inject({ ...request, headers: {} })
  t.match(trusting.logged, [{ client: '203.0.113.9' }, { client: '10.0.0.1' }])
  const plain = await fixture(t.testdir())
  await plain.server.inject(request)
  t.match(plain.logged, [{ client: '10.0.0.1' }])
})

t.test('a refused request has a problem that names the invalid parameters', async t => {
  const made = await fixture(t.testdir())
  const { server, auth } = made
  await server.inject({
    url: '/v1/report?appId=x&metrics=secret&granularity=campaign',
    headers: auth,
  })
  await server.inject({
    url: '/v1/report?appId=1&granularity=campaign&color=blue&Hidden=1',
    headers: auth,
  })
  await server.inject('/v1/apps')
  await server.inject('/nowhere')
  await server.inject({ url: '/v1/apps', headers: auth })
  t.match(made.logged, [
    { status: 400, code: 'invalid_parameter', parameters: ['appId', 'metrics'] },
    { status: 400, code: 'invalid_parameter', parameters: ['(unknown)'] },
    { status: 401, code: 'unauthorized' },
    { status: 404, code: 'not_found' },
    { status: 200 },
  ])
  for (const line of made.logged.slice(2)) t.notOk('parameters' in line)
  t.notOk('code' in made.logged[4]!, 'nothing was refused')
  t.notMatch(made.log(), /secret|blue|color|Hidden/)
})

t.test('the line has the id of the key or user', async t => {
  const made = await fixture(t.testdir())
  const [record] = await made.parts.keys.list()
  await made.server.inject({ url: '/v1/apps', headers: made.auth })
  const user = {
    companyId: COMPANY,
    kind: 'user' as const,
    id: 'u-1',
    email: 'ada@example.org',
    name: 'Ada',
    counted: false,
  }
  await made.server.inject({
    url: '/v1/apps',
    auth: { strategy: 'apiKey', credentials: { app: user } },
  })
  t.match(made.logged, [{ keyId: record!.id }, { userId: 'u-1' }])
  t.notOk('userId' in made.logged[0]! || 'keyId' in made.logged[1]!)
  t.notMatch(made.log(), /example|Ada/)
})

t.test('the app is logged once the parameters are valid', async t => {
  const made = await fixture(t.testdir(), { getReport: async () => fileAnswer('a') })
  const { server, auth: headers } = made
  await server.inject({ url: '/v1/report?appId=12&granularity=campaign', headers })
  await server.inject({ url: '/v1/report?appId=12&granularity=planet', headers })
  t.match(made.logged, [{ appId: 12, status: 200 }, { status: 400 }])
  t.notOk('appId' in made.logged[1]!)
})

t.test('the line has the bytes sent and whether they were cached', async t => {
  const [small, large] = ['abc', 'x'.repeat(300_000)]
  const made = await fixture(t.testdir(), {
    getReport: async ({ query: { appId } }) =>
      fileAnswer(appId === 1 ? small : large, { tag: `file ${appId}` }),
  })
  const { server, auth } = made
  const ask = (appId: number, more: object = {}, method = 'GET') =>
    server.inject({
      method,
      url: `/v1/report?appId=${appId}&granularity=campaign`,
      headers: { ...auth, ...more },
    })
  const { headers } = await ask(1)
  await ask(1)
  await ask(1, { 'if-none-match': String(headers['etag']) })
  await ask(2)
  await ask(2)
  await ask(2, { range: 'bytes=0-99' })
  await ask(2, {}, 'HEAD')
  const apps = await server.inject({ url: '/v1/apps', headers: auth })
  await server.inject({ url: '/v1/apps', headers: auth })
  const seen = made.logged.map(({ status, bytes, cached }) => [status, bytes, cached])
  t.strictSame(seen, [
    [200, 3, false],
    [200, 3, true],
    [304, 0, true],
    [200, 300_000, false],
    [200, 300_000, true],
    [206, 100, true],
    [200, 0, true],
    [200, apps.rawPayload.length, false],
    [200, apps.rawPayload.length, true],
  ])
})

t.test('monitoring requests are logged at debug level only', async t => {
  const plain = await fixture(t.testdir())
  const config = { ...plain.parts.config, metrics: true as const }
  const made = await fixture(t.testdir(), {}, { config })
  const lines: string[] = []
  const logger = createLogger('debug', { write: line => void lines.push(line) })
  const chatty = await fixture(t.testdir(), {}, { config, logger })
  for (const { server } of [made, chatty])
    for (const path of ['/healthz', '/readyz', '/metrics']) await server.inject(path)
  t.strictSame(made.logged, [])
  t.strictSame(
    lines
      .map(line => JSON.parse(line) as Record<string, unknown>)
      .map(({ level, operation }) => [level, operation]),
    [
      ['debug', 'healthz'],
      ['debug', 'readyz'],
      ['debug', 'metrics'],
    ],
  )
})

t.test(
  'a response that takes long to compute is a warning; one that is read slowly is not',
  async t => {
    const lines: string[] = []
    const logger = createLogger('warn', { write: line => void lines.push(line) })
    const made = await fixture(t.testdir(), {}, { logger })
    let late = 0
    // As if it had come so much sooner.
    made.server.ext('onPreAuth', (request, h) => {
      request.app.startedAt -= late
      return h.continue
    })
    let read = 0
    made.server.ext('onPreResponse', (request, h) => {
      request.app.startedAt -= read
      request.app.answeredAt! -= read
      return h.continue
    })
    await made.server.inject({ url: '/v1/apps', headers: made.auth })
    late = 6000
    await made.server.inject({ url: '/v1/apps', headers: made.auth })
    await made.server.inject('/healthz')
    late = 0
    read = 60_000
    await made.server.inject({ url: '/v1/apps', headers: made.auth })
    const entries = lines.map(line => JSON.parse(line) as Record<string, unknown>)
    t.match(entries, [
      { level: 'warn', operation: 'listApps' },
      { level: 'warn', operation: 'healthz' },
    ])
    t.equal(entries.length, 2)
    t.ok(entries.every(({ answerMs }) => Number(answerMs) >= 6000))
  },
)

const KNOWN = [
  'appId',
  'granularity',
  'metrics',
  'countries',
  'campaigns',
  'startDate',
  'limit',
  'format',
]

t.test(
  'no key, link, token or parameter value is logged, wherever odd requests put them',
  async t => {
    const made = await fixture(t.testdir(), { getReport: async () => fileAnswer('a') })
    const link = 'SGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsaW5r.c2lnbmF0dXJl'
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'
    const value = 'Zebra7Crossing'
    const secrets = [made.key, link, token, value]
    const secret = fc.constantFrom(...secrets)
    const name = fc.oneof(fc.constantFrom(...KNOWN), secret, fc.string())
    const text = fc.oneof(
      secret,
      fc.tuple(fc.string(), secret).map(([before, hidden]) => before + hidden),
    )
    const path = fc.oneof(
      fc.constantFrom('/v1/report', '/v1/apps', '/healthz', '/docs'),
      secret.map(hidden => `/v1/exports/${encodeURIComponent(hidden)}`),
      fc.constantFrom(made.key, link, token).map(hidden => `/v2/${hidden}/x`),
    )
    const before = made.logged.length
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.array(fc.tuple(name, text), { maxLength: 4 }),
        fc.boolean(),
        secret,
        async (path, pairs, keyed, hidden) => {
          const query = pairs
            .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
            .join('&')
          const headers = {
            referer: hidden,
            cookie: `a=${hidden}`,
            'x-request-id': made.key,
            authorization: `Bearer ${hidden}`,
          }
          await made.server.inject({
            url: `${path}?${query}`,
            headers: keyed ? { ...headers, ...made.auth } : headers,
          })
        },
      ),
      { numRuns: 300 },
    )
    t.ok(made.logged.length >= before + 200, 'there are lines to look at')
    for (const hidden of secrets)
      t.notOk(made.log().includes(hidden.replace('uascope_', '')), hidden.slice(0, 5))
  },
)

t.test('a download that its caller aborts is logged', async t => {
  const size = 50_000_000
  const made = await fixture(t.testdir(), { getReport: async () => fileAnswer(Buffer.alloc(size)) })
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  const logged = new Promise<void>(resolve => made.server.events.once('response', () => resolve()))
  const socket = connect(Number(made.server.info.port), '127.0.0.1')
  socket.write(
    `GET /v1/report?appId=1&granularity=campaign HTTP/1.1\r\nHost: a\r\nAuthorization: ${made.auth.authorization}\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.destroy()
  await logged
  t.match(made.logged, [{ status: 499, appId: 1, cached: false }])
  const bytes = Number(made.logged[0]!['bytes'])
  t.ok(bytes > 0 && bytes < size, 'not all of it')
  t.notOk('code' in made.logged[0]!)
})
