import t from 'tap'
import { memoryRateLimiter } from '../../../server/http/callers.ts'
import { problem } from '../../../server/core/checks/problem.ts'
import { appsAnswer, COMPANY, fileAnswer, fixture } from '../../support/http-server.ts'

t.test('exactly the limit passes, per company', async t => {
  const {
    server,
    auth,
    parts: { keys },
  } = await fixture(t.testdir(), {}, { limiter: memoryRateLimiter(60) })
  const other = await keys.create({ companyId: COMPANY + 1 })
  const sibling = await keys.create({ companyId: COMPANY })
  for (let request = 1; request <= 60; request++) {
    // Whatever becomes of a request, it counts.
    const url = ['/v1/apps', '/v1/report', '/v1/apps?x=1'][request % 3]!
    const response = await server.inject({ url, headers: auth })
    t.not(response.statusCode, 429)
    t.equal(response.headers['ratelimit-policy'], '"company";q=60;w=60')
    t.match(
      response.headers['ratelimit'],
      new RegExp(`^"company";r=${60 - request};t=([1-9]|[1-5]\\d|60)$`),
    )
  }
  for (const key of [auth.authorization, `Bearer ${sibling.key}`]) {
    const refused = await server.inject({ url: '/v1/apps', headers: { authorization: key } })
    t.equal(refused.statusCode, 429)
    t.match(JSON.parse(refused.payload), { code: 'rate_limited', status: 429 })
    t.match(refused.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/)
    t.equal(refused.headers['ratelimit'], `"company";r=0;t=${refused.headers['retry-after']}`)
    t.equal(refused.headers['ratelimit-policy'], '"company";q=60;w=60')
  }
  t.equal(
    (await server.inject({ url: '/v1/apps', headers: { authorization: `Bearer ${other.key}` } }))
      .statusCode,
    200,
  )
})

t.test('failed authentication counts for no company', async t => {
  const { server, auth } = await fixture(t.testdir(), {}, { limiter: memoryRateLimiter(1) })
  for (let i = 0; i < 3; i++) await server.inject('/v1/apps')
  t.equal((await server.inject({ url: '/v1/apps', headers: auth })).statusCode, 200)
})

t.test('a request refused before authentication counts only with a valid key', async t => {
  const refused = [
    [404, 'GET', '/nowhere'],
    [404, 'POST', '/v1/nowhere'],
    [405, 'POST', '/v1/apps'],
    [405, 'DELETE', '/v1/report?x=1'],
    [414, 'GET', `/v1/apps?${'a'.repeat(17_000)}`],
    [414, 'GET', `/${'a'.repeat(17_000)}`],
  ] as const
  const {
    server,
    auth,
    parts: { keys },
  } = await fixture(t.testdir(), {}, { limiter: memoryRateLimiter(refused.length) })
  const revoked = await keys.create({ companyId: COMPANY })
  await keys.revoke(revoked.id)
  const ask = (method: string, url: string, headers: Record<string, string>) =>
    server.inject({ method, url, headers, ...(method === 'POST' && { payload: '{' }) })

  let left = refused.length
  for (const [status, method, url] of refused) {
    for (const headers of [
      {},
      { authorization: 'Bearer nobody' },
      { authorization: `Bearer ${revoked.key}` },
    ]) {
      const answer = await ask(method, url, headers)
      t.equal(answer.statusCode, status)
      t.equal(answer.headers['ratelimit'], undefined)
    }
    const counted = await ask(method, url, auth)
    t.equal(counted.statusCode, status)
    t.match(counted.headers['ratelimit'], `"company";r=${--left};`)
  }
  for (const [status, method, url] of refused) {
    t.equal((await ask(method, url, auth)).statusCode, 429, url.slice(0, 30))
    t.equal((await ask(method, url, {})).statusCode, status)
  }
  t.equal((await ask('POST', '/healthz', auth)).statusCode, 405, 'what needs no key is not counted')
})

t.test('304, 4xx and 5xx carry the remaining requests too', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    getReport: async () => fileAnswer('a'),
    getAlerts: () => Promise.reject(problem('unavailable', 'Later.')),
  })
  const etag = String((await server.inject({ url: '/v1/apps', headers: auth })).headers['etag'])
  const report = '/v1/report?appId=1&granularity=campaign'
  const answers = [
    [304, '/v1/apps', { 'if-none-match': etag }],
    [200, report, {}],
    [206, report, { range: 'bytes=0-0' }],
    [416, report, { range: 'bytes=9-' }],
    [400, '/v1/apps?x=1', {}],
    [503, '/v1/alerts?appId=1', {}],
  ] as const
  for (const [status, url, headers] of answers) {
    const response = await server.inject({ url, headers: { ...auth, ...headers } })
    t.equal(response.statusCode, status, url)
    t.match(response.headers['ratelimit'], /^"company";r=\d+;t=\d+$/)
    t.equal(response.headers['ratelimit-policy'], '"company";q=1000;w=60')
  }
})

t.test('an inner request of a counted one needs no key and is not counted', async t => {
  const companies: unknown[] = []
  const { server, auth, log } = await fixture(
    t.testdir(),
    {
      listApps: async call => {
        companies.push(call.companyId)
        return appsAnswer()
      },
    },
    { limiter: memoryRateLimiter(1) },
  )
  const inner = {
    strategy: 'apiKey',
    credentials: { app: { companyId: 99, kind: 'api_key' as const, id: 'k', counted: true } },
  }
  for (let i = 0; i < 3; i++)
    t.equal((await server.inject({ url: '/v1/apps', auth: inner })).statusCode, 200)
  t.same(companies, [99, 99, 99])
  t.equal(log(), '', 'nor logged')
  const forged = { ...auth, counted: 'true', 'x-counted': 'true', auth: JSON.stringify(inner) }
  t.equal(
    (await server.inject({ url: '/v1/apps', headers: forged })).headers[
      'ratelimit'
    ]!.toString().slice(0, 13),
    '"company";r=0',
  )
  t.equal((await server.inject({ url: '/v1/apps', headers: forged })).statusCode, 429)
})

t.test('a link counts for its company, before its errors are reported', async t => {
  const limiter = memoryRateLimiter(2)
  const { server } = await fixture(
    t.testdir(),
    { downloadExport: async () => fileAnswer('a', { store: false }) },
    {
      limiter,
      linkCaller: async link => {
        if (link === 'good') return { companyId: COMPANY, kind: 'api_key', id: 'maker' }
        throw problem(link === 'old' ? 'link_expired' : 'not_found', 'No such link.')
      },
    },
  )
  t.equal((await server.inject('/v1/exports/old')).statusCode, 410)
  t.equal((await server.inject('/v1/exports/odd')).statusCode, 404)
  const first = await server.inject('/v1/exports/good')
  t.equal(first.statusCode, 200)
  t.match(first.headers['ratelimit'], '"company";r=1;')
  t.equal(first.headers['cache-control'], 'no-store')
  t.equal((await server.inject('/v1/exports/good?x=1')).statusCode, 400)
  t.equal((await server.inject('/v1/exports/good')).statusCode, 429)
})
