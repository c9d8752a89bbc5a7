import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface CuttingProxy {
  /** The address that leads through the proxy, of one that leads to the server. */
  through(url: string): string
  /** How many bytes of an answer pass before the connection is cut; asked at every question. */
  answerBytes: () => number
  /** Connections that are open. */
  open(): number
  cuts: number
}

/** Passes on what it gets, and cuts connections in the middle of what the server says. */
export async function startProxy(t: Test, port: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  const proxy: CuttingProxy = {
    through: url => Object.assign(new URL(url), { port: String((listener.address() as AddressInfo).port) }).href,
    answerBytes: () => Infinity,
    open: () => sockets.size,
    cuts: 0,
  }
  const listener = createServer(client => {
    const server = connect(port, '127.0.0.1')
    sockets.add(client)
    let left = Infinity
    const end = (): void => {
      client.destroy()
      server.destroy()
      sockets.delete(client)
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.on('data', (data: Buffer) => {
      left = proxy.answerBytes()
      server.write(data)
    })
    server.on('data', (data: Buffer) => {
      if (data.length <= left) {
        left -= data.length
        client.write(data)
        return
      }
      proxy.cuts++
      client.write(data.subarray(0, left), end)
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  return proxy
}
