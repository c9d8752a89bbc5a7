import type { Server } from '@hapi/hapi'
import type { Caller } from '../model/caller.ts'
import { nextSlice } from '../sharing/slices.ts'

/**
 * A `fetch` that reaches the routes within the process, as a caller who was let in and counted already. `requestId` ties what
 * happens inside to the request that led to it; when `signal` fires, nobody waits for that any more.
 */
export function inProcessFetch(server: Server, caller: Caller, requestId: string, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const gone = AbortSignal.any([signal, request.signal])
    gone.throwIfAborted()
    const auth = { strategy: 'apiKey', credentials: { app: { ...caller, counted: true, gone } } }
    const { pathname, search } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    // The key, if the caller of this function had to give one, means nothing here.
    delete headers['authorization']
    const answer = await server.inject({
      method: request.method,
      url: pathname + search,
      headers: { ...headers, 'x-request-id': requestId },
      auth,
    })
    // Long answers are copied on their way, and decoded by who reads them.
    await nextSlice()
    gone.throwIfAborted()
    const bodiless = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(bodiless ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    })
  }
}

function headersOf(given: Record<string, unknown>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    for (const item of [value].flat()) if (item !== undefined) headers.append(name, String(item))
  }
  return headers
}
