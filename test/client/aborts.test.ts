import { getEventListeners } from 'node:events'
import t from 'tap'
import { AbortError, UascopeClient } from '../../client/src/index.ts'
import { until } from '../support/until.ts'
import { answer, faultyServer, json, problem, stall, stallInBody } from './support/faulty-server.ts'

function clientOf(baseUrl: string, options = {}) {
  return new UascopeClient({ apiKey: 'uascope_x', baseUrl, ...options })
}

t.test('abort ends a wait between attempts immediately', async t => {
  const server = await faultyServer(
    t,
    problem(429, 'rate_limited', 'Slow down.', { 'retry-after': 50 }),
    json([]),
  )
  const controller = new AbortController()
  // The client logs a retry when its wait begins.
  const logger = { warn: () => setImmediate(() => controller.abort('enough')) }
  const call = clientOf(server.url, { logger }).listApps({ signal: controller.signal })
  const error = await call.catch((error: unknown) => error)
  t.type(error, AbortError)
  t.equal((error as Error).cause, 'enough')
  t.equal((error as Error).name, 'AbortError')
  t.equal(server.requests.length, 1)
})

t.test('abort ends a wait for a response and closes its connection', async t => {
  const server = await faultyServer(t, stall)
  const controller = new AbortController()
  const call = clientOf(server.url).listApps({ signal: controller.signal })
  const refused = t.rejects(call, AbortError)
  await until('the server has received the request', () => server.requests.length === 1)
  controller.abort()
  await refused
  await until('the connection is closed', () => server.closed() === 1)
  t.equal(server.requests.length, 1, 'no other attempt')
})

t.test('abort ends a download', async t => {
  const server = await faultyServer(
    t,
    stallInBody(200, { 'content-type': 'text/csv', etag: '"v1"' }, 'a,b\n1,2\n', 4),
  )
  const controller = new AbortController()
  const file = await clientOf(server.url).getReport(
    { appId: 1, granularity: 'campaign', format: 'csv' },
    { signal: controller.signal },
  )
  const reader = file.stream().getReader()
  t.equal(
    Buffer.from((await reader.read()).value!).toString(),
    'a,b\n',
    'the part that was sent arrives',
  )
  const refused = t.rejects(reader.read(), AbortError)
  controller.abort()
  await refused
  t.equal(server.requests.length, 1, 'which is not taken up again')
})

t.test('an already aborted signal sends no request', async t => {
  const server = await faultyServer(t, json([]))
  await t.rejects(clientOf(server.url).listApps({ signal: AbortSignal.abort() }), AbortError)
  t.equal(server.requests.length, 0)
})

t.test('abort ends all calls that share the signal', async t => {
  const server = await faultyServer(t, stall)
  const controller = new AbortController()
  const calls = Array.from({ length: 12 }, () =>
    clientOf(server.url).listApps({ signal: controller.signal }),
  )
  t.equal(
    getEventListeners(controller.signal, 'abort').length,
    1,
    'on which there is one listener: Node warns of more than ten',
  )
  controller.abort()
  for (const call of calls) await t.rejects(call, AbortError)
})

t.test('a finished call removes its listener from the signal', async t => {
  const { signal } = new AbortController()
  const listeners = () => getEventListeners(signal, 'abort').length
  const server = await faultyServer(
    t,
    problem(503, 'unavailable', 'Busy.'),
    json([]),
    answer(200, { 'content-type': 'text/csv' }, 'a,b'),
  )
  await clientOf(server.url).listApps({ signal })
  t.equal(listeners(), 0)
  const report = { appId: 1, granularity: 'campaign', format: 'csv' } as const
  await (await clientOf(server.url).getReport(report, { signal })).text()
  t.equal(listeners(), 0)
  await (await clientOf(server.url).getReport(report, { signal }).asResponse()).text()
  t.equal(listeners(), 0)
  await (await clientOf(server.url).getReport(report, { signal })).stream().cancel()
  t.equal(listeners(), 0)
})
