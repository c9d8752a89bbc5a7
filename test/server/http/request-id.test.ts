import t from 'tap'
import { fixture } from '../../support/http-server.ts'

t.test('a well-formed id is kept, on results and errors', async t => {
  const { server, auth } = await fixture(t.testdir())
  for (const id of ['a', 'A.b_c:d-9', 'x'.repeat(128)]) {
    for (const url of ['/v1/apps', '/nowhere', '/healthz']) {
      const response = await server.inject({ url, headers: { ...auth, 'x-request-id': id } })
      t.equal(response.headers['x-request-id'], id)
    }
  }
})

t.test('any other id is replaced', async t => {
  const { server } = await fixture(t.testdir())
  const seen = new Set<unknown>()
  const key = `uascope_${'a'.repeat(38)}`
  const bad = [
    undefined,
    '',
    'a b',
    'x'.repeat(129),
    'é',
    '<script>',
    'a, b',
    key,
    `trace-${key}`,
    key.toUpperCase(),
    'uascope%5Fabc',
  ]
  for (const id of bad) {
    const response = await server.inject({
      url: '/nowhere',
      headers: id === undefined ? {} : { 'x-request-id': id },
    })
    const returned = response.headers['x-request-id']
    t.match(returned, /^[0-9a-f-]{36}$/)
    t.equal(JSON.parse(response.payload).requestId, returned)
    seen.add(returned)
  }
  t.equal(seen.size, bad.length, 'each its own')
})
