import { parse } from 'csv-parse'
import { pipeline } from 'node:stream'
import { LONGEST_RECORD } from './csv-scan.ts'
import { openPlainFile } from '../plain-file.ts'

export interface CsvRecord {
  /** From 0, the header not counted. */
  index: number
  /** The line it starts on, from 1. */
  line: number
  cells: string[]
}

/**
 * The records of a CSV after its header, in order, one by one and with their lines: far slower than loading the file, for placing
 * faults. Blank lines are skipped and any number of cells is taken.
 */
export async function* csvRecords(path: string): AsyncGenerator<CsvRecord> {
  const parser = parse({ bom: true, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  const handle = await openPlainFile(path)
  pipeline(handle.createReadStream({ highWaterMark: 1024 * 1024 }), parser, () => {})
  let index = -1
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    if (index >= 0) yield { index, line: info.lines - lineEnds(record), cells: record }
    index++
  }
}

/** The header of a CSV; undefined when the file is empty. */
export async function csvHeader(path: string): Promise<string[] | undefined> {
  const handle = await openPlainFile(path)
  // A header is a record, and none is longer; what follows the mark of a file's start counts, too.
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
