import { CsvError, parse as parseStream } from 'csv-parse'
import { open, rm } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { openPlainFile } from '../../core/runtime/files.ts'
import {
  type Findings,
  type DeliveryFault,
  type FaultGroup,
  FIRST_PLACES,
  MAX_FAULTS,
  truncate,
} from '../delivery-faults.ts'
import type { Encoding } from './bytes.ts'
import type { CsvForm } from './form.ts'
import { LONGEST_RECORD, RECORD_ENDS } from './scan.ts'

interface CsvRecord {
  index: number
  line: number
  cells: string[]
}

/**
 * The records of a CSV after its header, with their lines. Far slower than loading; used to rewrite files. Skips blank
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

/** Largest file that is copied, bytes: copying takes seconds, and at most twice the space. */
const LARGEST = 256 * 2 ** 20

interface ReadableCopy {
  path: string
  rows: number
  ragged: Findings
  /** Number of rows below the table that `isNote` omitted, and the first of them. */
  notes: number
  note?: string
  /** Why the copy is shorter than the file. */
  broken?: CsvError
}

interface Copying {
  largest?: number
  /** Whether a row with another number of fields is a note, if it is below the table. */
  isNote?: (cells: readonly string[]) => boolean
  /** Whether a row with fewer fields is a report's total, whose last fields are empty. */
  isTotal?: (cells: readonly string[]) => boolean
}

/**
 * Copies an invalid CSV to `path`, so that its cells can still be checked. Rows stay on their lines; rows with another
 * number of fields become blank lines. Stops before a quote that is never closed. Undefined if the file is too large.
 */
export async function copyReadable(
  file: { file: string; path: string; size: number; header: readonly string[] },
  form: CsvForm | undefined,
  path: string,
  { largest = LARGEST, isNote = () => false, isTotal = () => false }: Copying = {},
): Promise<ReadableCopy | undefined> {
  if (file.size > largest) return undefined
  const ragged = new RaggedRows(file.file, file.header.length)
  let rows = 0
  let notes: { line: number; cells: readonly string[] }[] = []
  let broken: CsvError | undefined
  async function* lines(): AsyncGenerator<string> {
    const header = csvLine(file.header)
    yield header
    let next = countLines(header) + 1
    try {
      for await (const { line, cells: fields } of csvRecords(file.path, form)) {
        const missing = file.header.length - fields.length
        const cells =
          missing > 0 && isTotal(fields)
            ? [...fields, ...Array.from({ length: missing }, () => '')]
            : fields
        if (missing !== 0 && cells === fields && isNote(cells)) {
          notes.push({ line, cells })
          continue
        }
        // Only lines below the table are notes.
        for (const note of notes) ragged.add(note.line, note.cells)
        notes = []
        if (ragged.add(line, cells)) continue
        const text = csvLine(cells.map(cell => cell.replaceAll('\0', '')))
        yield '\n'.repeat(Math.max(0, line - next)) + text
        rows++
        next = Math.max(line, next) + countLines(text)
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      broken = error
    }
  }
  await rm(path, { force: true })
  await writeText(path, lines())
  const [note] = notes
  return {
    path,
    rows,
    ragged: ragged.findings(),
    notes: notes.length,
    ...(note && { note: truncate(note.cells.join(',')) }),
    ...(broken && { broken }),
  }
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

/** Maximum rules that one file's rows may break, by their number of fields. */
const MAX_LENGTHS = 20

/** Collects the rows of a CSV whose number of fields differs from the header's. */
export class RaggedRows {
  readonly #file: string
  readonly #fields: number
  readonly #faults: DeliveryFault[] = []
  readonly #groups = new Map<string, FaultGroup>()
  #total = 0

  constructor(file: string, fields: number) {
    this.#file = file
    this.#fields = fields
  }

  /** Whether the row is ragged. */
  add(line: number, cells: readonly string[]): boolean {
    if (cells.length === this.#fields) return false
    this.#total++
    const own = fieldsRule(this.#fields, cells.length)
    const rule =
      this.#groups.has(own) || this.#groups.size < MAX_LENGTHS ? own : fieldsRule(this.#fields)
    let group = this.#groups.get(rule)
    if (group === undefined)
      this.#groups.set(rule, (group = { file: this.#file, rule, count: 0, first: [] }))
    group.count++
    if (this.#faults.length === MAX_FAULTS && group.first.length === FIRST_PLACES) return true
    const value = truncate(cells.join(','))
    if (group.first.length < FIRST_PLACES) group.first.push({ row: line, value })
    if (this.#faults.length < MAX_FAULTS)
      this.#faults.push({ file: this.#file, row: line, value, rule })
    return true
  }

  findings(): Findings {
    return { faults: this.#faults, groups: [...this.#groups.values()], total: this.#total }
  }
}

function fieldsRule(wanted: number, actual?: number): string {
  const rule = `must have ${wanted} fields, like the header`
  return actual === undefined ? `${rule}: these lines do not` : `${rule}: this line has ${actual}`
}
