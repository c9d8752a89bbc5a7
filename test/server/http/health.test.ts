import t from 'tap'
import { problem } from '../../../server/core/checks/problem.ts'
import { createLogger } from '../../../server/core/runtime/logger.ts'
import { fixture } from '../../support/http-server.ts'

t.test('health checks need no key', async t => {
  const { server } = await fixture(t.testdir())
  for (const url of ['/healthz', '/readyz']) {
    const response = await server.inject(url)
    t.equal(response.statusCode, 200)
    t.equal(response.headers['ratelimit'], undefined)
    t.equal((await server.inject({ method: 'HEAD', url })).statusCode, 200)
  }
})

t.test('a service whose store hangs is alive but not ready', async t => {
  const { server, log } = await fixture(
    t.testdir(),
    {},
    { ready: () => Promise.reject(new Error('no route to db-3')) },
  )
  t.equal((await server.inject('/healthz')).statusCode, 200)
  const response = await server.inject('/readyz')
  t.equal(response.statusCode, 503)
  t.equal(response.headers['content-type'], 'application/problem+json')
  t.match(response.headers['retry-after'], /^\d+$/)
  t.match(JSON.parse(response.payload), { code: 'unavailable', status: 503 })
  t.notMatch(response.payload, 'db-3')
  t.match(log(), 'db-3')
})

t.test('readiness failures during start are not logged as errors', async t => {
  const lines: string[] = []
  const logger = createLogger('debug', { write: line => void lines.push(line) })
  const ready = () =>
    Promise.reject(
      problem('unavailable', 'The service is starting.', {
        headers: { 'retry-after': 1 },
        isExpected: true,
      }),
    )
  const { server } = await fixture(t.testdir(), {}, { ready, logger })
  const { statusCode, headers, payload } = await server.inject('/readyz')
  t.match({ statusCode, headers }, { statusCode: 503, headers: { 'retry-after': '1' } })
  t.match(JSON.parse(payload), {
    code: 'unavailable',
    detail: 'The service is starting.',
    isExpected: undefined,
  })
  const levels = lines
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .map(({ level, message }) => [level, message])
  t.strictSame(levels, [
    ['debug', 'The service is starting.'],
    ['debug', 'request'],
  ])
})

t.test('concurrent readiness checks share one check', async t => {
  let looks = 0
  const ready = async () => {
    looks++
    await new Promise(resolve => setImmediate(resolve))
  }
  const { server } = await fixture(t.testdir(), {}, { ready })
  for (const answer of await Promise.all(
    Array.from({ length: 20 }, () => server.inject('/readyz')),
  ))
    t.equal(answer.statusCode, 200)
  t.ok(looks < 20)
  const before = looks
  await server.inject('/readyz')
  t.equal(looks, before + 1, 'and the next one looks again')
})
