import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exporter, PullRequest, Report, Span } from './exporters.ts'
import { fetchSafely, httpsAddress, PullError, type Reach, type Target } from './safe-fetch.ts'

const ATTEMPTS = 5
const TIMEOUT = 10 * 60_000
const LONGEST_WAIT = 15 * 60_000
const FIRST_WAIT = 2_000
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504])
const LONGEST_TEXT = 4 * 1024 * 1024
/** Maximum bytes of a report: 200,000 rows have a few hundred MB. */
const LARGEST_REPORT = 2 ** 31
const POLL = 5_000
/** Maximum polls: an hour. */
const POLLS = 720

/** Streams a report into a file; false if there are no data (204). */
export async function fetchReport(
  exporter: Exporter,
  report: Report,
  span: Span,
  path: string,
  request: PullRequest & { base: URL },
  reach: Reach,
): Promise<boolean> {
  const url = new URL(report.path, request.base)
  const headers = exporter.headers(reach.token)
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(report.parameters(span, request)))
    if (value !== undefined) parameters.set(name, value)
  if (exporter.state === undefined) {
    url.search = parameters.toString()
    return await fetchFile({ url, headers }, path, reach)
  }
  const created = valueOf(await fetchJson({ url, headers, form: parameters }, reach), reach)
  const state = new URL(exporter.state, request.base)
  state.searchParams.set('report_id', String(created['report_id']))
  const address = await downloadAddress({ url: state, headers }, reach)
  // The signed address needs no token, and is on another host.
  return await fetchFile({ url: address, isForeign: true }, path, reach)
}

async function downloadAddress(target: Target, reach: Reach): Promise<URL> {
  const { wait = sleep } = reach
  for (let poll = 0; poll < POLLS; poll++) {
    const { status, download_url: address } = valueOf(await fetchJson(target, reach), reach)
    if (status === 'DONE') return httpsAddress(String(address), reach, "the report's address")
    if (status === 'FAILED') throw new PullError(reach, `${target.url.host}: the report failed`)
    await wait(POLL)
  }
  throw new PullError(reach, `${target.url.host}: the report was not done within an hour`)
}

/** Responses are `{ "status": 0, "substatus": 0, "value": {} }`; another status is an error. */
function valueOf(answer: unknown, reach: Reach): Record<string, unknown> {
  const { status, value } = (answer ?? {}) as { status?: unknown; value?: unknown }
  if (status === 0 && typeof value === 'object' && value !== null)
    return value as Record<string, unknown>
  throw new PullError(reach, 'the API refused', { detail: JSON.stringify(value ?? answer ?? null) })
}

async function fetchFile(target: Target, path: string, reach: Reach): Promise<boolean> {
  const { largest = LARGEST_REPORT } = reach
  return await retried(target, reach, async response => {
    if (response.status === 204 || response.body === null) return false
    // An earlier attempt may have left the file.
    await rm(path, { force: true })
    await pipeline(
      bytesOf(response),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        let bytes = 0
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > largest)
            throw new PullError(
              reach,
              `${target.url.host} answered with more than ${largest} bytes`,
            )
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx' }),
    )
    return true
  })
}

async function fetchJson(target: Target, reach: Reach): Promise<unknown> {
  const text = await retried(target, reach, beginning)
  try {
    return JSON.parse(text)
  } catch {
    throw new PullError(reach, `${target.url.host} did not answer with JSON`, { detail: text })
  }
}

/** Retries after network errors, rate limits and server errors; waits as long as `Retry-After` says. */
async function retried<Result>(
  target: Target,
  reach: Reach,
  use: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { wait = sleep, timeout = TIMEOUT } = reach
  const { host } = target.url
  for (let attempt = 1; ; attempt++) {
    let after: number | undefined
    let reason: PullError
    try {
      const response = await fetchSafely(target, reach, AbortSignal.timeout(timeout))
      const { status } = response
      if (response.ok) return await use(response)
      const detail = await beginning(response).catch(() => '')
      reason = new PullError(reach, `${host} answered ${status}`, { detail, status })
      if (!RETRIED.has(status)) throw reason
      after = retryAfter(response.headers.get('retry-after'))
    } catch (error) {
      if (error instanceof PullError) throw error
      // An error's cause may contain the request.
      reason = new PullError(reach, host, { detail: messageOf(error) })
    }
    const again = (why: string): PullError =>
      new PullError(reach, reason.message + why, { status: reason.status })
    if (attempt === ATTEMPTS) throw again(` (after ${ATTEMPTS} attempts)`)
    const doubled = FIRST_WAIT * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
    if (after !== undefined && after > LONGEST_WAIT)
      throw again(` (asks to wait ${Math.round(after / 60_000)} minutes: run again later)`)
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

function bytesOf({ body }: Response): AsyncIterable<Uint8Array> {
  return body === null ? Readable.from([]) : Readable.fromWeb(body as WebStream<Uint8Array>)
}

async function beginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(response)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > LONGEST_TEXT) break
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_TEXT).toString('utf8')
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
