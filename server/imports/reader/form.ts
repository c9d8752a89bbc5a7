import { parse } from 'csv-parse/sync'
import { openPlainFile } from '../../core/runtime/files.ts'
import type { Encoding } from './bytes.ts'
import { LONGEST_RECORD, RECORD_ENDS } from './scan.ts'

type Separator = keyof typeof SEPARATORS

/** The format of a CSV, from its beginning. */
export interface CsvForm {
  encoding: Encoding
  /** Whether it begins with the byte order mark of UTF-8. */
  hasMark: boolean
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
const MARK = Buffer.from('\uFEFF')
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
    hasMark: bytes.subarray(0, 3).equals(MARK),
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

/** A column's names in exporters and spreadsheets. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  install_date: ['date', 'day', 'cohort', 'cohort date', 'cohort day', 'install day'],
  platform: ['os', 'os name'],
  network: ['channel', 'media source', 'partner', 'ad network'],
  campaign: ['campaign name'],
  country: ['country code', 'geo'],
  spend: ['cost', 'ad spend', 'total spend', 'total cost'],
  dsi: ['age', 'day', 'days since install', 'cohort age'],
}

/** Maximum length of a name for comparison. */
export const LONGEST_NAME = 100
const UNIT = /\s*[([][^()[\]]*[)\]]\s*$/

/** Drops letter case, spaces, `_` and `-`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/gu, '')
}

/** The column that a header's cell names in a different spelling: `Install Date`, `Spend (USD)`. */
export function columnMeant(cell: string, columns: readonly string[]): string | undefined {
  if (cell.length > LONGEST_NAME) return undefined
  const name = fold(cell.replace(UNIT, ''))
  return (
    columns.find(column => fold(column) === name) ??
    columns.find(column => OTHER_NAMES[column]?.some(other => fold(other) === name))
  )
}
