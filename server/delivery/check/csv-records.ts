import { parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { openPlainFile } from '../workspace.ts'
import { type CsvForm, type Encoding, RECORD_ENDS } from './csv-form.ts'
import { LONGEST_RECORD, scanCsv } from './csv-scan.ts'

export interface CsvRecord {
  index: number
  line: number
  cells: string[]
}

/**
 * The records of a CSV after its header, with their lines. Far slower than loading; used to place faults and to rewrite files. Blank lines
 * are skipped, and any number of cells is accepted.
 * @throws CsvError at a quote that is never closed, or a record that is too long
 */
export async function* csvRecords(path: string, form?: Pick<CsvForm, 'encoding' | 'separator' | 'declaration'>): AsyncGenerator<CsvRecord> {
  const { encoding = 'utf-8', separator = ',', declaration } = form ?? {}
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: LONGEST_RECORD,
    record_delimiter: RECORD_ENDS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const handle = await openPlainFile(path)
  const bytes = handle.createReadStream({ highWaterMark: 1024 * 1024 })
  pipeline(encoding === 'utf-8' ? bytes : Readable.from(decoded(bytes, encoding)), parser, () => {})
  let index = declaration === undefined ? -1 : -2
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    if (index >= 0) yield { index, line: info.lines - lineEnds(record), cells: record }
    index++
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Undefined if the file is empty. */
export async function csvHeader(path: string): Promise<string[] | undefined> {
  const handle = await openPlainFile(path)
  // A header is a record with the same limit, plus the byte order mark.
  const stream = handle.createReadStream({ end: LONGEST_RECORD + 4 })
  const parser = stream.pipe(parse({ bom: true, relax_column_count: true, relax_quotes: true, to: 1 }))
  try {
    for await (const record of parser as AsyncIterable<string[]>) return record
    return undefined
  } finally {
    stream.destroy()
  }
}

function lineEnds(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}

const CHUNK = 4 * 1024 * 1024
const LF = 0x0a

/** Called with the record's number (from 0, without the header), line and cells. */
export type OnFound = (index: number, line: number, cells: string[]) => void

/** One record at a time: a few may already fill memory. */
export async function findRecords(path: string, wanted: ReadonlySet<number>, onFound: OnFound): Promise<void> {
  if (wanted.size === 0) return
  const spans: { index: number; start: number; end: number }[] = []
  await scanCsv(path, (number, start, end) => {
    if (wanted.has(number - 1)) spans.push({ index: number - 1, start, end })
  })
  const handle = await openPlainFile(path)
  try {
    let line = 1
    let offset = 0
    for (const { index, start, end } of spans) {
      line += await countLines(handle, offset, start)
      offset = start
      const bytes = Buffer.alloc(end - start)
      await handle.read(bytes, 0, bytes.length, start)
      const [cells = []] = parseText(bytes, { relax_column_count: true, record_delimiter: RECORD_ENDS })
      onFound(index, line, cells)
    }
  } finally {
    await handle.close()
  }
}

async function countLines(handle: FileHandle, from: number, to: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - from))
  let lines = 0
  for (let offset = from; offset < to;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, to - offset), offset)
    if (bytesRead === 0) break
    const bytes = buffer.subarray(0, bytesRead)
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++
    offset += bytesRead
  }
  return lines
}
