import { fork } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { repository } from '../../../support/repository.ts'
import { latency } from '../../../support/pauses.ts'

interface Latencies {
  count: number
  p50: number
  p99: number
  slowest: number
  refused: number
  errors: Record<string, number>
}

async function listening(
  t: Test,
  server: Server | ReturnType<typeof createSocketServer>,
): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function loaded(
  t: Test,
  listener: RequestListener,
  options: object = {},
): Promise<Latencies> {
  return load(await listening(t, createServer(listener)), options)
}

/** Runs the generator as benches do, in a process of its own. */
function load(url: string, options: object = {}): Promise<Latencies> {
  const generator = fork(join(repository, 'scripts/lab/bench/load/generator.ts'), {
    cwd: repository,
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  return new Promise((resolve, reject) => {
    generator.on('message', (message: { result?: { all: Latencies }; error?: string }) => {
      if (message.error !== undefined) reject(new Error(message.error))
      if (message.result !== undefined) resolve(message.result.all)
    })
    generator.once('error', reject)
    generator.send({
      open: {
        url,
        rate: 200,
        warmUp: 0,
        seconds: 1,
        connections: 50,
        seed: 1,
        patience: 10,
        ...options,
      },
      mix: { companies: [{ appId: 1, key: 'key' }], today: '2026-11-22' },
    })
  })
}

t.test('waiting time includes the time in which a stalled server delayed requests', async t => {
  let requests = 0
  const result = await loaded(t, (_request, response) => {
    if (++requests === 100) for (const end = performance.now() + 400; performance.now() < end;);
    response.end('x')
  })
  const { count, p50, p99, slowest } = result
  t.ok(count > 150 && count < 250, 'as many as the rate says', { count })
  t.ok(slowest >= 390, 'the stall shows in the slowest', { slowest })
  t.ok(p99 >= 250, 'some eighty requests waited, so it shows in the percentile', { p99 })
  t.ok(p50 < p99)
})

t.test('requests are sent while others are pending', async t => {
  let open = 0
  let most = 0
  await loaded(t, (_request, response) => {
    most = Math.max(most, ++open)
    void latency(100).then(() => {
      open--
      response.end()
    })
  })
  t.ok(most >= 8, 'about twenty at once', { most })
})

t.test('requests wait if there are too few connections, and the wait counts', async t => {
  const result = await loaded(
    t,
    (_request, response) => {
      void latency(20).then(() => response.end())
    },
    { connections: 1, seconds: 0.5 },
  )
  t.ok(result.p99 >= 500, 'fifty a second are answered of two hundred')
})

t.test('503 with Retry-After is not an error; everything else is', async t => {
  let requests = 0
  const sent = { refused: 0, failed: 0 }
  const result = await loaded(t, (_request, response) => {
    requests++
    if (requests % 4 === 1) {
      sent.refused++
      response.writeHead(503, { 'retry-after': '1' }).end()
    } else if (requests % 4 === 2) {
      sent.failed++
      response.writeHead(503).end()
    } else if (requests % 4 === 3)
      response.socket!.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
    else response.end('x'.repeat(100_000))
  })
  const { refused, errors } = result
  t.ok(sent.refused > 30)
  t.equal(refused, sent.refused)
  t.equal(errors['503'], sent.failed)
  t.ok(errors['UND_ERR_SOCKET']! > 30, 'an answer that breaks off')
})

t.test('an unanswered request is reported', async t => {
  const result = await loaded(t, () => undefined, { rate: 50, patience: 0 })
  const { count, errors } = result
  t.equal(errors['unanswered'], count)
})

t.test('responses may arrive in pieces of any size, chunked or of known length', async t => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'
  let requests = 0
  const url = await listening(
    t,
    createSocketServer((socket: Socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => {
        const answer = Buffer.from(requests++ % 2 === 0 ? text : chunked)
        const cut = 1 + (requests % (answer.length - 1))
        socket.write(answer.subarray(0, cut))
        setImmediate(() => socket.write(answer.subarray(cut)))
      })
    }),
  )
  const result = await load(url)
  t.same(result.errors, {})
  t.ok(result.count > 150)
})
