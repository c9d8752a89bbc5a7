import { parse } from 'csv-parse/sync'
import { openPlainFile } from '../workspace.ts'
import { LONGEST_RECORD } from './csv-scan.ts'
import { columnMeant } from './header-names.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type Separator = keyof typeof SEPARATORS

/** How a CSV is written, as its beginning shows. */
export interface CsvForm {
  encoding: Encoding
  separator: Separator
  /** A first line `sep=;`, which only spreadsheets read. */
  declaration: string | undefined
  /** The first row; undefined if the file is empty. */
  header: string[] | undefined
}

export const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const DECLARATION = /^sep=[^\r\n]{0,2}(?=\r|\n|$)/i
const FEWEST_KNOWN = 2

/** @param encoding if its first bytes show it; otherwise UTF-8, or Windows-1252 if the beginning is not UTF-8 */
export async function readCsvForm(path: string, columns: readonly string[], encoding?: Encoding): Promise<CsvForm> {
  const bytes = await beginning(path)
  const [text, found] = decode(bytes, encoding)
  const declaration = DECLARATION.exec(text)?.[0]
  const rest = declaration === undefined ? text : text.slice(declaration.length).replace(/^\r?\n?/, '')
  const isKnown = (cell: string): boolean => columns.includes(cell) || columnMeant(cell.trim(), columns) !== undefined
  let best: { separator: Separator; header: string[] | undefined; known: number } = {
    separator: ',',
    header: firstRow(rest, ','),
    known: 0,
  }
  best.known = best.header?.filter(isKnown).length ?? 0
  for (const separator of Object.keys(SEPARATORS) as Separator[]) {
    const header = firstRow(rest, separator)
    const known = header?.filter(isKnown).length ?? 0
    if (known > Math.max(best.known, FEWEST_KNOWN - 1)) best = { separator, header, known }
  }
  return { encoding: found, separator: best.separator, declaration, header: best.header }
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
  // `stream` tolerates a character that the end of the buffer cuts.
  if (encoding !== undefined) return [new TextDecoder(encoding).decode(bytes, { stream: true }), encoding]
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), 'utf-8']
  } catch {
    return [new TextDecoder('windows-1252').decode(bytes), 'windows-1252']
  }
}

export const RECORD_ENDS = ['\r\n', '\n', '\r']

function firstRow(text: string, separator: Separator): string[] | undefined {
  const options = { delimiter: separator, relax_column_count: true, relax_quotes: true, record_delimiter: RECORD_ENDS, to: 1 }
  try {
    const [row] = parse(text, options)
    return row
  } catch {
    // A header that does not close its quote.
    return text.split(/\r?\n|\r/, 1)[0]?.split(separator)
  }
}
