import { parse as parseStream } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { openPlainFile } from '../../core/runtime/files.ts'
import type { Encoding } from '../encodings.ts'
import { columnMeant } from '../tables.ts'
import { LONGEST_RECORD, scanCsv } from './csv-scan.ts'

type Separator = keyof typeof SEPARATORS

/** The format of a CSV, from its beginning. */
export interface CsvForm {
  encoding: Encoding
  separator: Separator
  /** A first line `sep=;`, which only spreadsheets read. */
  declaration: string | undefined
  /** Records before the header: a report's titles. */
  titles: number
  /** Comment and blank lines at the beginning. */
  comments: number
  /** The row of column names; undefined if the file is empty. */
  header: string[] | undefined
}

export const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const DECLARATION = /^sep=[^\r\n]{0,2}(?=\r|\n|$)/i
const COMMENTS = /^\uFEFF?(?:[ \t]*(?:(?:#|\/\/)[^\r\n]*)?(?:\r\n|\n|\r))*/
const FEWEST_KNOWN = 2
/** Maximum records before a header. */
const MOST_TITLES = 20

interface Looked {
  /** If unknown: UTF-8, or Windows-1252 if the beginning is not UTF-8. */
  encoding?: Encoding | undefined
  /** Whether title lines may precede the header. */
  titles?: boolean
}

/** Chooses the row and separator with the most cells that `isKnown` as the header; without any, the first row. */
export async function readCsvForm(
  path: string,
  isKnown: (cell: string) => boolean,
  { encoding, titles = false }: Looked = {},
): Promise<CsvForm> {
  const bytes = await beginning(path)
  const [text, detected] = decode(bytes, encoding)
  const declaration = DECLARATION.exec(text)?.[0]
  const remainder =
    declaration === undefined ? text : text.slice(declaration.length).replace(/^\r?\n?/, '')
  const comments = titles ? COMMENTS.exec(remainder)![0] : ''
  const usual = titles ? separatorOf(remainder.slice(comments.length)) : ','
  const most = titles ? MOST_TITLES : 1
  const above = comments.split(/\r?\n|\r/).filter(line => line.trim() !== '').length
  const first = firstRows(remainder, usual, above + 1)[above]
  let best = {
    separator: usual,
    titles: above,
    header: first,
    known: first?.filter(isKnown).length ?? 0,
  }
  for (const separator of [usual, ...(Object.keys(SEPARATORS) as Separator[])]) {
    for (const [at, header] of firstRows(remainder, separator, above + most).entries()) {
      if (at < above) continue
      const known = header.filter(isKnown).length
      if (known > Math.max(best.known, FEWEST_KNOWN - 1))
        best = { separator, titles: at, header, known }
    }
  }
  return {
    encoding: detected,
    separator: best.separator,
    declaration,
    titles: best.titles,
    comments: comments.split(/\r\n|\n|\r/).length - 1,
    header: best.header,
  }
}

/** Whether a cell is a column name, or another spelling of one. */
export function isOneOf(columns: readonly string[]): (cell: string) => boolean {
  return cell => columns.includes(cell) || columnMeant(cell.trim(), columns) !== undefined
}

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): Separator {
  const line = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const all = Object.keys(SEPARATORS) as Separator[]
  const counts = all.map(separator => line.split(separator).length)
  return all[counts.indexOf(Math.max(...counts))]!
}

/** A header is a record with the same limit, plus the byte order mark; UTF-16 takes twice the bytes. */
async function beginning(path: string): Promise<Buffer> {
  const handle = await openPlainFile(path)
  try {
    const most = 2 * LONGEST_RECORD + 4
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(most, size))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function decode(bytes: Buffer, encoding: Encoding | undefined): [string, Encoding] {
  // `stream` accepts a character truncated at the end of the buffer.
  if (encoding !== undefined)
    return [new TextDecoder(encoding).decode(bytes, { stream: true }), encoding]
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), 'utf-8']
  } catch {
    return [new TextDecoder('windows-1252').decode(bytes), 'windows-1252']
  }
}

const RECORD_ENDS = ['\r\n', '\n', '\r']

function firstRows(text: string, separator: Separator, most: number): string[][] {
  const options = {
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: RECORD_ENDS,
    skip_empty_lines: most > 1,
    to: most,
  }
  try {
    return parse(text, options)
  } catch {
    // A quote is never closed.
    return text.split(/\r?\n|\r/, 1).flatMap(line => (line === '' ? [] : [line.split(separator)]))
  }
}

interface CsvRecord {
  index: number
  line: number
  cells: string[]
}

/**
 * The records of a CSV after its header, with their lines. Far slower than loading; used to locate errors and to rewrite files. Skips blank
 * lines and accepts any number of cells.
 * @throws CsvError at a quote that is never closed, or a record that is too long
 */
export async function* csvRecords(
  path: string,
  form?: Omit<CsvForm, 'header' | 'comments'>,
): AsyncGenerator<CsvRecord> {
  const { encoding = 'utf-8', separator = ',', declaration, titles = 0 } = form ?? {}
  const parser = parseStream({
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
  let index = (declaration === undefined ? -1 : -2) - titles
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[]
    info: { lines: number }
  }>) {
    if (index >= 0) yield { index, line: info.lines - lineEnds(record), cells: record }
    index++
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function lineEnds(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}

const CHUNK = 4 * 1024 * 1024
const LF = 0x0a

/** Called with the record's number (from 0, without the header), line and cells. */
type OnRecord = (index: number, line: number, cells: string[]) => void

/** Keeps one record at a time: a few may already fill memory. */
export async function findRecords(
  path: string,
  wanted: ReadonlySet<number>,
  onRecord: OnRecord,
): Promise<void> {
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
      const [cells = []] = parse(bytes, { relax_column_count: true, record_delimiter: RECORD_ENDS })
      onRecord(index, line, cells)
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

const BATCH = 1024 * 1024

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}

/** Writes a new UTF-8 file. */
export async function writeText(path: string, parts: AsyncIterable<string>): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    let batch = ''
    for await (const part of parts) {
      batch += part
      if (batch.length < BATCH) continue
      await handle.write(batch)
      batch = ''
    }
    await handle.write(batch)
  } finally {
    await handle.close()
  }
}
