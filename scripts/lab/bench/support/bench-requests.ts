import type { Pool } from 'undici'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** `retryAfter`: seconds, of that header. */
export type Outcome = { status: number; retryAfter: number | undefined } | { failed: string }

/** A POST to the tools' endpoint if there is a body. */
export function requestTo(path: string, key: string, body?: string): LoadRequest {
  const authorization = `Bearer ${key}`
  if (body === undefined) return { method: 'GET', path, headers: { authorization } }
  const headers = {
    authorization,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  return { method: 'POST', path, headers, body }
}

export function toolCall(name: string, args: object): string {
  const params = { name, arguments: args }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}

/** Receives the whole response. If all connections are busy, the request waits for the first free one. */
export function send(pool: Pool, request: LoadRequest): Promise<Outcome> {
  return new Promise(resolve => {
    let outcome: Outcome
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_, status, headers) {
        const seconds = headers['retry-after']
        outcome = { status, retryAfter: seconds === undefined ? undefined : Number(seconds) }
      },
      onResponseEnd: () => resolve(outcome),
      onResponseError: (_, error: NodeJS.ErrnoException) =>
        resolve({ failed: error.code ?? error.message }),
    })
  })
}
