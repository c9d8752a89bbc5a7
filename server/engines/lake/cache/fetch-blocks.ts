import { createHash } from 'node:crypto'
import type { Sealed } from '../../../model/catalog.ts'
import { type ByteRange, ObjectDamaged, type Objects } from '../objects/objects.ts'
import { BLOCK, SUM_BYTES, sumOf } from '../../common/sealed.ts'
import { sumsName } from '../objects/put-sealed.ts'
import { getOn } from './get-on.ts'

/** The bytes of a range of whole blocks, each held against its sum; they are fetched while the sums still are. */
export async function fetchBlocks(
  objects: Objects,
  name: string,
  sums: Promise<Buffer>,
  range: ByteRange,
  signal: AbortSignal,
): Promise<Buffer> {
  const [bytes, list] = await Promise.all([fetchBytes(objects, name, range, signal), sums])
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const index = (range.start + at) / BLOCK
    const sum = list.subarray(index * SUM_BYTES, (index + 1) * SUM_BYTES)
    if (!sumOf(bytes.subarray(at, at + BLOCK)).equals(sum)) throw new ObjectDamaged(name, `its block ${index} has another SHA-256`)
  }
  return bytes
}

/** The sums of an object's blocks. */
export async function fetchSums(objects: Objects, name: string, { bytes, blocks }: Sealed, signal: AbortSignal): Promise<Buffer> {
  const sums = await fetchBytes(objects, sumsName(name), { start: 0, end: Math.ceil(bytes / BLOCK) * SUM_BYTES }, signal)
  if (createHash('sha256').update(sums).digest('hex') !== blocks) throw new ObjectDamaged(sumsName(name), 'its SHA-256 is another one')
  return sums
}

async function fetchBytes(objects: Objects, name: string, range: ByteRange, signal: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(range.end - range.start)
  let length = 0
  for await (const piece of getOn(objects, name, range, signal)) {
    if (length + piece.length > bytes.length) throw new ObjectDamaged(name, 'it gives more than it was asked for')
    bytes.set(piece, length)
    length += piece.length
  }
  if (length < bytes.length) throw new ObjectDamaged(name, 'it ends too early')
  return bytes
}
