import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { createApiKey } from '../../../server/core/access/keys.ts'
import type { ServerParts } from '../../../server/http/server.ts'
import { until } from '../../support/until.ts'
import { type Fixture, fixture } from '../../support/http-server.ts'
import { elapse, quiet } from '../../support/pauses.ts'

type Limits = NonNullable<ServerParts['bounds']>['door']

interface Started extends Fixture {
  open: (options?: { from?: string; text?: string }) => Connection
}

/** One connection and what came of it. */
interface Connection {
  socket: Socket
  isOpen: () => boolean
  send: (text: string) => void
  /** Statuses of the responses. */
  statuses: () => number[]
  received: () => string
}

const HEALTHZ = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
const NOTHING = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n'
const HALF = 'GET /v1/apps HTTP/1.1\r\nHost: x\r\n'

async function start(
  t: Test,
  door: Limits,
  overrides: Partial<ServerParts> = {},
): Promise<Started> {
  const made = await fixture(t.testdir(), {}, { bounds: { door }, ...overrides })
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  const open: Started['open'] = ({ from = '127.0.0.1', text = '' } = {}) => {
    const socket = connect({
      port: Number(made.server.info.port),
      host: '127.0.0.1',
      localAddress: from,
    })
    let [received, isOpen] = ['', true]
    socket.on('data', chunk => (received += chunk.toString())).on('error', () => undefined)
    socket.once('close', () => (isOpen = false))
    t.teardown(() => socket.destroy())
    if (text !== '') socket.write(text)
    return {
      socket,
      isOpen: () => isOpen,
      send: text => void socket.write(text),
      statuses: () =>
        [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
      received: () => received,
    }
  }
  return { ...made, open }
}

function withKey(path: string, key: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
}

async function answered(...connections: Connection[]): Promise<void> {
  for (const one of connections) await until('answered', () => one.statuses().length > 0)
}

t.test('a new connection replaces the one that has been idle for longest', async t => {
  const { open, key } = await start(t, { connections: { most: 3 } })
  const known = open({ text: withKey('/v1/apps', key) })
  await answered(known)
  const half = open({ from: '127.0.0.3', text: HALF })
  await elapse(30)
  const stranger = open({ text: HEALTHZ })
  await answered(stranger)
  known.send(withKey('/v1/apps', key))
  await until('2 answers', () => known.statuses().length === 2)
  const order = [half, stranger, known]
  for (let cut = 0; cut < order.length; cut++) {
    await answered(open({ text: HEALTHZ }))
    await until('cut', () => !order[cut]!.isOpen())
    t.strictSame(
      order.map(one => one.isOpen()),
      order.map((_, index) => index > cut),
    )
  }
})

t.test('an active connection is not closed: without others the new one is refused', async t => {
  let answer = (): void => undefined
  const waiting = new Promise<void>(resolve => (answer = resolve))
  const { server, open } = await start(t, { connections: { most: 2 } })
  let atWork = 0
  server.ext('onPreHandler', async (request, h) => {
    if (request.path === '/healthz') {
      atWork++
      await waiting
    }
    return h.continue
  })
  const busy = [open({ text: HEALTHZ }), open({ text: HEALTHZ })]
  await until('both are at work', () => atWork === 2)
  const refused = open({ text: HEALTHZ })
  await until('refused', () => !refused.isOpen())
  answer()
  await answered(...busy)
  for (const one of busy) t.strictSame(one.statuses(), [200])
})

t.test('one address holds a bounded number of connections; others are not affected', async t => {
  const { open, key } = await start(t, { connections: { most: 100, ofAddress: 5 } })
  const other = open({ from: '127.0.0.2', text: HALF })
  const halves = Array.from({ length: 30 }, () => open({ text: HALF }))
  await until('25 cut', () => halves.filter(one => !one.isOpen()).length === 25)
  t.equal(other.isOpen(), true)
  other.send(`Authorization: Bearer ${key}\r\n\r\n`)
  await answered(other)
  t.strictSame(other.statuses(), [200])
})

t.test('requests without a valid key are limited by address; with one they are not', async t => {
  const { open, key, auth, server, logged } = await start(t, {
    keyless: { burst: 5, perSecond: 0.001 },
  })
  const one = open({ text: NOTHING.repeat(8) })
  await until('8 answers', () => one.statuses().length === 8)
  t.strictSame(one.statuses(), [404, 404, 404, 404, 404, 429, 429, 429])
  t.match(one.received(), /\r\nretry-after: 1\r\n/)
  t.match(one.received(), '"code":"rate_limited"')
  t.match(one.received(), 'Too many requests without a valid key from this address.')
  t.equal(logged.filter(({ status }) => status === 429).length, 0, 'a flood does not fill the log')

  const mixed = open({
    text:
      withKey('/v1/apps', key) +
      withKey('/v1/apps', createApiKey()) +
      withKey('/nothing', key) +
      HEALTHZ,
  })
  await until('4 answers', () => mixed.statuses().length === 4)
  t.strictSame(
    mixed.statuses(),
    [200, 429, 404, 200],
    'a valid key passes, an unknown one of the right form does not; a probe does',
  )
  const posted = open({
    text: 'POST /v1/apps HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nxx',
  })
  await until('closed', () => !posted.isOpen())
  t.strictSame(posted.statuses(), [429], 'its body is not waited for')
  const other = open({ from: '127.0.0.2', text: NOTHING })
  await answered(other)
  t.strictSame(other.statuses(), [404])
  t.equal(
    (await server.inject({ url: '/v1/apps', headers: auth })).statusCode,
    200,
    'requests inside the process are not counted',
  )
})

t.test('a valid key refunds its request', async t => {
  const { open, key } = await start(t, { keyless: { burst: 3, perSecond: 0.001 } })
  const one = open({ text: withKey('/v1/apps', key).repeat(20) })
  await until('20 answers', () => one.statuses().length === 20)
  t.ok(one.statuses().every(status => status === 200))
  const two = open({ text: withKey('/nothing', key).repeat(5) + NOTHING.repeat(4) })
  await until('9 answers', () => two.statuses().length === 9)
  t.strictSame(two.statuses(), [404, 404, 404, 404, 404, 404, 404, 404, 429])
})

t.test('the budget refills', async t => {
  const { open } = await start(t, { keyless: { burst: 1, perSecond: 1 } })
  const one = open({ text: NOTHING.repeat(2) })
  await until('2 answers', () => one.statuses().length === 2)
  t.strictSame(one.statuses(), [404, 429])
  await elapse(1100)
  one.send(NOTHING)
  await until('3 answers', () => one.statuses().length === 3)
  t.equal(one.statuses()[2], 404)
})

t.test('probes have a separate budget', async t => {
  const { open } = await start(t, { keyless: { burst: 1, perSecond: 0.001 } })
  const one = open({ text: HEALTHZ.repeat(30) })
  await until('30 answers', () => one.statuses().length === 30)
  t.equal(one.statuses()[0], 200)
  t.equal(one.statuses().at(-1), 429)
})

t.test(
  'behind a proxy the forwarded address counts, and connections of the proxy are unlimited',
  async t => {
    const { parts } = await fixture(t.testdir({ keys: {} }) + '/x')
    const { open } = await start(
      t,
      {
        connections: { ofAddress: 2 },
        keyless: { burst: 2, perSecond: 0.001 },
      },
      { config: { ...parts.config, trustProxy: true } },
    )
    const from = (address: string) =>
      `GET /nothing HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`
    const proxy = Array.from({ length: 6 }, () => open({ text: HALF }))
    await quiet(50)
    t.ok(proxy.every(one => one.isOpen()))
    const one = open({
      text:
        from('2001:db8::1') +
        from('2001:db8::2') +
        from('2001:db8::3') +
        from('2001:db8:0:1::1') +
        from('10.1.1.1, 2001:db8::4') +
        from('10.1.1.1'),
    })
    await until('6 answers', () => one.statuses().length === 6)
    t.strictSame(one.statuses(), [404, 404, 429, 404, 429, 404])
  },
)

t.test('metrics count refused and closed connections', async t => {
  const { parts } = await fixture(t.testdir({ keys: {} }) + '/x')
  const { open, server, key } = await start(
    t,
    { connections: { ofAddress: 2 }, keyless: { burst: 2, perSecond: 0.001 } },
    { config: { ...parts.config, metrics: true } },
  )
  const known = open({ text: withKey('/v1/apps', key) })
  await answered(known)
  const stranger = open({ text: NOTHING.repeat(3) })
  await until('3 answers', () => stranger.statuses().length === 3)
  const half = open({ text: HALF })
  await until('cut', () => !known.isOpen())
  t.ok(half.isOpen())
  const { payload } = await server.inject('/metrics')
  for (const line of [
    'uascope_connections_open 2',
    'uascope_connections_cut_total{kind="idle"} 1',
    'uascope_connections_cut_total{kind="new"} 0',
    'uascope_keyless_refused_total 1',
  ])
    t.ok(payload.split('\n').includes(line), line)
})
