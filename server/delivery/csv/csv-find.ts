import { parse } from 'csv-parse/sync'
import type { FileHandle } from 'node:fs/promises'
import { scanCsv } from './csv-scan.ts'
import { openPlainFile } from '../plain-file.ts'

const CHUNK = 4 * 1024 * 1024
const LF = 0x0a

/** Told of a record: its number (from 0, the header not counted), its line and its cells. */
export type OnFound = (index: number, line: number, cells: string[]) => void

/** Finds the records with the given numbers in a well-formed CSV, one by one: a few of them may be all that there is memory for. */
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
      const [cells = []] = parse(bytes, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })
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
