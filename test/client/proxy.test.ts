import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { fetch as fetchBy, ProxyAgent } from 'undici'
import { UascopeClient } from '../../client/src/index.ts'
import { answer, faultyServer, json } from './support/faulty-server.ts'

/** A proxy that tunnels, as most do; tells where to. */
async function tunnel(t: Test): Promise<{ url: string; targets: string[] }> {
  const targets: string[] = []
  const sockets: Socket[] = []
  const server = createServer()
  server.on('connect', (request, client: Socket) => {
    targets.push(request.url!)
    const [host, port] = request.url!.split(':')
    const there = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      there.pipe(client).pipe(there)
    })
    sockets.push(client, there)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets }
}

t.test('the fetch of undici is accepted, for example to use a proxy', async t => {
  const csv = 'install_cohort,spend\n2026-01-01,1\n'
  const service = await faultyServer(t, json([]), answer(200, { 'content-type': 'text/csv' }, csv))
  const proxy = await tunnel(t)
  const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: true })
  t.teardown(() => dispatcher.close())
  const client = new UascopeClient({
    apiKey: 'uascope_x',
    baseUrl: service.url,
    fetch: (url, init) => fetchBy(url, { ...init, dispatcher }),
  })
  t.same(await client.listApps(), [])
  const file = await client.getReport({ appId: 1, granularity: 'campaign', format: 'csv' })
  t.equal(await file.text(), csv)
  t.same([...new Set(proxy.targets)], [new URL(service.url).host])
})
