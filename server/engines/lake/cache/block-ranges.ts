import type { ByteRange } from '../objects/objects.ts'
import { BLOCK } from '../../common/sealed.ts'

/** Bytes that are rather fetched in vain than asked around for. */
const NEAR = 2 * BLOCK

/** Few ranges of whole blocks, ascending, that hold all the given ones of a file of so many bytes. */
export function blockRanges(ranges: readonly ByteRange[], bytes: number): ByteRange[] {
  const merged: ByteRange[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const blocks = { start: Math.floor(start / BLOCK) * BLOCK, end: Math.min(Math.ceil(end / BLOCK) * BLOCK, bytes) }
    const last = merged.at(-1)
    if (last !== undefined && blocks.start - last.end <= NEAR) last.end = Math.max(last.end, blocks.end)
    else merged.push(blocks)
  }
  return merged
}
