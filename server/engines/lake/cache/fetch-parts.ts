import { type FileMetaData, parquetMetadata } from 'hyparquet'
import { open, type FileHandle } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import type { Wanted } from '../../common/local-files.ts'
import type { ByteRange, Objects } from '../objects/objects.ts'
import { BLOCK } from '../../common/sealed.ts'
import { blockRanges } from './block-ranges.ts'
import { fetchBlocks, fetchSums } from './fetch-blocks.ts'
import { wantedChunks } from './wanted-chunks.ts'

/** Requests at once for parts of one file. */
const AT_ONCE = 8
/** Length of the footer's length and of the word after it, which end every Parquet file. */
const TAIL = 8
/** A footer's share of a file, for a first guess, and the most that is guessed. */
const FOOTER_SHARE = 1 / 2048
const MOST_GUESSED = 8 * BLOCK
/** The share of a file from which on all of it is fetched. */
const MOST_SHARE = 1 / 4

/**
 * Writes to a path that is not there yet what a query reads of a Parquet file in the lake: its footer and the wanted chunks, where they are in the whole,
 * and nothing between. There a page's header would be zeros, which no reader takes for one: a chunk is there as a whole or gives an error. Answers the
 * bytes that it has; undefined, nothing being written, where it is hardly less to fetch than all.
 */
export async function fetchParts(
  objects: Objects,
  name: string,
  sealed: Sealed,
  wanted: Wanted,
  path: string,
  signal: AbortSignal,
  came: (bytes: number) => void,
): Promise<number | undefined> {
  const sums = fetchSums(objects, name, sealed, signal)
  const fetch = async (range: ByteRange): Promise<Part> => {
    const bytes = await fetchBlocks(objects, name, sums, range, signal)
    came(bytes.length)
    return { start: range.start, bytes }
  }
  const footer = await fetchFooter(fetch, sealed.bytes)
  const chunks = wantedChunks(footer.metadata, wanted)
  const ranges = blockRanges(chunks, sealed.bytes)
  if (ranges.reduce((sum, { start, end }) => sum + end - start, 0) > sealed.bytes * MOST_SHARE) return undefined
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(sealed.bytes)
    await file.write(footer.bytes, 0, footer.bytes.length, footer.start)
    let written = footer.bytes.length
    await inTurns(ranges, async range => {
      const bytes = await writeWithin(file, await fetch(range), chunks)
      written += bytes
    })
    return written
  } finally {
    await file.close()
  }
}

interface Part {
  start: number
  bytes: Buffer
}

async function fetchFooter(fetch: (range: ByteRange) => Promise<Part>, bytes: number): Promise<Part & { metadata: FileMetaData }> {
  const from = (end: number): number => Math.max(Math.floor((bytes - end) / BLOCK) * BLOCK, 0)
  const guess = from(Math.min(Math.max(bytes * FOOTER_SHARE, BLOCK), MOST_GUESSED))
  const tail = await fetch({ start: guess, end: bytes })
  const start = bytes - TAIL - tail.bytes.readUInt32LE(tail.bytes.length - TAIL)
  const before = from(bytes - start)
  const all = before >= guess ? tail.bytes : Buffer.concat([(await fetch({ start: before, end: guess })).bytes, tail.bytes])
  const footer = all.subarray(start - Math.min(before, guess))
  // Copied, as the reader takes all of a buffer's memory for its own.
  return { start, bytes: footer, metadata: parquetMetadata(new Uint8Array(footer).buffer) }
}

/** Writes what a part has of the chunks, and nothing else of it. Answers how many bytes. */
async function writeWithin(file: FileHandle, part: Part, chunks: readonly ByteRange[]): Promise<number> {
  let written = 0
  for (const chunk of chunks) {
    const [start, end] = [Math.max(chunk.start, part.start), Math.min(chunk.end, part.start + part.bytes.length)]
    if (start >= end) continue
    await file.write(part.bytes, start - part.start, end - start, start)
    written += end - start
  }
  return written
}

async function inTurns<Item>(items: readonly Item[], use: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const work = async (): Promise<void> => {
    for (const item of left) await use(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
