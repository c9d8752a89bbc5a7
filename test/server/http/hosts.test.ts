import { connect } from 'node:net'
import t from 'tap'
import { startEndpoint } from '../../support/mcp-endpoint.ts'
import { fixture } from '../../support/http-server.ts'

/** What a server sends for some bytes until the connection ends. */
async function raw(port: number | string, text: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket
    .on('data', chunk => {
      answer += chunk.toString()
    })
    .on('error', () => undefined)
  socket.write(text)
  await new Promise(resolve => socket.once('close', resolve))
  return answer
}

t.test('a request must name exactly one host', async t => {
  const { server, key } = await fixture(t.testdir())
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))
  const status = async (hosts: string[], target = '/v1/apps', version = '1.1') => {
    const lines = [
      `GET ${target} HTTP/${version}`,
      ...hosts.map(host => `Host: ${host}`),
      `Authorization: Bearer ${key}`,
      'Connection: close',
    ]
    const answer = await raw(server.info.port, lines.join('\r\n') + '\r\n\r\n')
    if (answer.startsWith('HTTP/1.1 400')) t.match(answer, '"code":"bad_request"')
    return Number(answer.split(' ')[1])
  }
  for (const host of [
    'x',
    'example.com:8080',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:80',
    'xn--bcher-kva.example',
    'a_b',
  ])
    t.equal(await status([host]), 200, host)
  for (const host of [
    '',
    'a b',
    'user@x',
    'x/y',
    'x:port',
    'x:99999',
    '[::1',
    '[x]',
    ':80',
    'a'.repeat(300),
  ])
    t.equal(await status([host]), 400, host)
  t.equal(await status(['x', 'x']), 400, 'two, even the same')
  t.equal(await status([]), 400)
  t.equal(await status([], '/v1/apps', '1.0'), 200, 'before HTTP/1.1 there was none')
  t.equal(await status(['x', 'y'], '/v1/apps', '1.0'), 400)
  t.equal(await status(['x'], 'http://other.example/v1/apps'), 200)
  t.equal(await status(['x'], 'http://user@other.example/v1/apps'), 400)
  t.equal(await status(['x'], 'http:///v1/apps'), 400)
  t.equal(await status(['x'], 'ftp://other.example/v1/apps'), 400)
})

t.test('the tool endpoint uses the host of an absolute request target', async t => {
  const { server, keyOf } = await startEndpoint(t)
  const key = await keyOf(7)
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const status = async (target: string, host: string) => {
    const lines = [
      `POST ${target} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${key}`,
      'Connection: close',
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    return Number(
      (await raw(server.info.port, `${lines.join('\r\n')}\r\n\r\n${body}`)).split(' ')[1],
    )
  }
  t.equal(await status('/v1/mcp', 'localhost'), 200)
  t.equal(await status('http://localhost/v1/mcp', 'evil.example'), 200)
  t.equal(await status('http://evil.example/v1/mcp', 'localhost'), 403)
})
