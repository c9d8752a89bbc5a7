import { Boom } from '@hapi/boom'
import t from 'tap'
import { problem } from '../../../server/core/checks/problem.ts'
import { fixture } from '../../support/http-server.ts'

t.test('an unknown path is 404 without a key', async t => {
  const { server } = await fixture(t.testdir())
  for (const url of [
    '/v1',
    '/v1/app',
    '/v1/apps/',
    '/V1/apps',
    '//v1/apps',
    '/v1/exports',
    '/v1/exports/a/b',
  ]) {
    const response = await server.inject({ url, headers: { 'x-request-id': 'r-1' } })
    t.equal(response.statusCode, 404, url)
    t.equal(response.headers['content-type'], 'application/problem+json')
    t.same(JSON.parse(response.payload), {
      type: '/docs#not_found',
      title: 'Not Found',
      status: 404,
      detail: 'Nothing exists at this path.',
      code: 'not_found',
      requestId: 'r-1',
    })
  }
})

t.test('other methods on known paths are 405 with Allow', async t => {
  const { server, auth } = await fixture(t.testdir())
  for (const url of [
    '/v1/apps',
    '/v1/report',
    '/v1/exports/x',
    '/healthz',
    '/docs',
    '/openapi.json',
    '/llms.txt',
  ]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
      const response = await server.inject({
        method,
        url,
        headers: auth,
        ...(method === 'POST' && { payload: '{broken' }),
      })
      t.equal(response.statusCode, 405, `${method} ${url}`)
      t.equal(response.headers['allow'], 'GET, HEAD')
      t.equal(JSON.parse(response.payload).code, 'method_not_allowed')
    }
  }
  t.equal((await server.inject({ method: 'POST', url: '/v1/nothing' })).statusCode, 404)
})

t.test('a path that is not valid percent-encoded UTF-8 is 400', async t => {
  const { server } = await fixture(t.testdir())
  for (const url of [
    '/v1/exports/%ZZ',
    '/v1/exports/%',
    '/v1/exports/%ff',
    '/v1/exports/%C3',
    '/v1/%ZZ',
  ]) {
    const response = await server.inject(url)
    t.equal(response.statusCode, 400, url)
    t.equal(JSON.parse(response.payload).code, 'bad_request')
  }
})

t.test('an unexpected error reveals nothing and is logged with its causes', async t => {
  const cause = new Error('disk on fire')
  const { server, auth, log } = await fixture(t.testdir(), {
    listApps: () => Promise.reject(new Error('secret table name', { cause })),
  })
  const response = await server.inject({ url: '/v1/apps', headers: auth })
  t.equal(response.statusCode, 500)
  t.equal(JSON.parse(response.payload).code, 'internal_error')
  t.notMatch(response.payload, /secret|fire|problems\.test/)
  t.match(log(), 'secret table name')
  t.match(log(), 'disk on fire')
  t.match(log(), 'problems.test.ts', 'with the stack')
})

t.test("a handler's problem is returned unchanged, with its headers", async t => {
  const errors = [{ parameter: 'dsi', message: 'is not available', allowed: ['7', '30'] }]
  const { server, auth } = await fixture(t.testdir(), {
    listApps: () =>
      Promise.reject(
        problem('invalid_parameter', 'dsi: is not available.', {
          errors,
          headers: { 'x-more': 'yes' },
        }),
      ),
  })
  const response = await server.inject({ url: '/v1/apps', headers: auth })
  t.equal(response.statusCode, 400)
  t.equal(response.headers['x-more'], 'yes')
  t.match(JSON.parse(response.payload), {
    code: 'invalid_parameter',
    title: 'Bad Request',
    detail: 'dsi: is not available.',
    errors,
  })
})

t.test('the cause of a 503 is logged, not sent', async t => {
  const { server, auth, log } = await fixture(t.testdir(), {
    listApps: () =>
      Promise.reject(
        problem('unavailable', 'Try again.', { cause: new Error('connection to db-17 refused') }),
      ),
  })
  const response = await server.inject({ url: '/v1/apps', headers: auth })
  t.equal(response.statusCode, 503)
  t.notMatch(response.payload, 'db-17')
  t.match(log(), 'db-17')
})

t.test('a framework error without a code keeps its status', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    listApps: () => Promise.reject(new Boom('Short and stout', { statusCode: 418 })),
  })
  const response = await server.inject({ url: '/v1/apps', headers: auth })
  t.equal(response.statusCode, 418)
  t.match(JSON.parse(response.payload), {
    code: 'bad_request',
    status: 418,
    title: "I'm a teapot",
    detail: 'Short and stout',
  })
})

t.test('HEAD gets the status and headers of an error and no body', async t => {
  const { server } = await fixture(t.testdir())
  const response = await server.inject({ method: 'HEAD', url: '/v1/apps' })
  t.equal(response.statusCode, 401)
  t.equal(response.headers['content-type'], 'application/problem+json')
  t.equal(response.payload, '')
})

t.test('paths and query strings over 16 KiB are 414', async t => {
  const { server, auth } = await fixture(t.testdir())
  const status = async (url: string) => {
    const response = await server.inject({ url, headers: auth })
    return [
      response.statusCode,
      response.statusCode === 200 ? null : (JSON.parse(response.payload).code as string),
    ]
  }
  t.same(await status(`/v1/apps?${'a'.repeat(16_384)}`), [400, 'invalid_parameter'])
  t.same(await status(`/v1/apps?${'a'.repeat(16_385)}`), [414, 'uri_too_long'])
  t.same(await status(`/v1/apps${'a'.repeat(16_400)}`), [414, 'uri_too_long'])
})
