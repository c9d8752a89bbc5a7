/// <reference lib="esnext.disposable" preserve="true" />
import type { FileBody } from './file-body.ts'

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
