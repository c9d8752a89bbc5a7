import { gunzipSync } from 'node:zlib'
import t from 'tap'
import type { ListAnswer } from '../../../../server/answers/contract/answers.ts'
import { work } from '../../../support/work.ts'
import { appsAnswer, fixture } from '../../../support/http-server.ts'
import { latency } from '../../../support/pauses.ts'

function app(id: number) {
  return { id, name: `App ${id}`, createdAt: '2026-01-02T03:04:05.678Z' }
}
function apps(count: number) {
  return Array.from({ length: count }, (_, i) => app(i + 1))
}

t.test('a list comes with its headers', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    listApps: async () =>
      appsAnswer({ headers: { 'Run-Id': 12, Currency: 'EUR', 'Data-Through': undefined } }),
  })
  const response = await server.inject({ url: '/v1/apps', headers: auth })
  t.equal(response.statusCode, 200)
  t.match(response.headers['content-type'], /^application\/json\b/)
  t.match(response.headers, {
    'run-id': '12',
    currency: 'EUR',
    'total-rows': '1',
    'cache-control': /private/,
    'x-content-type-options': 'nosniff',
  })
  t.notOk('data-through' in response.headers)
  t.equal(Number(response.headers['content-length']), Buffer.byteLength(response.payload))
  t.same(JSON.parse(response.payload), await appsAnswer().body(work))
})

t.test('an empty list is an empty array', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    listApps: async () => appsAnswer({ body: async () => [] }),
  })
  const response = await server.inject({ url: '/v1/apps', headers: auth })
  t.equal(response.statusCode, 200)
  t.equal(response.payload, '[]')
  t.equal(response.headers['total-rows'], '0')
})

t.test('HEAD is GET without the body', async t => {
  const { server, auth } = await fixture(t.testdir())
  const get = await server.inject({ url: '/v1/apps', headers: auth })
  const head = await server.inject({ method: 'HEAD', url: '/v1/apps', headers: auth })
  t.equal(head.statusCode, 200)
  t.equal(head.payload, '')
  for (const name of ['content-type', 'content-length', 'etag', 'total-rows'])
    t.equal(head.headers[name], get.headers[name], name)
})

t.test('a current copy gets 304 and no list is computed', async t => {
  let made = 0
  let tag = 'one'
  const { server, auth } = await fixture(t.testdir(), {
    listApps: async () =>
      appsAnswer({
        tag,
        body: async () => {
          made++
          return apps(1)
        },
      }),
  })
  const first = await server.inject({ url: '/v1/apps', headers: auth })
  const etag = String(first.headers['etag'])
  t.match(etag, /^W\/"[\w-]+"$/)
  t.equal(made, 1)

  tag = 'two'
  const second = await server.inject({
    url: '/v1/apps',
    headers: { ...auth, 'if-none-match': etag },
  })
  t.equal(second.statusCode, 200)
  t.not(second.headers['etag'], etag)
  t.equal(made, 2)

  tag = 'three'
  const third = String((await server.inject({ url: '/v1/apps', headers: auth })).headers['etag'])
  t.equal(made, 3)
  for (const named of [third, third.slice(2), `"x", ${third} ,"y"`, '*']) {
    const response = await server.inject({
      url: '/v1/apps',
      headers: { ...auth, 'if-none-match': named },
    })
    t.equal(response.statusCode, 304, named)
    t.equal(response.payload, '')
    t.equal(response.headers['etag'], third)
    t.match(response.headers, { 'cache-control': /private/, 'x-request-id': /./, ratelimit: /./ })
  }
  for (const named of ['"x"', third.replaceAll('"', ''), '']) {
    const response = await server.inject({
      url: '/v1/apps',
      headers: { ...auth, 'if-none-match': named },
    })
    t.equal(response.statusCode, 200, named)
  }
  t.equal(made, 3)
})

t.test('a current copy causes no computation, even if nothing is cached', async t => {
  const answer = (body: ListAnswer<ReturnType<typeof apps>[number]>['body']) => async () =>
    appsAnswer({ body })
  const one = await fixture(t.testdir({ a: {}, b: {} }) + '/a', {
    listApps: answer(async () => apps(1)),
  })
  const etag = String(
    (await one.server.inject({ url: '/v1/apps', headers: one.auth })).headers['etag'],
  )
  const other = await fixture(`${t.testdirName}/b`, {
    listApps: answer(() => Promise.reject(new Error('made'))),
  })
  t.equal(
    (
      await other.server.inject({
        url: '/v1/apps',
        headers: { ...other.auth, 'if-none-match': etag },
      })
    ).statusCode,
    304,
  )
})

t.test('concurrent requests compute a list once; a failure is retried', async t => {
  let made = 0
  const { server, auth } = await fixture(t.testdir(), {
    listApps: async () =>
      appsAnswer({
        body: async () => {
          made++
          await latency(20)
          if (made === 1) throw new Error('not now')
          return apps(2)
        },
      }),
  })
  const ask = async () => (await server.inject({ url: '/v1/apps', headers: auth })).statusCode
  t.same(await Promise.all([ask(), ask(), ask()]), [500, 500, 500])
  t.equal(made, 1)
  t.same(await Promise.all([ask(), ask(), ask()]), [200, 200, 200])
  t.equal(await ask(), 200)
  t.equal(made, 2)
})

t.test('a list that violates the contract is a logged 500', async t => {
  const broken = [
    [{ ...app(1), id: '1' }],
    [{ ...app(1), extra: true }],
    [{ id: 1, name: 'x' }],
    [{ ...app(1), createdAt: 'yesterday' }],
    [app(1), { ...app(2), name: null }],
    { apps: [] },
  ]
  for (const body of broken) {
    const { server, auth, log } = await fixture(t.testdir(), {
      listApps: async () => appsAnswer({ body: async () => body as never }),
    })
    const response = await server.inject({ url: '/v1/apps', headers: auth })
    t.equal(response.statusCode, 500, JSON.stringify(body))
    t.equal(JSON.parse(response.payload).code, 'internal_error')
    t.match(log(), 'violates the contract')
  }
})

t.test('a long list is compressed once for callers that accept it', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    listApps: async () => appsAnswer({ body: async () => apps(500) }),
  })
  for (let i = 0; i < 2; i++) {
    const response = await server.inject({
      url: '/v1/apps',
      headers: { ...auth, 'accept-encoding': 'gzip, deflate, br' },
    })
    t.equal(response.headers['content-encoding'], 'gzip')
    t.equal(Number(response.headers['content-length']), response.rawPayload.length)
    t.match(response.headers['vary'], /accept-encoding/i)
    t.same(JSON.parse(gunzipSync(response.rawPayload).toString()), apps(500))
    t.equal(response.headers['total-rows'], '500')
    const plain = await server.inject({ url: '/v1/apps', headers: auth })
    t.notOk('content-encoding' in plain.headers)
    t.same(JSON.parse(plain.payload), apps(500))
    t.match(plain.headers['vary'], /accept-encoding/i)
    t.equal(plain.headers['etag'], response.headers['etag'], 'weak: the same list')
  }
})

t.test('parameters are decoded', async t => {
  const queries: unknown[] = []
  const { server, auth } = await fixture(t.testdir(), {
    getRecommendations: async ({ query }) => {
      queries.push(query)
      return { kind: 'list', tag: 'x', headers: {}, body: async () => [] }
    },
  })
  const ask = (query: string) =>
    server.inject({ url: `/v1/recommendations?${query}`, headers: auth })
  t.equal((await ask('appId=5&networks=a+b%2Cc%20d')).statusCode, 200)
  t.match(queries, [{ appId: 5, granularity: 'campaign', networks: ['a b', 'c d'] }])
  for (const query of [
    'appId=5&networks=%ff',
    'appId=5&networks=%zz',
    'appId=5&%zz=1',
    'appId=5&appId=5',
    `${'&'.repeat(2000)}appId=5&__proto__=1`,
  ]) {
    const response = await ask(query)
    t.equal(response.statusCode, 400, query.slice(-40))
    const { code, detail, errors } = JSON.parse(response.payload)
    t.equal(code, 'invalid_parameter')
    t.match(detail, `${errors[0].parameter}: ${errors[0].message}`)
  }
  t.equal(queries.length, 1)
})
