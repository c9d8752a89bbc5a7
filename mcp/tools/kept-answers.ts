import { LRUCache } from 'lru-cache'
import type { Outcome } from './define-tool.ts'
import { WrittenResult } from './written-result.ts'

/** What the service answered to a request: where it was sent, and the tag of what came. */
export interface Told {
  /** Path and query. */
  target: string
  etag: string
}

/** The service, as one call asks it. */
export interface Source {
  /** What it told since the call began; null where some of that has no tag, or changed meanwhile. */
  told: () => readonly Told[] | null
  /** Whether it would tell the caller all of this now: false also where it would refuse. */
  stillTells: (told: readonly Told[]) => Promise<boolean>
}

interface Kept {
  result: WrittenResult
  /** All that the result was made of. */
  told: readonly Told[]
}

const MAX_BYTES = 64 * 2 ** 20

/** Bytes that a result takes in memory for each byte of its JSON, about: the JSON, and the answers that tell it. */
const WEIGHT = 5

/**
 * Results that were made once, used again while the service would tell the same as when they were made: it is asked every time, so that
 * nobody sees what they may not, but what did not change need not be sent and worked on again.
 */
export class KeptAnswers {
  readonly #kept: LRUCache<string, Kept>

  /** @param maxBytes of all that is kept */
  constructor(maxBytes: number = MAX_BYTES) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: weightOf })
  }

  /**
   * The result that answers a question.
   * @param question what is asked and for whom
   * @param source what the result is made of
   * @param make makes it, with a client of that source
   */
  async read(question: string, source: Source, make: () => Promise<Outcome<object>>): Promise<WrittenResult> {
    const kept = this.#kept.get(question)
    if (kept !== undefined && (await source.stillTells(kept.told))) return kept.result
    const { result: values, json } = await make()
    const result = new WrittenResult(json ?? JSON.stringify(values))
    const told = source.told()
    if (told !== null) this.#kept.set(question, { result, told })
    return result
  }
}

function weightOf({ result, told }: Kept, question: string): number {
  const targets = told.reduce((sum, { target }) => sum + target.length + 200, 0)
  return WEIGHT * Buffer.byteLength(result.json) + targets + 2 * question.length + 512
}
