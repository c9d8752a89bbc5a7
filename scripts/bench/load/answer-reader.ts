export interface Answer {
  status: number
  /** Whether it has `Retry-After`. */
  retryAfter: boolean
  last: boolean
  /** Body bytes as received, chunk sizes included. */
  bytes: number
}

const END_OF_HEAD = '\r\n\r\n'
const NOTHING = Buffer.alloc(0)
type Chunked = 'size' | 'data' | 'trailer'

/** Reads the responses of one HTTP/1.1 connection. Minimal work: the generator shares processors with the service. */
export class AnswerReader {
  readonly #onAnswer: (answer: Answer) => void
  #rest: Buffer = NOTHING
  #answer: Answer | undefined
  #left = 0
  #chunked: Chunked | undefined

  constructor(onAnswer: (answer: Answer) => void) {
    this.#onAnswer = onAnswer
  }

  get begun(): boolean {
    return this.#answer !== undefined || this.#rest.length > 0
  }

  /** Consumes received bytes. @throws Error unless they are HTTP/1.1 */
  read(bytes: Buffer): void {
    let at = 0
    if (this.#rest.length > 0) {
      bytes = Buffer.concat([this.#rest, bytes])
      this.#rest = NOTHING
    }
    while (at < bytes.length) {
      const next = this.#answer === undefined ? this.#readHead(bytes, at) : this.#readBody(bytes, at, this.#answer)
      if (next === at) {
        this.#rest = bytes.subarray(at)
        return
      }
      at = next
    }
  }

  /** The place where the body starts; `at` while the head is incomplete. */
  #readHead(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(END_OF_HEAD, at, 'latin1')
    if (end === -1) return at
    const head = bytes.toString('latin1', at, end).toLowerCase()
    if (!head.startsWith('http/1.1 ')) throw new Error(`not an answer: ${head.slice(0, 40)}`)
    const length = /\r\ncontent-length: *(\d+)/.exec(head)
    const answer = {
      status: Number(head.slice(9, 12)),
      retryAfter: head.includes('\r\nretry-after:'),
      last: head.includes('\r\nconnection: close'),
      bytes: 0,
    }
    if (length === null && !head.includes('\r\ntransfer-encoding: chunked')) throw new Error('an answer of unknown length')
    this.#left = Number(length?.[1] ?? 0)
    this.#chunked = length === null ? 'size' : undefined
    this.#answer = answer
    if (length !== null && this.#left === 0) this.#finish(answer)
    return end + END_OF_HEAD.length
  }

  #readBody(bytes: Buffer, at: number, answer: Answer): number {
    if (this.#chunked === 'size' || this.#chunked === 'trailer') {
      const end = bytes.indexOf('\r\n', at, 'latin1')
      if (end === -1) return at
      if (this.#chunked === 'size') {
        // The line end of the data is skipped too.
        const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
        this.#chunked = size === 0 ? 'trailer' : 'data'
        this.#left = size + 2
      } else if (end === at) this.#finish(answer)
      return end + 2
    }
    const taken = Math.min(this.#left, bytes.length - at)
    this.#left -= taken
    answer.bytes += taken
    if (this.#left === 0) {
      if (this.#chunked === undefined) this.#finish(answer)
      else this.#chunked = 'size'
    }
    return at + taken
  }

  #finish(answer: Answer): void {
    this.#answer = undefined
    this.#onAnswer(answer)
  }
}
