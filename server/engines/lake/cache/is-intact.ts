import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Sealed } from '../../../model/catalog.ts'

/** Whether a file of an earlier process is whole: after a power cut it may have its name and size without its bytes. */
export async function isIntact(path: string, { bytes, sha256 }: Sealed, signal: AbortSignal): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1_048_576, signal }) as AsyncIterable<Uint8Array>) {
      read += piece.length
      hash.update(piece)
    }
  } catch {
    signal.throwIfAborted()
    return false
  }
  return read === bytes && hash.digest('hex') === sha256
}
