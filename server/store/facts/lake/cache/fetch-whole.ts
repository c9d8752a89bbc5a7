import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { DataFile } from '../../common/parquet-groups.ts'
import { isObjectsFault, LakeUnavailable, ObjectDamaged, type Objects } from '../objects/objects.ts'
import { TransientError } from '../objects/patience.ts'
import { sealOf } from './cache-folder.ts'

/** Writes an object to a new file. Calls `came` with the number of bytes received. If it rejects, remove the file. */
export async function fetchWhole(
  objects: Objects,
  part: DataFile,
  path: string,
  signal: AbortSignal,
  came: (bytes: number) => void = () => undefined,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of verifiedPieces(objects, part, signal)) {
      came(piece.length)
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
}

/** An object's bytes; fails before the end if size or SHA-256 differ. */
export async function* verifiedPieces(
  objects: Objects,
  part: DataFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { file: name } = part
  const sealed = sealOf(part)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of readResumable(objects, name, sealed.bytes, signal)) {
    bytes += piece.length
    if (bytes > sealed.bytes)
      throw new ObjectDamaged(name, `it has more than ${sealed.bytes} bytes`)
    hash.update(piece)
    yield piece
  }
  if (bytes !== sealed.bytes)
    throw new ObjectDamaged(name, `it has ${bytes} bytes, not ${sealed.bytes}`)
  if (hash.digest('hex') !== sealed.sha256) throw new ObjectDamaged(name, 'its SHA-256 differs')
}

const MAX_PARTS = 4

/** Resumes after a dropped connection. */
async function* readResumable(
  objects: Objects,
  name: string,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let part = 1; ; part++) {
    const before = at
    try {
      for await (const piece of await objects.get(name, {
        ...(part > 1 && { range: { start: at, end } }),
        signal,
      })) {
        at += piece.length
        yield piece
      }
      return
    } catch (error) {
      const isCut =
        error instanceof LakeUnavailable &&
        !isObjectsFault(error) &&
        !(error.cause instanceof TransientError)
      if (!isCut || at === before || at >= end || part === MAX_PARTS || signal.aborted) throw error
    }
  }
}
