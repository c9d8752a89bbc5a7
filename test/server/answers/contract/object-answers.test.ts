import { server as hapi } from '@hapi/hapi'
import Joi from 'joi'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import type { ObjectAnswer } from '../../../../server/answers/contract/answers.ts'
import { JsonReplies } from '../../../../server/answers/contract/reply-json.ts'
import { body, number, string } from '../../../../server/core/checks/schemas.ts'

const schema = body(Joi.object({ dsi: number().integer().required(), name: string().required() }))

/** A server with one route, which answers an object. */
function serverOf(answer: Partial<ObjectAnswer>) {
  const server = hapi()
  const replies = new JsonReplies()
  const whole: ObjectAnswer = {
    kind: 'object',
    tag: 'v1',
    headers: { Currency: 'EUR' },
    body: async () => ({ dsi: 7, name: 'Tides' }),
    ...answer,
  }
  server.route({
    method: 'GET',
    path: '/',
    options: { auth: false },
    handler: (request, h) => replies.reply(request, h, whole, schema),
  })
  return server
}

t.test('an object comes with its headers, and without a total', async t => {
  const server = serverOf({})
  const response = await server.inject('/')
  t.equal(response.statusCode, 200)
  t.same(JSON.parse(response.payload), { dsi: 7, name: 'Tides' })
  t.match(response.headers, {
    currency: 'EUR',
    etag: /^W\/"/,
    'cache-control': 'private, no-cache',
  })
  t.match(response.headers['content-type'], /^application\/json\b/)
  t.notOk('total-rows' in response.headers)
  const again = await server.inject({
    url: '/',
    headers: { 'if-none-match': String(response.headers['etag']) },
  })
  t.equal(again.statusCode, 304)
})

t.test('a long object is compressed for callers that accept it', async t => {
  const name = 'Tides '.repeat(500)
  const server = serverOf({ body: async () => ({ dsi: 7, name }) })
  const response = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  t.equal(response.headers['content-encoding'], 'gzip')
  t.same(JSON.parse(gunzipSync(response.rawPayload).toString()), { dsi: 7, name })
  t.notOk('total-rows' in response.headers)
})

t.test('an object that violates the contract is a 500', async t => {
  for (const broken of [
    { dsi: '7', name: 'Tides' },
    { dsi: 7 },
    { dsi: 7, name: 'Tides', more: 1 },
    [],
  ]) {
    const response = await serverOf({ body: async () => broken }).inject('/')
    t.equal(response.statusCode, 500, JSON.stringify(broken))
  }
})
