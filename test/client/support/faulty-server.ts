import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface SeenRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** When it came, in milliseconds. */
  at: number
}

/** What happens to one request, on a socket of its own. */
export type Step = (socket: Socket, request: SeenRequest) => void

export interface FaultyServer {
  url: string
  requests: SeenRequest[]
  /** How many sockets the client has closed. */
  closed: () => number
}

/** A server on a real socket that does to the n-th request what the n-th step says, and to later ones what the last says. */
export async function faultyServer(t: Test, ...steps: [Step, ...Step[]]): Promise<FaultyServer> {
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let closed = 0
  const server = createServer(socket => {
    let head = ''
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => closed++)
    socket.on('data', chunk => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      const request = { ...parseHead(head), at: performance.now() }
      head = ''
      requests.push(request)
      const step = steps[Math.min(requests.length, steps.length) - 1]!
      step(socket, request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, requests, closed: () => closed }
}

function parseHead(head: string): {
  method: string
  path: string
  headers: Record<string, string>
} {
  const [first, ...lines] = head.split('\r\n')
  const pairs = lines
    .filter(line => line.includes(':'))
    .map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  const [method = '', path = ''] = first!.split(' ')
  return { method, path, headers: Object.fromEntries(pairs) }
}

type Headers = Record<string, string | number>

function headOf(status: number, headers: Headers): string {
  const lines = Object.entries({ connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`
}

/** A whole answer. */
export function answer(status: number, headers: Headers, body: string | Uint8Array): Step {
  return socket => {
    socket.write(headOf(status, { 'content-length': Buffer.byteLength(body), ...headers }))
    socket.end(body)
  }
}

export function json(body: unknown, headers: Headers = {}): Step {
  return answer(200, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
}

export function problem(
  status: number,
  code: string,
  detail: string,
  headers: Headers = {},
  more: object = {},
): Step {
  const body = {
    type: `/docs#${code}`,
    title: 'Title',
    status,
    detail,
    code,
    requestId: 'req-from-body',
    ...more,
  }
  return answer(
    status,
    { 'content-type': 'application/problem+json', ...headers },
    JSON.stringify(body),
  )
}

/** Nothing is ever answered. */
export const stall: Step = () => {}

/** The connection is reset. */
export const reset: Step = socket => {
  socket.resetAndDestroy()
}

/** The head and the first bytes are sent, then nothing more. */
export function stallInBody(status: number, headers: Headers, body: string, sent: number): Step {
  return socket => {
    socket.write(
      headOf(status, { 'content-length': body.length, ...headers }) + body.slice(0, sent),
    )
  }
}

/** The head and the first bytes are sent, then the connection is closed. */
export function halfBody(status: number, headers: Headers, body: string, sent: number): Step {
  return socket => {
    socket.end(headOf(status, { 'content-length': body.length, ...headers }) + body.slice(0, sent))
  }
}
