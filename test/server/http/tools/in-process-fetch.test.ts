import Hapi from '@hapi/hapi'
import t from 'tap'
import { inProcessFetch } from '../../../../server/http/tools/tool-context.ts'

t.test('a fetch in the process needs no network', async t => {
  const server = Hapi.server()
  server.auth.scheme('never', () => ({
    authenticate: () => {
      throw new Error('must not be asked')
    },
  }))
  server.auth.strategy('apiKey', 'never')
  server.route({
    method: 'GET',
    path: '/v1/apps',
    options: { auth: 'apiKey' },
    handler: (request, h) =>
      request.query['etag'] === 'yes'
        ? h.response().code(304)
        : h
            .response({
              caller: request.auth.credentials.app,
              headers: request.headers,
              query: request.query,
            })
            .header('total-rows', '3'),
  })
  const ask = inProcessFetch(
    server,
    { companyId: 7, kind: 'api_key', id: 'k' },
    'request-1',
    new AbortController().signal,
  )

  const answer = await ask('https://anywhere.example/v1/apps?networks=a%2Cb', {
    headers: { authorization: 'Bearer key', accept: 'application/json' },
  })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('total-rows'), '3')
  const { caller, headers, query } = (await answer.json()) as {
    caller: object
    headers: Record<string, string>
    query: object
  }
  t.match(caller, { companyId: 7, id: 'k', counted: true })
  t.match(headers, { accept: 'application/json', 'x-request-id': 'request-1' })
  t.notOk('authorization' in headers)
  t.strictSame(query, { networks: 'a,b' })

  t.match(await ask('http://a.example/v1/apps?etag=yes'), { status: 304, body: null })
  t.equal((await ask(new Request('http://a.example/nothing'))).status, 404)
  await t.rejects(ask('http://a.example/v1/apps', { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
})
