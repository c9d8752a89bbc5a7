import { readFile } from 'node:fs/promises'
import Hapi from '@hapi/hapi'

/** Hapi that answers ready bytes of one app, whoever asks for whatever. */
const server = Hapi.server({ port: 0, host: '127.0.0.1' })
for (const name of ['recommendations', 'apps', 'alerts', 'report']) {
  const body = await readFile(`${process.env.PEER_DATA}/${name}.bytes`)
  const type = name === 'report' ? 'application/octet-stream' : 'application/json'
  server.route({ method: 'GET', path: `/v1/${name}`, handler: (_request, h) => h.response(body).type(type) })
}
await server.start()
console.log(`Listening on ${server.info.uri}`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
