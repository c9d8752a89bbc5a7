import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  type CsvForm,
  type Encoding,
  ENCODINGS,
  readCsvForm,
  SEPARATORS,
} from '../../imports/check/csv-form.ts'
import { LONE_CR, MIXED_ENDS, NOT_UTF8, scanCsv } from '../../imports/check/csv-scan.ts'
import { foreignContent } from '../../imports/check/list-files.ts'
import { copyReadable } from '../../imports/check/csv-copy.ts'
import { openPlainFile } from '../../core/runtime/files.ts'
import { shortenForPrint } from '../../imports/delivery-faults.ts'
import type { ForecastFault } from '../config/config-faults.ts'
import { totalBegins } from './dialect-sql.ts'

/** The format of a text file. */
export interface TextForm extends CsvForm {
  gzip: boolean
  /** Number of rows below the table that do not belong to it, and the first of them. */
  notes: number
  note?: string | undefined
}

export interface TextFile {
  /** The file itself, or a UTF-8 copy with commas and rows on the same lines. */
  path: string
  form: TextForm
  rows: number
  faults: ForecastFault[]
}

/** Bytes written per byte read: text compresses to a hundredth at best. */
const MAX_RATIO = 200
const MIN_ROOM = 64 * 1024 * 1024

/** Detects the format of a text, and copies it into `folder` if it is not plain CSV. `number` names the copies. */
export async function openText(
  { file, original }: { file: string; original: string },
  {
    isKnown,
    encoding: stated,
    folder,
    number,
  }: {
    isKnown: (cell: string) => boolean
    encoding: Encoding | undefined
    folder: string
    number: number
  },
): Promise<TextFile> {
  const { path, size, gzip } = await unpacked(original, join(folder, `unpacked-${number}.csv`))
  const foreign = await foreignContent(path, 'csv')
  const form: TextForm = {
    ...(await readCsvForm(path, isKnown, { encoding: stated ?? foreign?.encoding, titles: true })),
    gzip,
    notes: 0,
  }
  const { header, separator, encoding } = form
  const refused = (...rules: string[]): TextFile => ({
    path,
    form,
    rows: 0,
    faults: rules.map(rule => ({ file, rule })),
  })
  if (foreign !== undefined && foreign.encoding === undefined) return refused(foreign.rule)
  if (header === undefined) return refused('must start with a header row')
  const isStated = stated !== undefined || encoding.startsWith('utf-16')
  const { records, faults: broken = [] } = isStated ? { records: 0 } : await scanCsv(path)
  // The copy normalizes line ends.
  const wrong = broken.filter(
    ({ rule, line }) =>
      ![MIXED_ENDS, LONE_CR].includes(rule) &&
      ((separator === ',' && line > form.comments) || rule === NOT_UTF8),
  )
  if (wrong.length > 0) {
    const faults = wrong.map(({ line, column, rule }): ForecastFault => {
      const name = header[column - 1]
      return {
        file,
        row: line,
        ...(name === undefined || line === 1 ? {} : { column: name }),
        rule: rule === NOT_UTF8 ? ENCODING_RULE : rule,
      }
    })
    return { path, form, rows: 0, faults }
  }
  if (!isStated && encoding !== 'utf-8') return refused(ENCODING_RULE)
  if (
    !isStated &&
    broken.length === 0 &&
    form.declaration === undefined &&
    form.titles === 0 &&
    separator === ',' &&
    !(await endsWithNotes(path, header.length))
  )
    return { path, form, rows: records, faults: [] }
  const copy = await copyReadable(
    { file, path, size, header },
    form,
    join(folder, `plain-${number}.csv`),
    {
      largest: Infinity,
      isNote,
      isTotal: cells => totalBegins(cells[0] ?? ''),
    },
  )
  const { ragged, notes, note, broken: cut, rows, path: copied } = copy!
  const faults = ragged.faults.map(({ row, value, rule }): ForecastFault => ({
    file,
    rule,
    ...(row && { row }),
    ...(value !== undefined && { value }),
  }))
  if (cut !== undefined)
    faults.push({ file, rule: `must close each quote that it opens: ${cut.message}` })
  return { path: copied, form: { ...form, notes, note }, rows, faults }
}

const ENCODING_RULE = `must be UTF-8: convert it, or state its encoding under this input: encoding: windows-1252 (Western Europe), ${Object.keys(
  ENCODINGS,
)
  .filter(name => !/^utf|1252/.test(name))
  .join(', ')}`

/** Differences from UTF-8 with commas, in words; empty for a plain file. */
export function formWords({
  gzip,
  encoding,
  separator,
  titles,
  notes,
  note,
  declaration,
}: TextForm): string[] {
  const rows = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)
  return [
    ...(gzip ? ['packed with gzip'] : []),
    ...(encoding === 'utf-8' ? [] : [ENCODINGS[encoding]]),
    ...(separator === ',' ? [] : [`separated by ${SEPARATORS[separator]}`]),
    ...(titles + (declaration === undefined ? 0 : 1) > 0
      ? [`${rows(titles + (declaration === undefined ? 0 : 1))} above the header, left out`]
      : []),
    ...(notes > 0
      ? [
          `${rows(notes)} below the table, left out (${JSON.stringify(shortenForPrint(note ?? ''))})`,
        ]
      : []),
  ]
}

/** Whether a row has one text, which is not a cut date or number. */
function isNote(cells: readonly string[]): boolean {
  const [text = '', ...more] = cells.filter(cell => cell.trim() !== '')
  return more.length === 0 && (text === '' || /^\D*\p{L}{2}/u.test(text))
}

const TAIL = 2048
const LAST_LINES = 8

/** Cheap, and may be wrong for quoted line ends: the copy is then the same. */
async function endsWithNotes(path: string, width: number): Promise<boolean> {
  if (width < 2) return false
  const handle = await openPlainFile(path)
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.min(TAIL, size)),
      0,
      Math.min(TAIL, size),
      Math.max(0, size - TAIL),
    )
    const lines = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .split(/\r?\n/)
      .slice(size > TAIL ? 1 : 0)
    return lines
      .filter(line => line !== '')
      .slice(-LAST_LINES)
      .some(line => line.split(',').length < width)
  } finally {
    await handle.close()
  }
}

async function unpacked(
  original: string,
  to: string,
): Promise<{ path: string; size: number; gzip: boolean }> {
  const handle = await openPlainFile(original)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  if (bytesRead < 2 || buffer[0] !== 0x1f || buffer[1] !== 0x8b) {
    await handle.close()
    return { path: original, size, gzip: false }
  }
  const most = MIN_ROOM + size * MAX_RATIO
  let bytes = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > most ? new Error(`unpacks to more than ${most} bytes`) : null, chunk)
    },
  })
  await pipeline(
    handle.createReadStream({ start: 0 }),
    createGunzip(),
    bounded,
    createWriteStream(to, { flags: 'wx' }),
  )
  return { path: to, size: bytes, gzip: true }
}
