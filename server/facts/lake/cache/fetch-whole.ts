import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import { type ByteRange, isObjectsFault, LakeUnavailable, ObjectDamaged, type Objects } from '../objects/objects.ts'
import { TransientError } from '../objects/patience.ts'

/** Writes an object and verifies size and SHA-256. Calls `came` with the number of bytes received. If it rejects, remove the file. */
export async function fetchWhole(
  objects: Objects,
  name: string,
  sealed: Sealed,
  path: string,
  signal: AbortSignal,
  came: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const piece of readResumable(objects, name, { start: 0, end: sealed.bytes, isWhole: true }, signal)) {
      bytes += piece.length
      came(piece.length)
      if (bytes > sealed.bytes) throw new ObjectDamaged(name, `it has more than ${sealed.bytes} bytes`)
      hash.update(piece)
      await file.writeFile(piece)
    }
    if (bytes !== sealed.bytes) throw new ObjectDamaged(name, `it has ${bytes} bytes, not ${sealed.bytes}`)
    if (hash.digest('hex') !== sealed.sha256) throw new ObjectDamaged(name, 'its SHA-256 differs')
  } finally {
    await file.close()
  }
}

const MAX_PARTS = 4

export interface ReadRange extends ByteRange {
  isWhole?: boolean
}

/** An object's bytes; resumes after a dropped connection. */
export async function* readResumable(
  objects: Objects,
  name: string,
  { start, end, isWhole }: ReadRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = start
  for (let part = 1; ; part++) {
    const before = at
    try {
      for await (const piece of await objects.get(name, { ...(!(isWhole && part === 1) && { range: { start: at, end } }), signal })) {
        at += piece.length
        yield piece
      }
      return
    } catch (error) {
      const isCut = error instanceof LakeUnavailable && !isObjectsFault(error) && !(error.cause instanceof TransientError)
      if (!isCut || at === before || at >= end || part === MAX_PARTS || signal.aborted) throw error
    }
  }
}

/** Delay, ms, before a missing or damaged object is requested again. */
const FAULT_MS = 5000
const MAX_KNOWN = 10_000

/** Remembers faults, so that not every request fetches a missing or damaged object again. */
export class KnownFaults {
  readonly #known = new Map<string, { error: Error; until: number }>()

  /** @throws the known error */
  check(key: string): void {
    const known = this.#known.get(key)
    if (known === undefined) return
    if (performance.now() < known.until) throw known.error
    this.#known.delete(key)
  }

  add(key: string, error: Error): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, { error, until: performance.now() + FAULT_MS })
  }
}

interface Waiting<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

interface Flight<Result> {
  waiting: Set<Waiting<Result>>
  given: AbortController
}

export class Flights<Result> {
  readonly #underWay = new Map<string, Flight<Result>>()

  /**
   * Joins or starts the work. Rejects with its error, or with the signal's reason. Calls `take` for every recipient before anything else
   * happens.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>, take: (result: Result) => void): Promise<Result> {
    if (signal.aborted) return Promise.reject(signal.reason as Error)
    const flight = this.#underWay.get(key) ?? this.#begin(key, start)
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        flight.waiting.delete(waiting)
        if (flight.waiting.size > 0) return
        if (this.#underWay.get(key) === flight) this.#underWay.delete(key)
        flight.given.abort(signal.reason)
      }
      const waiting: Waiting<Result> = {
        resolve(result) {
          signal.removeEventListener('abort', leave)
          take(result)
          resolve(result)
        },
        reject(error) {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      flight.waiting.add(waiting)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  end(reason: Error): void {
    for (const { waiting, given } of this.#underWay.values()) {
      for (const waiter of waiting) waiter.reject(reason)
      waiting.clear()
      given.abort(reason)
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const flight: Flight<Result> = { waiting: new Set(), given: new AbortController() }
    this.#underWay.set(key, flight)
    const end = (tell: (waiting: Waiting<Result>) => void): void => {
      if (this.#underWay.get(key) === flight) this.#underWay.delete(key)
      for (const waiting of flight.waiting) tell(waiting)
    }
    Promise.resolve()
      .then(() => start(flight.given.signal))
      .then(
        result => end(waiting => waiting.resolve(result)),
        (error: Error) => end(waiting => waiting.reject(error)),
      )
    return flight
  }
}
