import t from 'tap'
import { createApiKey } from '../../../server/core/access/keys.ts'
import { appsAnswer, COMPANY, fixture } from '../../support/http-server.ts'
import { until } from '../../support/until.ts'

t.test('a valid key authenticates its company', async t => {
  const companies: unknown[] = []
  const { server, auth, key } = await fixture(t.testdir(), {
    listApps: async call => {
      companies.push(call.companyId)
      return appsAnswer()
    },
  })
  t.equal((await server.inject({ url: '/v1/apps', headers: auth })).statusCode, 200)
  t.equal(
    (await server.inject({ url: '/v1/apps', headers: { authorization: `bearer  ${key}` } }))
      .statusCode,
    200,
  )
  t.same(companies, [COMPANY, COMPANY])
})

t.test('every invalid key gets the same response', async t => {
  const {
    server,
    key,
    parts: { keys },
  } = await fixture(t.testdir())
  const expired = await keys.create({ companyId: COMPANY, expires: '2020-01-01' })
  const revoked = await keys.create({ companyId: COMPANY })
  await keys.revoke(revoked.id)
  const headers: [string, Record<string, string>][] = [
    ['none', {}],
    ['empty', { authorization: '' }],
    ['no token', { authorization: 'Bearer' }],
    ['other scheme', { authorization: `Basic ${key}` }],
    ['no scheme', { authorization: key }],
    ['two tokens', { authorization: `Bearer ${key} ${key}` }],
    ['not a key', { authorization: 'Bearer nonsense' }],
    ['mistyped', { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` }],
    ['unknown', { authorization: `Bearer ${createApiKey()}` }],
    ['expired', { authorization: `Bearer ${expired.key}` }],
    ['revoked', { authorization: `Bearer ${revoked.key}` }],
  ]
  const bodies = new Map<string, string[]>()
  for (const [name, credentials] of headers) {
    const response = await server.inject({
      url: '/v1/apps',
      headers: { ...credentials, 'x-request-id': 'same' },
    })
    t.equal(response.statusCode, 401, name)
    t.equal(response.headers['www-authenticate'], 'Bearer')
    t.equal(response.headers['ratelimit'], undefined)
    bodies.set(response.payload, [...(bodies.get(response.payload) ?? []), name])
  }
  t.strictSame(
    [...bodies.values()].slice(1),
    [['expired'], ['revoked']],
    'only who had the key learns that it was one',
  )
  const details = [...bodies.keys()].map(body => JSON.parse(body) as Record<string, unknown>)
  for (const body of details)
    t.match(body, { code: 'unauthorized', status: 401, requestId: 'same' })
  t.match(details[1]!['detail'], /^This API key has expired\./)
  t.match(details[2]!['detail'], /^This API key was revoked\./)
})

t.test('the key is checked before the parameters', async t => {
  const { server, auth } = await fixture(t.testdir())
  t.equal((await server.inject('/v1/report?nonsense=1')).statusCode, 401)
  t.equal((await server.inject({ url: '/v1/report?nonsense=1', headers: auth })).statusCode, 400)
})

t.test('use of a key is recorded', async t => {
  const {
    server,
    auth,
    parts: { keys },
  } = await fixture(t.testdir())
  await server.inject({ url: '/v1/apps', headers: auth })
  await until('the use is recorded', async () => (await keys.list())[0]!.last_used_at !== null)
  t.ok(Math.abs(Date.parse((await keys.list())[0]!.last_used_at!) - Date.now()) < 60_000)
})

t.test('a failing key store gives 500 and grants nothing', async t => {
  const dir = t.testdir()
  const { server, key } = await fixture(
    dir,
    {},
    {
      keys: {
        ...(await fixture(dir)).parts.keys,
        find: () => Promise.reject(new Error('no disk')),
      },
    },
  )
  t.equal(
    (await server.inject({ url: '/v1/apps', headers: { authorization: `Bearer ${key}` } }))
      .statusCode,
    500,
  )
})
