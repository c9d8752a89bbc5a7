import { type FileMetaData, parquetMetadata, type RowGroup } from 'hyparquet'
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import type { Wanted } from '../../common/parquet-groups.ts'
import { BLOCK, SUM_BYTES, sumOf } from '../../common/stored-files.ts'
import { type ByteRange, ObjectDamaged, type Objects } from '../objects/objects.ts'
import { sumsName } from '../objects/put-sealed.ts'
import { readResumable } from './fetch-whole.ts'

const AT_ONCE = 8
/** A Parquet file ends with the footer's length and a word. */
const TAIL = 8
/** First guess of the footer's share, and its maximum. */
const FOOTER_SHARE = 1 / 2048
const MAX_GUESSED = 8 * BLOCK
/** From this share on the whole file is fetched. */
const MAX_SHARE = 1 / 4

/** What is read of a file before its parts: the sums of its blocks, and its footer. */
export interface FileIndex {
  sums: Buffer
  footer: Part & { metadata: FileMetaData }
}

export async function fetchIndex(
  objects: Objects,
  name: string,
  sealed: Sealed,
  signal: AbortSignal,
  came: (bytes: number) => void,
): Promise<FileIndex> {
  const sums = fetchSums(objects, name, sealed, signal)
  const fetch = async (range: ByteRange): Promise<Part> => {
    const bytes = await fetchBlocks(objects, name, sums, range, signal)
    came(bytes.length)
    return { start: range.start, bytes }
  }
  const footer = await fetchFooter(fetch, sealed.bytes)
  return { sums: await sums, footer }
}

/**
 * Writes the parts of a Parquet file that a query reads, at their offsets: footer and wanted chunks. Gaps are zeros, which no reader takes
 * for a page header: a chunk is complete or fails. Returns undefined, without writing, if the whole file is hardly larger.
 */
export async function fetchParts(
  objects: Objects,
  name: string,
  sealed: Sealed,
  { sums, footer }: FileIndex,
  wanted: Wanted,
  path: string,
  signal: AbortSignal,
  came: (bytes: number) => void,
): Promise<FilePart[] | undefined> {
  const chunks = wantedChunks(footer.metadata, wanted)
  const ranges = blockRanges(chunks, sealed.bytes)
  if (ranges.reduce((sum, { start, end }) => sum + end - start, 0) > sealed.bytes * MAX_SHARE) return undefined
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(sealed.bytes)
    const written = [await writePart(file, footer.bytes, footer.start)]
    await inTurns(ranges, async range => {
      const bytes = await fetchBlocks(objects, name, sums, range, signal)
      came(bytes.length)
      for (const chunk of chunks) {
        const [start, end] = [Math.max(chunk.start, range.start), Math.min(chunk.end, range.end)]
        if (start < end) written.push(await writePart(file, bytes.subarray(start - range.start, end - range.start), start))
      }
    })
    return written
  } finally {
    await file.close()
  }
}

/** Bytes of a partial copy, with their sum. */
export interface FilePart extends ByteRange {
  sum: Buffer
}

async function writePart(file: FileHandle, bytes: Buffer, start: number): Promise<FilePart> {
  await file.write(bytes, 0, bytes.length, start)
  return { start, end: start + bytes.length, sum: sumOf(bytes) }
}

/** Rejects with the signal's reason, or if the file cannot be read. */
export async function arePartsIntact(path: string, parts: readonly FilePart[], signal?: AbortSignal): Promise<boolean> {
  const file = await open(path)
  try {
    for (const { start, end, sum } of parts) {
      signal?.throwIfAborted()
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start)
      if (bytesRead < end - start || !sumOf(buffer).equals(sum)) return false
    }
    return true
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
  const guess = from(Math.min(Math.max(bytes * FOOTER_SHARE, BLOCK), MAX_GUESSED))
  const tail = await fetch({ start: guess, end: bytes })
  const start = bytes - TAIL - tail.bytes.readUInt32LE(tail.bytes.length - TAIL)
  const before = from(bytes - start)
  const all = before >= guess ? tail.bytes : Buffer.concat([(await fetch({ start: before, end: guess })).bytes, tail.bytes])
  const footer = all.subarray(start - Math.min(before, guess))
  // A copy: the reader takes over a buffer's memory.
  return { start, bytes: footer, metadata: parquetMetadata(new Uint8Array(footer).buffer) }
}

async function inTurns<Item>(items: readonly Item[], use: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const work = async (): Promise<void> => {
    for (const item of left) await use(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Whole blocks, each verified; fetched in parallel with the sums. */
async function fetchBlocks(
  objects: Objects,
  name: string,
  sums: Buffer | Promise<Buffer>,
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

async function fetchSums(objects: Objects, name: string, { bytes, blocks }: Sealed, signal: AbortSignal): Promise<Buffer> {
  const sums = await fetchBytes(objects, sumsName(name), { start: 0, end: Math.ceil(bytes / BLOCK) * SUM_BYTES }, signal)
  if (createHash('sha256').update(sums).digest('hex') !== blocks) throw new ObjectDamaged(sumsName(name), 'its SHA-256 differs')
  return sums
}

async function fetchBytes(objects: Objects, name: string, range: ByteRange, signal: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(range.end - range.start)
  let length = 0
  for await (const piece of readResumable(objects, name, range, signal)) {
    if (length + piece.length > bytes.length) throw new ObjectDamaged(name, 'returned more bytes than requested')
    bytes.set(piece, length)
    length += piece.length
  }
  if (length < bytes.length) throw new ObjectDamaged(name, 'it ends too early')
  return bytes
}

/** Gaps up to this size are fetched rather than skipped. */
const NEAR = 2 * BLOCK

/** Merges ranges into few ascending ones of whole blocks; the file has `bytes` bytes. */
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

/** Wanted columns of row groups that may match, from their statistics. */
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
  if (!(min_value instanceof Date && max_value instanceof Date)) return true
  return min_value.toISOString().slice(0, 10) <= end && max_value.toISOString().slice(0, 10) >= start
}
