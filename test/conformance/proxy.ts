import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const UI = 'io.modelcontextprotocol/ui'

type Message = { params?: { _meta?: Record<string, unknown> } } | null

/**
 * Stands before the endpoint for a client that can send neither a key nor capabilities of its own: adds the key, and the
 * extension to whatever declares capabilities, since only its users are served 2026-07-28. All else passes as it is.
 */
export async function startProxy(t: Test, endpoint: string, key: string): Promise<string> {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = withExtension(Buffer.concat((await request.toArray()) as Buffer[]))
    const headers = {
      ...forwarded(request.headers),
      authorization: `Bearer ${key}`,
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = send(endpoint, { method: request.method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    outgoing.end(body)
  }
  const proxy = createServer((request, response) => void forward(request, response))
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1/mcp`
}

function forwarded({
  connection: _connection,
  'transfer-encoding': _encoding,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers
}

function withExtension(body: Buffer): string {
  const text = body.toString()
  let message: Message
  try {
    message = JSON.parse(text) as Message
  } catch {
    return text
  }
  const meta = message?.params?._meta
  const capabilities = meta?.[CAPABILITIES] as { extensions?: object } | undefined
  if (meta === undefined || typeof capabilities !== 'object') return text
  meta[CAPABILITIES] = { ...capabilities, extensions: { ...capabilities.extensions, [UI]: {} } }
  return JSON.stringify(message)
}
