import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import { ObjectDamaged, type Objects } from '../objects/objects.ts'
import { getOn } from './get-on.ts'

/**
 * Writes an object to a path that is not there yet, and holds it against its size and SHA-256. `came` is told of bytes as they come. What is there when it
 * rejects is to be removed.
 */
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
    for await (const piece of getOn(objects, name, { start: 0, end: sealed.bytes, isWhole: true }, signal)) {
      bytes += piece.length
      came(piece.length)
      if (bytes > sealed.bytes) throw new ObjectDamaged(name, `it has more than ${sealed.bytes} bytes`)
      hash.update(piece)
      await file.writeFile(piece)
    }
    if (bytes !== sealed.bytes) throw new ObjectDamaged(name, `it has ${bytes} bytes, not ${sealed.bytes}`)
    if (hash.digest('hex') !== sealed.sha256) throw new ObjectDamaged(name, 'its SHA-256 is another one')
  } finally {
    await file.close()
  }
}
