import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Bytes of an unread body that are still let run out after the answer, so that a caller who writes before reading gets to read it. */
const MOST_BYTES = 2 * 2 ** 20

/** For how long, in ms. */
const LINGER = 2000

/**
 * Bounds what is swallowed of bodies that nobody reads: of requests that are refused, or have no use for one. Node itself would read
 * them to their end, however long they are. An answer sent before the body ended is followed by a while of reading, as closing at once
 * could take the answer with the connection; then the connection is closed.
 */
export function boundUnreadBodies(listener: Server): void {
  listener.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return
      const close = () => request.socket.destroy()
      const timer = setTimeout(close, LINGER)
      let left = MOST_BYTES
      request.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) close()
      })
      request.once('close', () => clearTimeout(timer))
    })
  })
}
