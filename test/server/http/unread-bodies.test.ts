import { connect } from 'node:net'
import t from 'tap'
import { fixture } from '../../support/http-server.ts'
import { startEndpoint } from '../../support/mcp-endpoint.ts'

/** Writes a head, and then a body without end, until the connection is closed. */
function endless(
  port: number | string,
  head: string,
  most = Infinity,
): Promise<{ answer: string; sent: number }> {
  return new Promise(resolve => {
    const socket = connect(Number(port), '127.0.0.1')
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    let answer = ''
    let sent = 0
    const write = () => {
      while (sent < most && !socket.destroyed) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket
      .on('data', data => {
        answer += data.toString()
      })
      .on('error', () => undefined)
      .on('drain', write)
    socket.once('close', () => resolve({ answer, sent }))
    socket.write(head)
    write()
  })
}

const MAX_SENT = 64 * 2 ** 20

t.test('an endless body gets a response, and reading stops', { timeout: 30_000 }, async t => {
  const { server } = await fixture(t.testdir())
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))
  for (const [target, status] of [
    ['POST /v1/apps', 405],
    ['POST /nothing', 404],
    ['GET /v1/apps', 401],
  ] as const) {
    const { answer, sent } = await endless(
      server.info.port,
      `${target} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    t.ok(sent < MAX_SENT, `${target}: ${sent}`)
  }
})

t.test('a body that is too large is refused by its headers', { timeout: 30_000 }, async t => {
  const { server, keyOf } = await startEndpoint(t)
  const head = (key: string, length: string) =>
    [
      'POST /v1/mcp HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      length,
      '',
      '',
    ].join('\r\n')
  const key = await keyOf(7)
  const declared = await endless(server.info.port, head(key, 'Content-Length: 1000000000'), 0)
  t.match(declared.answer, /^HTTP\/1.1 413 /, 'without a byte of it')
  const chunked = await endless(server.info.port, head(key, 'Transfer-Encoding: chunked'))
  t.match(chunked.answer, /^HTTP\/1.1 413 /)
  t.ok(chunked.sent < MAX_SENT)
  const nobody = await endless(server.info.port, head('uascope_x', 'Content-Length: 1000'), 0)
  t.match(nobody.answer, /^HTTP\/1.1 401 /, 'nor is anything read before the key is')
})
