import { join } from 'node:path'
import { type Encoding, ENCODINGS, unpacked } from '../../imports/reader/bytes.ts'
import { copyReadable } from '../../imports/reader/readable-copy.ts'
import type { CsvForm } from '../../imports/reader/form.ts'
import { totalBegins } from '../../imports/reader/grammar.ts'
import { LONE_CR, MIXED_ENDS, NOT_UTF8 } from '../../imports/reader/scan.ts'
import { differences, isPlain, linesText, readText } from '../../imports/reader/text.ts'
import { openPlainFile } from '../../core/runtime/files.ts'
import { shortenForPrint } from '../../imports/delivery-faults.ts'
import type { ForecastFault } from '../config/config-faults.ts'

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
  const text = await readText(path, isKnown, { encoding: stated, titles: true })
  const { foreign, rows: records } = text
  const form: TextForm = { ...text.form, gzip, notes: 0 }
  const { header, encoding } = form
  const refused = (faults: readonly Omit<ForecastFault, 'file'>[]): TextFile => ({
    path,
    form,
    rows: 0,
    faults: faults.map(fault => ({ file, ...fault })),
  })
  if (foreign !== undefined && foreign.encoding === undefined)
    return refused([{ rule: foreign.rule }])
  if (header === undefined) return refused([{ rule: 'must start with a header row' }])
  // The copy normalizes line ends, and omits what precedes the header.
  const broken = text.broken.filter(
    ({ rule, row }) =>
      rule === NOT_UTF8 || (row > form.comments && rule !== MIXED_ENDS && rule !== LONE_CR),
  )
  if (broken.length > 0)
    return refused(
      broken.map(fault => (fault.rule === NOT_UTF8 ? { ...fault, rule: ENCODING_RULE } : fault)),
    )
  if (stated === undefined && foreign === undefined && encoding !== 'utf-8')
    return refused([{ rule: ENCODING_RULE }])
  if (stated === undefined && isPlain(text) && !(await endsWithNotes(path, header.length)))
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
export function formWords(form: TextForm): string[] {
  const { gzip, notes, note = '' } = form
  return [
    ...(gzip ? ['packed with gzip'] : []),
    ...differences({ form, foreign: undefined }).flatMap(({ reading }) => reading ?? []),
    ...(notes > 0
      ? [`${linesText(notes)} below the table, left out (${JSON.stringify(shortenForPrint(note))})`]
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
