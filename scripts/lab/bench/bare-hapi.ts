import Hapi from '@hapi/hapi'
import { readFile } from 'node:fs/promises'

/** The baseline: Hapi with one route that returns the file BODY as JSON. */
const body = await readFile(process.env['BODY']!)
const server = Hapi.server({ port: 0, host: '127.0.0.1' })
server.route({
  method: 'GET',
  path: '/v1/recommendations',
  handler: (_request, h) => h.response(body).type('application/json'),
})
await server.start()
console.log(`Listening on ${server.info.uri}`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
