import type { Plugin } from '@hapi/hapi'
import { problem } from '../../checks/problem.ts'

/** A name or an address, a port after it: what RFC 9110, 7.2 allows, with something in it. */
const HOST = /^(\[[0-9a-f:.]+\]|([a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})+)(:\d*)?$/i

/** The longest name of the DNS, and a port. */
const LONGEST = 255 + ':65535'.length

/** Refuses requests that do not name one host: without a `Host`, with several, or with one that is none (RFC 9112, 3.2). */
export const hosts: Plugin<void> = {
  name: 'hosts',
  register(server) {
    // Nearly all requests name the same.
    let last: string | undefined
    server.ext('onRequest', (request, h) => {
      const {
        httpVersion,
        headers: { host },
        rawHeaders,
      } = request.raw.req
      // Of several, the parsed headers hold the first only. Requests made within the process have no raw ones.
      let given = 0
      for (let index = 0; index < (rawHeaders?.length ?? 0); index += 2) if (isNamedHost(rawHeaders[index]!)) given++
      if (given > 1) throw problem('bad_request', 'A request has one Host header, this one has several.')
      if (given === 0 && httpVersion === '1.1' && rawHeaders !== undefined) throw problem('bad_request', 'HTTP/1.1 needs a Host header.')
      if (host !== undefined && host !== last) {
        if (!isHost(host)) throw problem('bad_request', 'The Host header must be a name or an address, maybe with a port.')
        last = host
      }
      return h.continue
    })
  },
}

function isNamedHost(header: string): boolean {
  return header.length === 4 && header.toLowerCase() === 'host'
}

function isHost(text: string): boolean {
  return text.length <= LONGEST && HOST.test(text) && URL.canParse(`http://${text}`)
}
