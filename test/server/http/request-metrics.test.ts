import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { fixture } from '../../support/http-server.ts'

const config = {
  host: '127.0.0.1',
  port: 0,
  baseUrl: null,
  corsOrigins: [],
  metrics: true,
  trustProxy: false,
  web: false,
}

t.test('requests are counted by operation and status', async t => {
  const { server, auth } = await fixture(t.testdir(), {}, { config })
  await server.inject({ url: '/v1/apps', headers: auth })
  await server.inject({ url: '/v1/apps', headers: auth })
  await server.inject('/v1/apps')
  await server.inject('/nowhere')
  await server.inject('/somewhere/else')
  const response = await server.inject('/metrics')
  t.equal(response.statusCode, 200)
  t.match(response.headers['content-type'], /^text\/plain/)
  const count = (labels: string) =>
    response.payload
      .split('\n')
      .find(line => line.startsWith(`uascope_http_request_duration_seconds_count{${labels}}`))
      ?.split(' ')[1]
  t.equal(count('operation="listApps",status="200"'), '2')
  t.equal(count('operation="listApps",status="401"'), '1')
  t.equal(count('operation="none",status="404"'), '2', 'unknown paths make no labels')
  t.match(response.payload, 'process_cpu_seconds_total')
})

t.test('metrics are off by default', async t => {
  const { server } = await fixture(t.testdir())
  t.equal((await server.inject('/metrics')).statusCode, 404)
})

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}

t.test(
  "a separate metrics address serves nothing else, and the service's address no metrics",
  async t => {
    const port = await freePort()
    const { server, auth } = await fixture(
      t.testdir(),
      {},
      { config: { ...config, metrics: { host: '127.0.0.1', port } } },
    )
    await server.start()
    t.teardown(() => server.stop())
    await server.inject({ url: '/v1/apps', headers: auth })
    t.equal((await server.inject('/metrics')).statusCode, 404)
    const own = `http://127.0.0.1:${port}`
    const answer = await fetch(`${own}/metrics`)
    t.match(
      [answer.status, await answer.text()],
      [200, 'uascope_http_request_duration_seconds_count{operation="listApps",status="200"} 1'],
    )
    t.equal((await fetch(`${own}/metrics`, { method: 'HEAD' })).status, 200)
    for (const path of ['/', '/v1/apps', '/docs', '/healthz'])
      t.equal((await fetch(own + path, { headers: auth })).status, 404, path)
    await server.stop()
    await t.rejects(fetch(`${own}/metrics`))
  },
)

t.test("a metrics address in use stops the start with the variable's name", async t => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const { server } = await fixture(
    t.testdir(),
    {},
    { config: { ...config, metrics: { host: '127.0.0.1', port } } },
  )
  await t.rejects(server.start(), { message: `METRICS 127.0.0.1 port ${port} is already in use` })
  t.equal(server.info.started, 0, 'nothing is served then')
})
