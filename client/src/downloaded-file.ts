/// <reference lib="esnext.disposable" preserve="true" />

import type { Answer } from './connection.ts'
import { AbortError, ConnectionError, UascopeError } from './errors.ts'
import type { Progress } from './options.ts'

export type FileFormat = 'parquet' | 'csv'

declare const row: unique symbol

/**
 * A file before or during its download. Read it, `cancel()` it, or hold it with `await using`: an unread body keeps its connection.
 * Properties are null if the service does not send them, as for an app without a run.
 */
export class DownloadedFile<Row = unknown, Format extends FileFormat = FileFormat> {
  /** Type of the file's rows; never present at run time. */
  declare readonly [row]?: Row
  /** File name from the service, without a folder. */
  readonly fileName: string
  readonly format: Format
  /** Number of matching rows, before `limit`. */
  readonly totalRows: number | null
  /** Bytes. */
  readonly size: number | null
  /** Version of the file. */
  readonly etag: string | null
  /** The run that the data come from. */
  readonly run: { id: number; createdAt: string | null } | null
  /** Latest install date with data, `YYYY-MM-DD`. */
  readonly dataThrough: string | null
  /** Currency of every amount, ISO 4217. */
  readonly currency: string | null
  /** First date of the range, as resolved, `YYYY-MM-DD`. */
  readonly startDate: string | null
  /** Last date of the range, as resolved, `YYYY-MM-DD`. */
  readonly endDate: string | null
  /** The compared range of a report, `YYYY-MM-DD`; null without `compare`. */
  readonly compared: { startDate: string; endDate: string } | null
  /** Filters that contain a name without a match in the app, for example a misspelled one. */
  readonly unmatchedFilters: readonly string[]
  /** DSIs without forecasts in the run: cohorts younger than that have no value there. */
  readonly withheldDsis: readonly { dsi: number; reason: string }[]
  /** DSIs whose forecasts no test has judged yet. */
  readonly untestedDsis: readonly number[]
  /** ROAS history: age in days from which a value covers the whole cohort. */
  readonly fullFromAge: number | null
  /** ROAS history: age in days from which a value is actual. */
  readonly actualFromAge: number | null
  /** Quote it in support requests. */
  readonly requestId: string | null
  readonly #body: FileBody

  /** @internal */
  constructor(headers: Headers, body: FileBody) {
    const runId = numberOf(headers, 'run-id')
    this.#body = body
    this.format = (
      /^text\/csv/i.test(headers.get('content-type') ?? '') ? 'csv' : 'parquet'
    ) as Format
    this.fileName = fileNameOf(headers.get('content-disposition')) ?? `download.${this.format}`
    this.totalRows = numberOf(headers, 'total-rows')
    this.size = body.size
    this.etag = headers.get('etag')
    this.run = runId === null ? null : { id: runId, createdAt: headers.get('run-created-at') }
    this.dataThrough = headers.get('data-through')
    this.currency = headers.get('currency')
    this.startDate = headers.get('start-date')
    this.endDate = headers.get('end-date')
    const [start, end] = [headers.get('compare-start-date'), headers.get('compare-end-date')]
    this.compared = start === null || end === null ? null : { startDate: start, endDate: end }
    this.unmatchedFilters = headers.get('unmatched-filters')?.split(/, */) ?? []
    this.withheldDsis = [
      ...(headers.get('withheld-dsis') ?? '').matchAll(/(\d+);reason=(\w+)/g),
    ].map(([, dsi, reason]) => ({
      dsi: Number(dsi),
      reason: reason!,
    }))
    this.untestedDsis = headers.get('untested-dsis')?.split(', ').map(Number) ?? []
    this.fullFromAge = numberOf(headers, 'full-from-age')
    this.actualFromAge = numberOf(headers, 'actual-from-age')
    this.requestId = headers.get('x-request-id')
  }

  /**
   * The body. Resumes a broken connection, up to `maxRetries` times, if the file is unchanged. Fails with a ConnectionError, TimeoutError or AbortError.
   * @throws UascopeError if the body was already read
   */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#body.stream()
  }

  /** Discards the body and its connection. */
  async cancel(): Promise<void> {
    this.#body.cancel()
  }

  /** For `await using`: discards an unread body. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#body.cancel()
  }

  /** The whole body. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = []
    const reader = this.stream().getReader()
    let length = 0
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value)
      length += read.value.byteLength
    }
    const bytes = new Uint8Array(length)
    for (const chunk of chunks.reverse()) bytes.set(chunk, (length -= chunk.byteLength))
    return bytes
  }

  /** The whole body as UTF-8 text. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }
}

function numberOf(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text === null || Number.isNaN(Number(text)) ? null : Number(text)
}

/**
 * The file's name in a `Content-Disposition` header (RFC 6266), `filename*` before `filename`; undefined if missing or empty.
 * Never a path: characters that leave a folder or are not portable become `_`.
 */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition ?? '')
  const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return name?.replace(/[/\\:*?"<>|\x00-\x1f\x7f]/g, '_').replace(/^\.+$/, '_') || undefined
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}

type FileAnswer = Answer<ReadableStream<Uint8Array>>
type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Maximum bytes of a file that is read ahead. */
const SMALL = 2 ** 21

/** A file's bytes, across several connections if needed. @internal */
export class FileBody {
  /** Total bytes; null if unknown, or if compression makes them differ from the bytes read. */
  readonly size: number | null
  readonly #etag: string | null
  readonly #onProgress: ((progress: Progress) => void) | undefined
  readonly #requestRest: (headers: Record<string, string>) => Promise<FileAnswer>
  readonly #bytes: ReadableStream<Uint8Array<ArrayBuffer>>
  #answer: FileAnswer
  #reader: Reader
  #response: Response | undefined
  #isTaken = false
  #isCancelled = false
  #received = 0
  #resumes: number

  /**
   * @param resumes maximum number of resumed connections
   * @param requestRest requests the rest of the file, with the headers of the range
   */
  constructor(
    answer: FileAnswer,
    resumes: number,
    onProgress: ((progress: Progress) => void) | undefined,
    requestRest: (headers: Record<string, string>) => Promise<FileAnswer>,
  ) {
    const { headers, status } = answer.response
    const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
    this.size = length === null ? null : Number(length)
    // A weak ETag does not identify bytes, and a range requested by the caller has other offsets.
    this.#etag = status === 200 && headers.get('etag')?.startsWith('"') ? headers.get('etag') : null
    this.#answer = answer
    this.#reader = answer.body.getReader()
    this.#resumes = resumes
    this.#onProgress = onProgress
    this.#requestRest = requestRest
    this.#bytes = new ReadableStream(
      {
        pull: controller => this.#pull(controller),
        cancel: reason => this.#drop(reason),
      },
      // An unread connection would keep the process alive until the service closes it.
      {
        highWaterMark: this.size !== null && this.size <= SMALL ? this.size : 0,
        size: ({ byteLength }) => byteLength,
      },
    )
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#isTaken || this.#bytes.locked || this.#response?.bodyUsed)
      throw new UascopeError('The body of a file can be read once; it has been read or cancelled')
    this.#isTaken = true
    return this.#bytes
  }

  /** Releases the connection. Pending reads reject with an AbortError. */
  cancel(): void {
    this.#isTaken = true
    this.#isCancelled = true
    this.#drop(undefined)
  }

  responseOf({ status, statusText, headers }: Response): Response {
    return (this.#response = new Response(this.#bytes, { status, statusText, headers }))
  }

  async #pull(controller: ReadableStreamDefaultController): Promise<void> {
    try {
      const { done, value } = await this.#read()
      if (done) {
        this.#answer.watchdog.close()
        return controller.close()
      }
      this.#received += value.byteLength
      controller.enqueue(value)
      this.#onProgress?.({ receivedBytes: this.#received, totalBytes: this.size })
    } catch (error) {
      this.#drop(error)
      throw error
    }
  }

  async #read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    while (true) {
      try {
        const result = await this.#answer.watchdog.within(this.#reader.read())
        // Not every runtime notices truncation. More bytes than announced mean compression in transit.
        if (result.done && this.#received < (this.size ?? 0))
          throw new ConnectionError(
            `The download of ${this.#answer.watchdog.request} was interrupted`,
          )
        return result
      } catch (error) {
        if (this.#isCancelled) throw new AbortError('The download was cancelled', { cause: error })
        // All announced bytes have arrived; how the connection ends does not matter.
        if (this.#received === this.size && !(error instanceof AbortError))
          return { done: true, value: undefined }
        await this.#resume(error)
      }
    }
  }

  /**
   * Resumes after a broken connection, if the file is unchanged.
   * @throws the connection's error otherwise
   */
  async #resume(error: unknown): Promise<void> {
    if (
      error instanceof AbortError ||
      this.#etag === null ||
      this.size === null ||
      this.#resumes === 0
    )
      throw error
    this.#resumes--
    this.#drop(error)
    this.#answer = await this.#requestRest({
      range: `bytes=${this.#received}-`,
      'if-range': this.#etag,
    })
    this.#reader = this.#answer.body.getReader()
    const { headers } = this.#answer.response
    if (
      !headers.get('content-range')?.startsWith(`bytes ${this.#received}-`) ||
      headers.get('etag') !== this.#etag
    )
      throw new ConnectionError(
        `The download of ${this.#answer.watchdog.request} was interrupted, and the file has changed since`,
        {
          cause: error,
        },
      )
  }

  #drop(reason: unknown): void {
    this.#answer.watchdog.close()
    this.#reader.cancel(reason).catch(() => {})
  }
}
