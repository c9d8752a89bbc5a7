import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'

/** Why a report could not be fetched, in words without the token. */
export class PullError extends Error {
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.name = 'PullError'
    this.status = status
  }
}

export interface Reach {
  token: string
  /** Waits between attempts, ms; tests pass a shorter one. */
  wait?: (ms: number) => Promise<unknown>
  /** Limit for one attempt with its body, ms. */
  timeout?: number
}

interface Asked {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: URLSearchParams
}

const ATTEMPTS = 5
const TIMEOUT = 10 * 60_000
const LONGEST_WAIT = 15 * 60_000
const FIRST_WAIT = 2_000
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504])
/** Characters of an answer that an error repeats. */
const REPEATED = 200
const LONGEST_TEXT = 4 * 1024 * 1024

/** Streams an answer into a file; false if it is empty (204). */
export async function fetchFile(asked: Asked, path: string, reach: Reach): Promise<boolean> {
  return await retried(asked, reach, async response => {
    if (response.status === 204 || response.body === null) return false
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path))
    return true
  })
}

export async function fetchJson(asked: Asked, reach: Reach): Promise<unknown> {
  const text = await retried(asked, reach, response => bounded(response, LONGEST_TEXT))
  try {
    return JSON.parse(text)
  } catch {
    throw new PullError(`${asked.url.host} did not answer with JSON: ${redacted(text, reach.token)}`)
  }
}

/** Attempts again after network errors, limits and failures of the service; waits as long as `Retry-After` says. */
async function retried<Result>(
  { url, method = 'GET', headers = {}, body }: Asked,
  reach: Reach,
  use: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { wait = sleep, timeout = TIMEOUT, token } = reach
  for (let attempt = 1; ; attempt++) {
    let after: number | undefined
    let reason: PullError
    try {
      const signal = AbortSignal.timeout(timeout)
      const response = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) })
      if (response.ok) return await use(response)
      const text = await bounded(response, REPEATED * 4).catch(() => '')
      reason = new PullError(`${url.host} answered ${response.status}: ${redacted(text, token)}`, response.status)
      if (!RETRIED.has(response.status)) throw reason
      after = retryAfter(response.headers.get('retry-after'))
    } catch (error) {
      if (error instanceof PullError) throw error
      // An error's cause may quote the request.
      reason = new PullError(`${url.host}: ${redacted(messageOf(error), token)}`)
    }
    if (attempt === ATTEMPTS) throw new PullError(`${reason.message} (after ${ATTEMPTS} attempts)`, reason.status)
    const doubled = FIRST_WAIT * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
    if (after !== undefined && after > LONGEST_WAIT)
      throw new PullError(`${reason.message} (asks to wait ${Math.round(after / 60_000)} minutes: run again later)`, reason.status)
    await wait(after ?? doubled)
  }
}

/** Milliseconds; seconds or a date (RFC 9110, 10.2.3). */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

async function bounded(response: Response, most: number): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of Readable.fromWeb(response.body as ReadableStream<Uint8Array>) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) break
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8')
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

function redacted(text: string, token: string): string {
  return text.replaceAll(token, '***').replaceAll(encodeURIComponent(token), '***').trim().slice(0, REPEATED)
}
