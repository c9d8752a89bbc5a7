import { LRUCache } from 'lru-cache'
import { ApiError } from '../../client/src/index.ts'

/** An answer of the service as it was read. */
interface Read<Answer> {
  answer: Answer
  etag: string | null
  /** Bytes that it takes to keep, about. */
  size: number
}

const MAX_BYTES = 16 * 2 ** 20

/**
 * Answers that were read once, used again while the service says that they are current: it is asked every time, so that nobody
 * sees what they may not, but what did not change need not be sent and worked on again. Answers are shared: never change one.
 */
export class KeptAnswers {
  readonly #kept: LRUCache<string, Read<unknown>>

  /** @param maxBytes of all that is kept */
  constructor(maxBytes: number = MAX_BYTES) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ size }, question) => size + 2 * question.length + 512 })
  }

  /**
   * The answer to a question.
   * @param question what is asked and for whom; the same question, the same kind of answer
   * @param ask asks it, with these headers
   */
  async read<Answer>(question: string, ask: (headers: Record<string, string>) => Promise<Read<Answer>>): Promise<Answer> {
    const kept = this.#kept.get(question) as Read<Answer> | undefined
    try {
      const read = await ask(kept?.etag ? { 'if-none-match': kept.etag } : {})
      this.#kept.set(question, read)
      return read.answer
    } catch (error) {
      if (kept !== undefined && error instanceof ApiError && error.status === 304) return kept.answer
      throw error
    }
  }
}
