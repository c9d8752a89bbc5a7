import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface CuttingProxy {
  /** The address that leads through the proxy. */
  url: string
  /** How many bytes of an answer pass before the connection is cut; asked at every question. */
  answerBytes: () => number
  /** Connections that are open. */
  open(): number
  cuts: number
}

/** Passes on what it gets for the server at `url`, and cuts connections in the middle of what the server says. */
export async function startProxy(t: Test, url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const proxy: CuttingProxy = {
    url: '',
    answerBytes: () => Infinity,
    open: () => sockets.size,
    cuts: 0,
  }
  const listener = createServer(client => {
    const server = connect(Number(port), hostname)
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
  proxy.url = Object.assign(new URL(url), {
    hostname: '127.0.0.1',
    port: String((listener.address() as AddressInfo).port),
  }).href
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  return proxy
}
