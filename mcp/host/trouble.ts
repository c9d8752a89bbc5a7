/** Why the service gave no answer, in words for the person at the page. */
export class Trouble extends Error {
  readonly kind: 'key' | 'limited' | 'unreachable' | 'failed'
  /** When to try again, in ms since 1970, where the service says so. */
  readonly again: number | undefined

  constructor(kind: Trouble['kind'], message: string, again?: number) {
    super(message)
    this.kind = kind
    this.again = again
  }
}

export function troubleOf(error: unknown): Trouble {
  return error instanceof Trouble ? error : new Trouble('failed', error instanceof Error ? error.message : String(error))
}

/** `fetch` that rejects with a `Trouble` where the service refuses, or is not there. It sends no cookies and follows nowhere else. */
export async function askService(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'omit', redirect: 'error', cache: 'no-store' }).catch((error: unknown) => {
    if (init?.signal?.aborted === true) throw error
    throw new Trouble('unreachable', `The service at ${location.host} does not answer. Is it running?`)
  })
  if (response.ok) return response
  const said = await detailOf(response)
  if (response.status === 401)
    throw new Trouble('key', 'The service does not know this key. Is all of it there, and has it not been revoked?')
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60)
    // The views read the status, and the seconds that the detail names.
    const words = said ?? `The requests of this minute are used up. Try again in ${seconds} s.`
    throw new Trouble('limited', `429 Too Many Requests: ${words}`, Date.now() + seconds * 1000)
  }
  if (said !== null) throw new Trouble('failed', said)
  if (response.headers.get('content-type')?.startsWith('application/json') === true) return response
  throw new Trouble('failed', `The service answered ${response.status} ${response.statusText}.`)
}

/** What a problem (RFC 9457) says; null: the answer is none. */
async function detailOf(response: Response): Promise<string | null> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return null
  const problem: unknown = await response.json().catch(() => null)
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : null
  return typeof detail === 'string' ? detail : null
}
