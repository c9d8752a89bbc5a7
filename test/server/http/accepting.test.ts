import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { Accepting } from '../../../server/http/listener.ts'
import { fixture } from '../../support/http-server.ts'
import { until } from '../../support/until.ts'

const COUNT = 20

/** The order of events of a server that `COUNT` new connections with a request each reach at once. */
async function eventsOf(t: Test, now: () => number): Promise<string[]> {
  const { server } = await fixture(t.testdir())
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))
  const events: string[] = []
  for (const name of ['connection', 'request']) server.listener.on(name, () => events.push(name))
  t.intercept(performance, 'now', { value: now })
  let answered = 0
  for (let n = 0; n < COUNT; n++) {
    const socket = connect(Number(server.info.port), '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.once('data', () => answered++)
    t.teardown(() => socket.destroy())
  }
  await until('all are answered', () => answered === COUNT)
  return events
}

t.test('waiting connections are accepted before the next requests are handled', async t => {
  const events = await eventsOf(t, () => 1000)
  t.strictSame(events.slice(0, COUNT), Array(COUNT).fill('connection'))
})

t.test('requests wait 30 ms at most, however many connections come', async t => {
  let now = 1000
  const events = await eventsOf(t, () => (now += 5))
  t.ok(events.indexOf('request') < 10, 'the first request')
  t.equal(events.length, 2 * COUNT)
})

t.test(
  'a round of the event loop begins requests for 30 ms, including what their promises do at once',
  async t => {
    let [now, round] = [1000, 0]
    t.intercept(performance, 'now', { value: () => now })
    const accepting = new Accepting()
    accepting.accepted()
    const begun = new Map<number, number>()
    let left = COUNT
    for (let n = 0; n < COUNT; n++)
      accepting.after(() => {
        left--
        begun.set(round, (begun.get(round) ?? 0) + 1)
        void Promise.resolve().then(() => (now += 10))
      })
    for (; left > 0; round++) await new Promise(setImmediate)
    t.strictSame(Math.max(...begun.values()), 3)
  },
)

t.test('requests of callers who leave meanwhile are not handled', async t => {
  const { server } = await fixture(t.testdir())
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))
  t.intercept(performance, 'now', { value: () => 1000 })
  const sockets = Array.from({ length: COUNT }, () =>
    connect(Number(server.info.port), '127.0.0.1'),
  )
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const [early, late] = [sockets.slice(0, 5), sockets.slice(5)]
  let [accepted, handled, answered] = [0, 0, 0]
  server.listener.on('request', () => handled++)
  server.listener.on('connection', () => {
    // The requests of the first ones have arrived, and wait.
    if (++accepted === COUNT / 2) for (const socket of early) socket.resetAndDestroy()
  })
  for (const socket of late) socket.once('data', () => answered++)
  while (answered < late.length) await new Promise(setImmediate)
  t.equal(handled, late.length)
  for (const socket of late) socket.destroy()
})
