import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time limits of lake requests, ms. */
export interface Patience {
  /** Until a response begins, including retries. */
  answer: number
  /** Between bytes of a response. */
  stalled: number
  /** Between bytes of an upload. */
  putStalled: number
  /** For a whole upload. */
  put: number
}

/** Requests report within 5 s that the lake is down; imports may wait. */
export const PATIENCE: Patience = { answer: 4000, stalled: 4000, putStalled: 30_000, put: 120_000 }

export class TransientError extends Error {}

/** Aborts `late` when time is up. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late?: () => void,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TransientError(`no data for ${Math.round(milliseconds / 100) / 10} s`))
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

/** Fails if the next piece takes too long; always closes the stream. */
export async function* failOnStall(
  stream: Readable,
  milliseconds: number,
): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  try {
    for (;;) {
      const next = await withTimeout(milliseconds, pieces.next())
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
  most: number
  until: number
  signal?: AbortSignal | undefined
}

export async function withRetries<Result>(
  { most, until, signal }: Tries,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const pause = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS) * (0.5 + Math.random() / 2)
      if (!(error instanceof TransientError) || tries >= most || performance.now() + pause > until)
        throw error
      await sleep(pause, undefined, { signal })
    }
  }
}
