import type { IncomingMessage, Server } from 'node:http'

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Gives every request the target that it would have had without a proxy: the path. A target in absolute form names the host, and what
 * `Host` says is not looked at then (RFC 9112, 3.2.2); one that is neither is left as `*`, which no route has. Must come before
 * whatever reads the target.
 */
export function toOriginForm(listener: Server): void {
  listener.on('request', (request: IncomingMessage) => {
    const { url = '*' } = request
    if (url.startsWith('/')) return
    const [start, authority] = ABSOLUTE.exec(url) ?? []
    request.url = start === undefined ? '*' : url.slice(start.length).replace(/^(?!\/)/, '/')
    if (authority !== undefined) request.headers.host = authority
  })
}
