import type { IncomingMessage, Server } from 'node:http'

/** Most bytes that names and values of a request's headers may have together. */
const MOST_BYTES = 16 * 1024

/** Whether a request's headers are too long together. Requests made within the process have no raw ones. */
export function hasLongHeaders({ rawHeaders = [] }: Partial<Pick<IncomingMessage, 'rawHeaders'>>): boolean {
  return rawHeaders.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES
}

/** Keeps headers that are too long from being read, even to tell how the refusal may be encoded: the framework does so at once. */
export function hideLongHeaders(listener: Server): void {
  listener.on('request', (request: IncomingMessage) => {
    if (hasLongHeaders(request)) request.headers = {}
  })
}
