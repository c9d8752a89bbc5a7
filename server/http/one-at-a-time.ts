import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on one connection. */
const MOST_WAITING = 100

/**
 * Serves the requests of a connection one after the other, as their answers go out anyway, with everybody else's in between: a caller
 * who writes a thousand at once would otherwise have all of them begun before anything else runs.
 */
export function oneAtATime(listener: Server): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  const emit = listener.emit.bind(listener) as (event: string, ...values: unknown[]) => boolean

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    response.once('close', () =>
      setImmediate(() => {
        const next = waiting.get(socket)?.shift()
        if (next === undefined) waiting.delete(socket)
        else next()
      }),
    )
    emit('request', request, response)
  }

  listener.emit = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'request') return emit(event, ...values)
    const [request, response] = values as [IncomingMessage, ServerResponse]
    const line = waiting.get(request.socket)
    if (line === undefined) {
      waiting.set(request.socket, [])
      serve(request, response)
    } else if (line.length < MOST_WAITING) line.push(() => serve(request, response))
    else request.socket.destroy()
    return true
  }
}
