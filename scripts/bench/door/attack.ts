import { connect, type Socket } from 'node:net'

/** From one address, until the process is killed. */
export interface Attack {
  url: string
  localAddress: string
  /** Connections with half a request; each that is closed is opened again. */
  halfOpen: number
  /** New connections per second at most. */
  opened: number
  /** Requests without a key per second, over `CONNECTIONS` connections. */
  keyless: number
}

export interface AttackReport {
  halfOpen: number
  /** Per second. */
  opened: number
  /** Responses to requests without a key per second, by status. */
  statuses: Record<string, number>
}

const CONNECTIONS = 64

/** Interval of sending, ms. */
const TICK = 10

const HALF = 'GET /v1/apps HTTP/1.1\r\nHost: service\r\nX-Wait: '
const KEYLESS = 'GET /v1/apps HTTP/1.1\r\nHost: service\r\n\r\n'

function attack({ url, localAddress, halfOpen, opened, keyless }: Attack): void {
  const { hostname, port } = new URL(url)
  const open = (onData?: (text: string) => void): Socket => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.on('error', () => undefined)
    if (onData === undefined) socket.resume()
    else socket.on('data', bytes => onData(bytes.toString('latin1')))
    return socket
  }
  const half = new Set<Socket>()
  const statuses: Record<string, number> = {}
  const askers = new Set<Socket>()
  let openedCount = 0
  let began = performance.now()
  let [mayOpen, maySend] = [0, 0]
  const count = (text: string): void => {
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) statuses[status!] = (statuses[status!] ?? 0) + 1
  }
  setInterval(() => {
    mayOpen = Math.min(opened / 10, mayOpen + (opened * TICK) / 1000)
    for (; mayOpen >= 1 && half.size < halfOpen; mayOpen--) {
      const socket = open()
      half.add(socket)
      openedCount++
      socket.write(HALF)
      socket.once('close', () => half.delete(socket))
    }
    while (askers.size < CONNECTIONS && keyless > 0) {
      const socket = open(count)
      askers.add(socket)
      socket.once('close', () => askers.delete(socket))
    }
    maySend = Math.min(keyless / 10, maySend + (keyless * TICK) / 1000)
    for (; maySend >= 1; maySend--) {
      const [socket] = askers
      if (socket === undefined) break
      // Moves to the end of the round.
      askers.delete(socket)
      askers.add(socket)
      socket.write(KEYLESS)
    }
  }, TICK)
  process.on('message', () => {
    const seconds = (performance.now() - began) / 1000
    const perSecond = Object.fromEntries(Object.entries(statuses).map(([status, times]) => [status, times / seconds]))
    process.send!({ halfOpen: half.size, opened: openedCount / seconds, statuses: perSecond } satisfies AttackReport)
    began = performance.now()
    openedCount = 0
    for (const status of Object.keys(statuses)) delete statuses[status]
  })
}

process.once('message', message => attack(message as Attack))
