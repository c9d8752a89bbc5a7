import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { Server } from '@hapi/hapi'
import t, { type Test } from 'tap'
import { appsAnswer, fileAnswer, fixture, type Fixture } from '../../support/http-server.ts'
import { startEndpoint } from '../../support/mcp-endpoint.ts'
import { elapse } from '../../support/pauses.ts'
import { until } from '../../support/until.ts'

const REPORT = '/v1/report?appId=1&granularity=campaign'
const SIZE = 16 * 2 ** 20

/** 400 ms stand for five minutes. */
const bounds = { listener: { readTimeout: 400 } }

async function started(
  t: Test,
  dir: string,
  handlers: Parameters<typeof fixture>[1],
): Promise<Fixture> {
  const made = await fixture(dir, handlers, { bounds })
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  return made
}

/** Asks, and reads nothing of the answer. */
function ask(server: Server, key: string, path: string): Socket {
  const socket = connect(Number(server.info.port), '127.0.0.1').on('error', () => undefined)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  )
  return socket.pause()
}

/** The connections of a server, once there are so many, or time is up. */
async function connections({ listener }: Server, wanted: number, most = 30_000): Promise<number> {
  const count = () =>
    new Promise<number>((resolve, reject) => {
      listener.getConnections((error, open) => (error ? reject(error) : resolve(open)))
    })
  const end = performance.now() + most
  while ((await count()) !== wanted && performance.now() < end) await elapse(20)
  return await count()
}

/** Files under a folder that this process has open. */
async function openUnder(dir: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter(link => link.startsWith(dir)).length
}

t.test('a download that is not read is closed and releases its file', async t => {
  const dir = t.testdir()
  const { server, key } = await started(t, dir, {
    getReport: async () => fileAnswer(Buffer.alloc(SIZE)),
  })
  const sockets = Array.from({ length: 5 }, () => ask(server, key, REPORT))
  t.equal(await connections(server, 5), 5)
  t.equal(await connections(server, 0), 0)
  await until('the file is closed', async () => (await openUnder(`${dir}/spool`)) === 0)
  for (const socket of sockets) socket.destroy()
})

t.test('a download read too slowly is closed; one read fast enough is not', async t => {
  const { server, key } = await started(t, t.testdir(), {
    getReport: async () => fileAnswer(Buffer.alloc(SIZE)),
  })
  const reading = (bytes: number) => {
    const socket = ask(server, key, REPORT)
    const timer = setInterval(() => socket.read(Math.min(bytes, socket.readableLength)), 20)
    t.teardown(() => clearInterval(timer))
    let ended = false
    socket.once('close', () => {
      ended = true
    })
    return { socket, hasEnded: () => ended }
  }
  const [slow, fast] = [reading(500), reading(65_536)]
  t.equal(await connections(server, 1), 1)
  // Longer than the patience with one of whom nothing is known yet, and another look.
  await elapse(600)
  t.equal(await connections(server, 1), 1)
  t.notOk(fast.hasEnded())
  slow.socket.destroy()
  fast.socket.destroy()
})

t.test('a list that is not read is closed too', async t => {
  const apps = Array.from({ length: 15_000 }, (_, id) => ({
    id,
    name: 'x'.repeat(1000),
    createdAt: '2026-01-02T03:04:05.678Z',
  }))
  const { server, key } = await started(t, t.testdir(), {
    listApps: async () => appsAnswer({ body: async () => apps }),
  })
  const socket = ask(server, key, '/v1/apps')
  t.equal(await connections(server, 1), 1)
  t.equal(await connections(server, 0), 0)
  socket.destroy()
})

t.test('a caller waiting for a response is not slow', async t => {
  const { server, key } = await started(t, t.testdir(), {
    listApps: async () => {
      await elapse(600)
      return appsAnswer()
    },
  })
  const socket = ask(server, key, '/v1/apps').resume()
  let answer = ''
  socket.on('data', chunk => {
    answer += String(chunk)
  })
  await new Promise(resolve => socket.once('close', resolve))
  t.match(answer, 'HTTP/1.1 200')
})

t.test('requests that do not arrive in time are closed, including tool bodies', async t => {
  const listener = { headersTimeout: 200, requestTimeout: 400, timeoutsInterval: 50 }
  const { server, keyOf } = await startEndpoint(t, { listener })
  const head =
    `POST /v1/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${await keyOf(1)}\r\nContent-Type: application/json\r\n` +
    'Accept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n{'
  for (const [what, text] of [
    ['nothing', ''],
    ['half a head', 'GET /v1/apps HTTP/1.1\r\nHos'],
    ['half a body', head],
  ] as const) {
    const socket = connect(Number(server.info.port), '127.0.0.1').on('error', () => undefined)
    let answer = ''
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.write(text)
    // Bytes now and then do not make it any better.
    const timer = setInterval(() => {
      if (text !== '') socket.write('x')
    }, 30)
    await new Promise(resolve => socket.once('close', resolve))
    clearInterval(timer)
    if (text !== '') t.match(answer, /^HTTP\/1.1 408/, what)
    else t.pass(what)
  }
})

t.test('connections are bounded, and idle ones are closed first', async t => {
  const made = await fixture(t.testdir(), {}, { bounds: { door: { connections: { most: 3 } } } })
  const { server } = made
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))
  const open = async () => {
    const socket = connect(Number(server.info.port), '127.0.0.1').on('error', () => undefined)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    return await new Promise<boolean>(resolve => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    })
  }
  t.same([await open(), await open(), await open()], [true, true, true])
  t.equal(await open(), true)
  t.equal(await connections(server, 3), 3)
})
