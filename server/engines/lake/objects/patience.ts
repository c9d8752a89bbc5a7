import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long, in ms, is waited for a lake. */
export interface Patience {
  /** For an answer to begin, repeated tries included. */
  answer: number
  /** For the next bytes of an answer that has begun. */
  stalled: number
  /** For a file that is put to go on. */
  putStalled: number
  /** For a file to be put after all. */
  put: number
}

/** Requests learn within 5 s that the lake is down; an import may wait. */
export const PATIENCE: Patience = { answer: 4000, stalled: 4000, putStalled: 30_000, put: 120_000 }

/** A failure that may be retried. */
export class Passing extends Error {}

/** What `work` gives, or an error that says how long nothing came. `late` gives the work up. */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>, late?: () => void): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Passing(`nothing came for ${Math.round(milliseconds / 100) / 10} s`))
      late?.()
    }, milliseconds)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** Takes from a stream what it has, unless that lets wait too long for the next piece; closes it however that ends. */
export async function* unstalled(stream: Readable, milliseconds: number): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  try {
    for (;;) {
      const next = await inTime(milliseconds, pieces.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    stream.destroy()
  }
}

const FIRST_MS = 50
const LONGEST_MS = 5000

export interface Tries {
  /** Tries in all. */
  most: number
  /** `performance.now()` after which no other try begins. */
  until: number
  signal?: AbortSignal | undefined
}

/** Retries failures with exponential backoff and jitter, so that nodes that failed together do not retry together. */
export async function withRetries<Result>({ most, until, signal }: Tries, attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const pause = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS) * (0.5 + Math.random() / 2)
      if (!(error instanceof Passing) || tries >= most || performance.now() + pause > until) throw error
      await sleep(pause, undefined, { signal })
    }
  }
}
