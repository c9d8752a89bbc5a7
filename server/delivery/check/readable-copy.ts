import { CsvError } from 'csv-parse'
import { rm } from 'node:fs/promises'
import type { Findings } from '../faults.ts'
import type { CsvForm } from './csv-form.ts'
import { csvRecords } from './csv-records.ts'
import { RaggedRows } from './ragged-rows.ts'
import { csvLine, writeText } from './write-csv.ts'

/** Largest file that is copied, bytes: its copy takes seconds, and at most twice the room. */
const LARGEST = 256 * 2 ** 20

export interface ReadableCopy {
  path: string
  rows: number
  ragged: Findings
}

/**
 * Copies a CSV that cannot be loaded to `path`, so that its cells are checked all the same. Rows stay on their lines; rows with another
 * number of fields become blank lines. Ends before a quote that is never closed. Undefined if the file is too large.
 */
export async function copyReadable(
  file: { file: string; path: string; size: number; header: readonly string[] },
  form: CsvForm | undefined,
  path: string,
): Promise<ReadableCopy | undefined> {
  if (file.size > LARGEST) return undefined
  const ragged = new RaggedRows(file.file, file.header.length)
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    const header = csvLine(file.header)
    yield header
    let next = countLines(header) + 1
    try {
      for await (const { line, cells } of csvRecords(file.path, form)) {
        if (ragged.add(line, cells)) continue
        const text = csvLine(cells.map(cell => cell.replaceAll('\0', '')))
        yield '\n'.repeat(Math.max(0, line - next)) + text
        rows++
        next = Math.max(line, next) + countLines(text)
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
    }
  }
  await rm(path, { force: true })
  await writeText(path, lines())
  return { path, rows, ragged: ragged.findings() }
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}
