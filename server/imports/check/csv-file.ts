import { parse as parseStream } from 'csv-parse'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { openPlainFile } from '../../core/runtime/files.ts'
import type { Encoding } from '../encodings.ts'
import type { CsvForm } from './csv-form.ts'
import { LONGEST_RECORD, RECORD_ENDS } from './csv-scan.ts'

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
