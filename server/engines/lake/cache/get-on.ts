import { LakeUnavailable, isObjectsFault, type ByteRange, type Objects } from '../objects/objects.ts'
import { Passing } from '../objects/patience.ts'

/** How often an answer that broke off is gone on with. */
const MOST_PARTS = 4

export interface Asked extends ByteRange {
  /** All of the object is asked for, be it longer than was expected. */
  isWhole?: boolean
}

/** The bytes of an object, gone on with where an answer breaks off. */
export async function* getOn(
  objects: Objects,
  name: string,
  { start, end, isWhole }: Asked,
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
      // Who waited for nothing to come does not wait once more.
      const isCut = error instanceof LakeUnavailable && !isObjectsFault(error) && !(error.cause instanceof Passing)
      if (!isCut || at === before || at >= end || part === MOST_PARTS || signal.aborted) throw error
    }
  }
}
