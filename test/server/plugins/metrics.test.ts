import t from 'tap'
import { fixture } from './fixture.ts'

const config = { host: '127.0.0.1', port: 0, baseUrl: null, corsOrigins: [], metrics: true, trustProxy: false }

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
  const count = (labels: string) => response.payload.split('\n')
    .find(line => line.startsWith(`uascope_http_request_duration_seconds_count{${labels}}`))?.split(' ')[1]
  t.equal(count('operation="listApps",status="200"'), '2')
  t.equal(count('operation="listApps",status="401"'), '1')
  t.equal(count('operation="none",status="404"'), '2', 'unknown paths make no labels')
  t.match(response.payload, 'process_cpu_seconds_total')
})

t.test('off unless asked for', async t => {
  const { server } = await fixture(t.testdir())
  t.equal((await server.inject('/metrics')).statusCode, 404)
})
