import { CsvError } from 'csv-parse'
import { openPlainFile } from '../../core/runtime/files.ts'
import { MAX_COLUMNS } from '../check/parquet.ts'
import { csvRecords, csvLine, writeText } from '../check/csv-copy.ts'
import {
  type CsvForm,
  ENCODINGS,
  fold,
  isOneOf,
  readCsvForm,
  SEPARATORS,
} from '../check/csv-form.ts'
import { LONE_CR, MIXED_ENDS, NOT_UTF8, scanCsv, STRAY_QUOTE } from '../check/csv-scan.ts'
import { foreignContent } from '../check/list-files.ts'
import { type Repair, truncate } from '../delivery-faults.ts'
import { quoteText } from '../format-faults.ts'
import { columnsOf, type TableColumn, type TableName } from '../tables.ts'
import {
  addEvidence,
  cellRepairs,
  type CellRepairs,
  type Evidence,
  noEvidence,
} from './repair-cells.ts'

interface Column {
  /** Name in the header of the copy. */
  name: string
  repairs: CellRepairs
  evidence: Evidence
  column: TableColumn | undefined
}

/** Errors of the scan that copying repairs. */
const OF_COPY: Record<string, string> = {
  [MIXED_ENDS]: 'line ends unified',
  [LONE_CR]: 'line ends unified',
  [STRAY_QUOTE]: 'quotes inside cells doubled',
}

/** Writes a repaired copy of a CSV to `to`, and returns its repairs. Undefined, without a copy, if it needs none or is unreadable. */
export async function repairCsv(
  table: TableName,
  file: string,
  path: string,
  to: string,
): Promise<Repair[] | undefined> {
  const foreign = await foreignContent(path, 'csv')
  if (foreign !== undefined && foreign.encoding === undefined) return undefined
  const names = columnsOf(table).map(([name]) => name)
  const detected = await readCsvForm(path, isOneOf(names), { encoding: foreign?.encoding })
  const broken = await formFaults(path, detected)
  if (detected.header === undefined || detected.header.length > MAX_COLUMNS || broken === undefined)
    return undefined
  const form: CsvForm = broken.includes(NOT_UTF8)
    ? { ...detected, encoding: 'windows-1252' }
    : detected
  try {
    return await writeCopy({ table, file, path, to }, form, detected.header, broken)
  } catch (error) {
    // A quote that is never closed, or an endless record.
    if (error instanceof CsvError) return undefined
    throw error
  }
}

interface Copying {
  table: TableName
  file: string
  path: string
  to: string
}

async function writeCopy(
  { table, file, path, to }: Copying,
  form: CsvForm,
  header: readonly string[],
  broken: readonly string[],
) {
  const columns = columnsOfCopy(table, header)
  const letters = await gatherEvidence(path, form, columns)
  const repairs = new Map<string, Repair>()
  for (const what of await formRepairs(path, form, broken, letters))
    repairs.set(what, { file, what })
  for (const [index, { name }] of columns.entries()) {
    if (name === header[index]) continue
    repairs.set(`header ${index}`, {
      file,
      column: name,
      what: `header ${JSON.stringify(truncate(header[index]!))} renamed`,
    })
  }
  await writeText(to, repaired(path, form, columns, repairs, file))
  return repairs.size === 0 ? undefined : [...repairs.values()]
}

/** Rules that the file as a whole breaks; undefined if one cannot be repaired. */
async function formFaults(
  path: string,
  { encoding, separator }: CsvForm,
): Promise<string[] | undefined> {
  if (encoding.startsWith('utf-16')) return []
  const { faults = [] } = await scanCsv(path)
  const rules = [...new Set(faults.map(({ rule }) => rule))]
  // With another separator only its bytes can be checked.
  const judged = separator === ',' ? rules : rules.filter(rule => rule === NOT_UTF8)
  return judged.every(rule => rule === NOT_UTF8 || rule in OF_COPY) ? judged : undefined
}

async function formRepairs(
  path: string,
  { encoding, separator, declaration }: CsvForm,
  broken: readonly string[],
  letters: string | undefined,
): Promise<string[]> {
  // Only a person can tell whether it was another code page.
  const sample =
    encoding === 'windows-1252' && letters !== undefined
      ? `; check its letters: ${quoteText(letters)}`
      : ''
  return [
    ...(encoding === 'utf-8' ? [] : [`converted from ${ENCODINGS[encoding]} to UTF-8${sample}`]),
    ...(encoding === 'utf-8' && (await hasMark(path)) ? ['byte order mark removed'] : []),
    ...(declaration === undefined ? [] : ['line sep= removed']),
    ...(separator === ',' ? [] : [`${SEPARATORS[separator]} between columns changed to commas`]),
    ...broken.flatMap(rule => OF_COPY[rule] ?? []),
  ]
}

async function hasMark(path: string): Promise<boolean> {
  const handle = await openPlainFile(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 0)
    return buffer.equals(Buffer.from('\ufeff'))
  } finally {
    await handle.close()
  }
}

/** Headers that differ only in letter case, spaces, `_` and `-` get the column's name, unless two of them would. */
function columnsOfCopy(table: TableName, header: readonly string[]): Column[] {
  const all = columnsOf(table)
  const nameOf = (cell: string): string => {
    if (all.some(([name]) => name === cell)) return cell
    const meant = all.find(([name]) => fold(name) === fold(cell))?.[0]
    const isAlone =
      meant !== undefined && header.filter(other => fold(other) === fold(meant)).length === 1
    return isAlone ? meant : cell
  }
  return header.map(cell => {
    const name = nameOf(cell)
    const column = all.find(([known]) => known === name)?.[1]
    return {
      name,
      column,
      repairs: column === undefined ? [] : cellRepairs(name, column),
      evidence: noEvidence(),
    }
  })
}

/** Also returns the first cell with a letter beyond ASCII. */
async function gatherEvidence(
  path: string,
  form: CsvForm,
  columns: readonly Column[],
): Promise<string | undefined> {
  let letters: string | undefined
  for await (const { cells } of csvRecords(path, form)) {
    letters ??= cells.find(cell => /[^\0-\x7f]/.test(cell))
    if (cells.length !== columns.length) continue
    for (const [index, { column, evidence }] of columns.entries())
      if (column !== undefined) addEvidence(evidence, column, cells[index]!)
  }
  return letters
}

async function* repaired(
  path: string,
  form: CsvForm,
  columns: readonly Column[],
  repairs: Map<string, Repair>,
  file: string,
): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name))
  for await (const { line, cells } of csvRecords(path, form)) {
    // A row with another number of fields has cells in wrong columns.
    if (cells.length !== columns.length) {
      yield csvLine(cells)
      continue
    }
    yield csvLine(
      columns.map(({ name, repairs: own, evidence }, index) => {
        let cell = cells[index]!
        for (const [what, repair] of own) {
          const after = cell === '' ? undefined : repair(cell, evidence)
          if (after === undefined || after === cell) continue
          note(repairs, {
            file,
            column: name,
            what,
            rows: 1,
            first: { row: line, before: truncate(cell), after: truncate(after) },
          })
          cell = after
        }
        return cell
      }),
    )
  }
}

function note(repairs: Map<string, Repair>, repair: Repair): void {
  const key = `${repair.column}: ${repair.what}`
  const known = repairs.get(key)
  if (known === undefined) repairs.set(key, repair)
  else known.rows! += 1
}
