import type { Answer } from './connection.ts'
import { AbortError, ConnectionError, UascopeError } from './errors.ts'
import type { Progress } from './options.ts'

type FileAnswer = Answer<ReadableStream<Uint8Array>>
type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Maximum bytes of a file that is read ahead. */
const SMALL = 2 ** 21

/** A file's bytes, across several connections if needed. */
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
