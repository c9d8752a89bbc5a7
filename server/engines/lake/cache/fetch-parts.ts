import { type FileMetaData, parquetMetadata, type RowGroup } from 'hyparquet'
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import type { Wanted } from '../../common/parquet-groups.ts'
import { BLOCK, SUM_BYTES, sumOf } from '../../common/stored-files.ts'
import { type ByteRange, ObjectDamaged, type Objects } from '../objects/objects.ts'
import { sumsName } from '../objects/put-sealed.ts'
import { getOn } from './fetch-whole.ts'

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
 * and nothing between. There a page's header would be zeros, which no reader takes for one: a chunk is complete or fails. Returns the
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

/** Writes only the chunks' bytes of a part. Returns their number. */
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

/** The bytes of a range of whole blocks, each held against its sum; they are fetched while the sums still are. */
async function fetchBlocks(objects: Objects, name: string, sums: Promise<Buffer>, range: ByteRange, signal: AbortSignal): Promise<Buffer> {
  const [bytes, list] = await Promise.all([fetchBytes(objects, name, range, signal), sums])
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const index = (range.start + at) / BLOCK
    const sum = list.subarray(index * SUM_BYTES, (index + 1) * SUM_BYTES)
    if (!sumOf(bytes.subarray(at, at + BLOCK)).equals(sum)) throw new ObjectDamaged(name, `its block ${index} has another SHA-256`)
  }
  return bytes
}

/** The sums of an object's blocks. */
async function fetchSums(objects: Objects, name: string, { bytes, blocks }: Sealed, signal: AbortSignal): Promise<Buffer> {
  const sums = await fetchBytes(objects, sumsName(name), { start: 0, end: Math.ceil(bytes / BLOCK) * SUM_BYTES }, signal)
  if (createHash('sha256').update(sums).digest('hex') !== blocks) throw new ObjectDamaged(sumsName(name), 'its SHA-256 differs')
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

/** Bytes that are rather fetched in vain than asked around for. */
const NEAR = 2 * BLOCK

/** Merges ranges into few ascending ranges of whole blocks of a file of `bytes` bytes. */
function blockRanges(ranges: readonly ByteRange[], bytes: number): ByteRange[] {
  const merged: ByteRange[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const blocks = { start: Math.floor(start / BLOCK) * BLOCK, end: Math.min(Math.ceil(end / BLOCK) * BLOCK, bytes) }
    const last = merged.at(-1)
    if (last !== undefined && blocks.start - last.end <= NEAR) last.end = Math.max(last.end, blocks.end)
    else merged.push(blocks)
  }
  return merged
}

/** Where the wanted columns of the row groups that may have wanted rows are, with what tells which values they have. */
function wantedChunks({ row_groups }: FileMetaData, { columns, dates }: Wanted): ByteRange[] {
  const names = new Set(columns)
  return row_groups
    .filter(group => mayHave(group, dates))
    .flatMap(group =>
      group.columns.flatMap(({ meta_data }) => {
        if (meta_data === undefined || !names.has(meta_data.path_in_schema.join('.'))) return []
        const { dictionary_page_offset, data_page_offset, total_compressed_size, bloom_filter_offset, bloom_filter_length } = meta_data
        const start = Number(dictionary_page_offset || data_page_offset)
        const chunk = { start, end: start + Number(total_compressed_size) }
        if (!bloom_filter_offset) return [chunk]
        const bloom = Number(bloom_filter_offset)
        return [chunk, { start: bloom, end: bloom + (bloom_filter_length ?? 0) }]
      }),
    )
}

function mayHave({ columns }: RowGroup, { start, end }: Wanted['dates']): boolean {
  const dates = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === 'install_date')
  const { min_value, max_value } = dates?.meta_data?.statistics ?? {}
  // Without date statistics it may contain any date.
  if (!(min_value instanceof Date && max_value instanceof Date)) return true
  return min_value.toISOString().slice(0, 10) <= end && max_value.toISOString().slice(0, 10) >= start
}
