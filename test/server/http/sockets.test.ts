import { readdir, readlink, rm, truncate } from 'node:fs/promises'
import { Agent, get, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import type { Server } from '@hapi/hapi'
import { appsAnswer, fileAnswer, fixture, type Fixture } from '../../support/http-server.ts'
import { elapse } from '../../support/pauses.ts'
import { until } from '../../support/until.ts'

const report = '/v1/report?appId=1&granularity=campaign'

/** What a server sends for some bytes until it closes the connection. */
async function raw(
  server: Server,
  text: string,
): Promise<{ status: number; head: string; body: Record<string, unknown> }> {
  const socket = connect(Number(server.info.port), '127.0.0.1')
  let answer = ''
  socket
    .on('data', chunk => {
      answer += chunk.toString()
    })
    .on('error', () => undefined)
  socket.write(text)
  await new Promise(resolve => socket.once('close', resolve))
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: body === '' ? {} : JSON.parse(body),
  }
}

async function started(t: Test, ...args: Parameters<typeof fixture>): Promise<Fixture> {
  const made = await fixture(...args)
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  return made
}

function download(
  server: Server,
  path: string,
  headers: Record<string, string>,
  agent = new Agent(),
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) =>
    get({ port: server.info.port, path, headers, agent }, resolve).on('error', reject),
  )
}

async function finished(response: IncomingMessage): Promise<{ bytes: number; whole: boolean }> {
  let bytes = 0
  response
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    .on('error', () => undefined)
  await new Promise(resolve => response.once('close', resolve))
  return { bytes, whole: response.complete }
}

/** Files under a folder that this process has open. */
async function openUnder(dir: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter(link => link.startsWith(dir)).length
}

t.test('long request lines get a problem, not a dropped connection', async t => {
  const { server } = await started(t, t.testdir())
  for (const [length, status, code] of [
    [20_000, 414, 'uri_too_long'],
    [100_000, 414, 'uri_too_long'],
    [140_000, 431, 'headers_too_large'],
    [3_000_000, 431, 'headers_too_large'],
  ] as const) {
    const answer = await raw(
      server,
      `GET /v1/apps?x=${'a'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    t.equal(answer.status, status, `${length}`)
    t.match(answer.head, 'content-type: application/problem+json')
    t.match(answer.body, { code, status, requestId: /./ })
    t.match(answer.head, `x-request-id: ${answer.body['requestId'] as string}`)
  }
})

t.test('long headers get a problem too, whatever they contain', async t => {
  const { server } = await started(t, t.testdir())
  const ask = (headers: string) =>
    raw(server, `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)
  t.equal((await ask(`X: ${'a'.repeat(16_000)}\r\n`)).status, 200)
  for (const headers of [
    `X: ${'a'.repeat(16_400)}\r\n`,
    `Accept-Encoding: ${'a,'.repeat(50_000)}\r\n`,
    `X: ${'a'.repeat(99)}\r\n`.repeat(200),
  ]) {
    const answer = await ask(headers)
    t.equal(answer.status, 431)
    t.match(answer.body, { code: 'headers_too_large', status: 431 })
  }
})

t.test('pipelined requests are answered in order', async t => {
  const { server } = await started(t, t.testdir())
  const socket = connect(Number(server.info.port), '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk.toString()
  })
  const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  socket.write(
    ask('/healthz') + ask('/v1/apps').repeat(20) + ask('/nothing', 'Connection: close\r\n'),
  )
  await new Promise(resolve => socket.once('close', resolve))
  t.strictSame(
    [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    [200, ...Array<number>(20).fill(401), 404],
  )
})

t.test('malformed HTTP gets a problem', async t => {
  const { server, log } = await started(t, t.testdir())
  for (const text of [
    'nonsense\r\n\r\n',
    'GET /v1/apps HTTP/1.1\r\nHost: x\r\nBad header\r\n\r\n',
    'FROBNICATE /v1/apps HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/apps HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET v1/apps HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /v1/apps HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  ]) {
    const answer = await raw(server, text)
    t.equal(answer.status, 400, text)
    t.match(answer.body, { code: 'bad_request', status: 400, title: 'Bad Request' })
  }
  t.match(log(), '"status":400')
  const connecting = await raw(
    server,
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
  )
  t.equal(connecting.status, 405)
  t.match(connecting.head, 'allow: get, head')
})

t.test('odd but valid requests are answered', async t => {
  const { server, key } = await started(t, t.testdir(), { getReport: async () => fileAnswer('{}') })
  const rest = `Authorization: Bearer ${key}\r\nConnection: close\r\n`
  for (const text of [
    `GET /v1/apps HTTP/1.0\r\n${rest}\r\n`,
    `GET http://other.example/v1/apps HTTP/1.1\r\nHost: x\r\n${rest}\r\n`,
    `GET /v1/apps HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n${rest}\r\n`,
    `GET /v1/apps HTTP/1.1\r\nHost: x\r\nCookie: =;;a="\r\n${rest}\r\n`,
    `GET /v1/apps HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n${rest}\r\n{}`,
    `GET /v1/apps# HTTP/1.1\r\nHost: x\r\n${rest}\r\n`,
    `GET ${report}#x HTTP/1.1\r\nHost: x\r\n${rest}\r\n`,
  ])
    t.equal((await raw(server, text)).status, 200, text)
  t.equal((await raw(server, `OPTIONS * HTTP/1.1\r\nHost: x\r\n${rest}\r\n`)).status, 400)
})

t.test('malformed HTTP sent during a response does not enter it', async t => {
  const size = 64 * 2 ** 20
  const { server, key } = await started(t, t.testdir(), {
    getReport: async () => fileAnswer(Buffer.alloc(size)),
  })
  const socket = connect(Number(server.info.port), '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${report} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  await new Promise(resolve => socket.once('readable', resolve))
  socket.write('nonsense\r\n\r\n')
  await elapse(50)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise(resolve => socket.once('close', resolve))
  const received = Buffer.concat(chunks)
  t.equal(received.lastIndexOf('HTTP/1.1 '), 0)
  t.ok(received.length < size, 'the answer is cut short instead')
})

t.test('a caller that disconnects leaves nothing open', async t => {
  const dir = t.testdir()
  const { server, auth, log } = await started(t, dir, {
    getReport: async () => fileAnswer(Buffer.alloc(64 * 2 ** 20)),
  })
  const response = await download(server, report, auth)
  response.once('data', () => response.destroy())
  await new Promise(resolve => response.once('close', resolve))
  await until('the file is closed', async () => (await openUnder(`${dir}/spool`)) === 0)
  t.match(log(), '"status":499')
  await download(server, report, { ...auth, range: 'bytes=0-0' }).then(finished)
  await new Promise(resolve =>
    request({ port: server.info.port, path: report, headers: auth, method: 'HEAD' }, resolve).end(),
  )
  await until(
    'nor does one who reads a part, or nothing',
    async () => (await openUnder(`${dir}/spool`)) === 0,
  )
})

t.test('a file removed during a read is read to its end', async t => {
  const dir = t.testdir()
  const size = 32 * 2 ** 20
  const { server, auth } = await started(t, dir, {
    getReport: async () => fileAnswer(Buffer.alloc(size)),
  })
  const response = await download(server, report, auth)
  await rm(`${dir}/spool`, { recursive: true })
  t.same(await finished(response), { bytes: size, whole: true })
})

t.test('a file that ends early does not look complete', { timeout: 30_000 }, async t => {
  const dir = t.testdir()
  const size = 32 * 2 ** 20
  const { server, auth } = await started(t, dir, {
    getReport: async () => fileAnswer(Buffer.alloc(size)),
  })
  // The connection's end does not stand for the answer's.
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const response = await download(server, report, auth, agent)
  const name = (await readdir(`${dir}/spool`)).find(name => name.endsWith('.csv'))!
  await truncate(`${dir}/spool/${name}`, size - 4_000_000)
  const { bytes, whole } = await finished(response)
  t.notOk(whole)
  t.ok(bytes < size)
})

t.test(
  'stopping lets active downloads and responses finish, and closes idle connections',
  async t => {
    const size = 32 * 2 ** 20
    let answer = () => {}
    const waiting = new Promise<void>(resolve => {
      answer = resolve
    })
    const { server, auth } = await fixture(t.testdir(), {
      getReport: async () => fileAnswer(Buffer.alloc(size)),
      listApps: async () => {
        await waiting
        return appsAnswer()
      },
    })
    await server.start()
    const keepAlive = new Agent({ keepAlive: true })
    ;(await download(server, '/healthz', {}, keepAlive)).resume()
    const slow = download(server, '/v1/apps', auth)
    const running = await download(server, report, auth)
    await elapse(50)
    const stopped = server.stop({ timeout: 20_000 })
    await elapse(50)
    await t.rejects(download(server, '/healthz', {}), { code: 'ECONNREFUSED' })
    answer()
    t.same(await finished(running), { bytes: size, whole: true })
    const late = await slow
    t.equal(late.statusCode, 200)
    t.equal((await finished(late)).whole, true)
    await stopped
  },
)
