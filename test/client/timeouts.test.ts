import t from 'tap'
import {
  ConnectionError,
  ServerError,
  TimeoutError,
  UascopeClient,
} from '../../client/src/index.ts'
import { answer, faultyServer, json, stall, stallInBody } from './support/faulty-server.ts'
import { elapse, latency } from '../support/pauses.ts'

const report = { appId: 1, granularity: 'campaign', format: 'csv' } as const
/** Milliseconds: enough for a busy machine to answer. */
const TIMEOUT = 1500

function clientOf(baseUrl: string, options = {}) {
  return new UascopeClient({
    apiKey: 'uascope_x',
    baseUrl,
    timeout: TIMEOUT,
    maxRetries: 0,
    ...options,
  })
}

t.test('the timeout covers the wait for the head', async t => {
  const server = await faultyServer(t, stall)
  const error = await clientOf(server.url)
    .listApps()
    .catch((error: unknown) => error)
  t.type(error, TimeoutError)
  t.type(error, ConnectionError, 'which is a connection error')
})

t.test('the timeout covers the body of a list', async t => {
  const server = await faultyServer(
    t,
    stallInBody(200, { 'content-type': 'application/json' }, '[{"id":1}]', 5),
  )
  await t.rejects(clientOf(server.url).listApps(), TimeoutError)
})

t.test('the timeout covers the body of an error, which keeps its status', async t => {
  const server = await faultyServer(t, stallInBody(500, {}, '{"detail":"Oh."}', 5))
  await t.rejects(clientOf(server.url).listApps(), ServerError)
})

t.test('the timeout covers a stall within a file', async t => {
  const server = await faultyServer(
    t,
    stallInBody(200, { 'content-type': 'text/csv' }, 'a,b\n1,2\n', 4),
  )
  const file = await clientOf(server.url).getReport(report)
  await t.rejects(file.text(), TimeoutError)
  const raw = await clientOf(server.url).getReport(report).asResponse()
  await t.rejects(raw.text(), TimeoutError, 'also when read from the response')
})

t.test(
  'a file may take longer than the timeout while data arrives, and its reader may be slow',
  async t => {
    const server = await faultyServer(t, socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n')
      let left = 10
      const timer = setInterval(() => {
        if (left-- > 0) return void socket.write('row\n')
        clearInterval(timer)
        socket.end()
      }, 250)
    })
    const file = await clientOf(server.url, { timeout: 2000 }).getReport(report)
    const reader = file.stream().getReader()
    let text = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += Buffer.from(read.value).toString()
      if (text.length === 4) await elapse(2200)
    }
    t.equal(text, 'row\n'.repeat(10))
  },
)

t.test('an attempt that timed out is retried', async t => {
  const server = await faultyServer(t, stall, json([]))
  t.same(await clientOf(server.url, { maxRetries: 1 }).listApps(), [])
})

t.test('a call has its own timeout; Infinity disables it', async t => {
  const server = await faultyServer(
    t,
    socket => void latency(3 * TIMEOUT).then(() => answer(200, {}, '[]')(socket, undefined!)),
  )
  const client = clientOf(server.url)
  await t.rejects(client.listApps(), TimeoutError)
  t.same(await client.listApps({ timeout: 10_000 }), [])
  t.same(await client.listApps({ timeout: Infinity }), [])
})

t.test('a fetch that ignores its signal cannot block a call', async t => {
  const client = clientOf('http://uascope.test', { fetch: () => new Promise(() => {}) })
  await t.rejects(client.listApps(), TimeoutError)
})

t.test('an invalid timeout is refused', async t => {
  for (const timeout of [0, -1, NaN])
    t.throws(() => clientOf('http://uascope.test', { timeout }), /`timeout`/)
  await t.rejects(clientOf('http://uascope.test').listApps({ timeout: NaN }), /`timeout`/)
  t.throws(() => clientOf('http://uascope.test', { maxRetries: -1 }), /`maxRetries`/)
})
