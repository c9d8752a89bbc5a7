import { joined, literal, readPath, sql, type Sql } from '../../core/model/sql.ts'
import { truncate } from '../delivery-faults.ts'
import { type Encoding, ENCODINGS, type Foreign, foreignContent } from './bytes.ts'
import { type CsvForm, readCsvForm, SEPARATORS } from './form.ts'
import { NOT_UTF8, scanCsv } from './scan.ts'

/** A place in a text file that RFC 4180 does not allow. */
export interface BrokenText {
  row: number
  column?: string
  rule: string
}

/** The format of a text file, and what a strict reader refuses of it, before its rows are read. */
export interface Text {
  form: CsvForm
  /** Contradicts the file's name; has an encoding if the file is a text. */
  foreign: Foreign | undefined
  /** Number of rows below the header; 0 if a rule is broken or the encoding is not UTF-8. */
  rows: number
  broken: readonly BrokenText[]
}

/** `encoding`: as stated by a person. `titles`: whether title lines may precede the header. */
export async function readText(
  path: string,
  isKnown: (cell: string) => boolean,
  { encoding, titles = false }: { encoding?: Encoding | undefined; titles?: boolean } = {},
): Promise<Text> {
  const foreign = await foreignContent(path, 'csv')
  const form = await readCsvForm(path, isKnown, {
    encoding: encoding ?? foreign?.encoding,
    titles,
  })
  const { header = [], separator } = form
  // The bytes of another encoding are not those of quotes and line ends.
  if (encoding !== undefined || foreign !== undefined || form.encoding.startsWith('utf-16'))
    return { form, foreign, rows: 0, broken: [] }
  const { records, faults = [] } = await scanCsv(path)
  const broken = faults.flatMap(({ line: row, column, rule }): BrokenText[] => {
    // With another separator only its bytes can be checked.
    if (separator !== ',' && rule !== NOT_UTF8) return []
    const name = header[column - 1]
    return [{ row, ...(name === undefined || row === 1 ? {} : { column: name }), rule }]
  })
  return { form, foreign, rows: records, broken }
}

/** Whether a strict reader, and DuckDB's, reads the file as it is. */
export function isPlain({ form, foreign, broken }: Text): boolean {
  const { encoding, separator, declaration, titles } = form
  return (
    foreign === undefined &&
    broken.length === 0 &&
    encoding === 'utf-8' &&
    separator === ',' &&
    declaration === undefined &&
    titles === 0
  )
}

/** A difference from UTF-8 with commas and the header first, as each reader says it. */
interface Difference {
  /** The error of a strict reader. */
  fault?: { row?: number; value?: string; rule: string }
  /** The change in a copy as plain CSV. */
  repair?: string
  /** How it was read. */
  reading?: string
}

export function differences({ form, foreign }: Pick<Text, 'form' | 'foreign'>): Difference[] {
  const { encoding, hasMark, separator, declaration, header = [], titles } = form
  const name = SEPARATORS[separator]
  const above = titles + (declaration === undefined ? 0 : 1)
  const all: (Difference | false)[] = [
    encoding !== 'utf-8' && {
      ...(foreign && { fault: { rule: foreign.rule } }),
      repair: `converted from ${ENCODINGS[encoding]} to UTF-8`,
      reading: ENCODINGS[encoding],
    },
    hasMark && encoding === 'utf-8' && { repair: 'byte order mark removed' },
    declaration !== undefined && {
      fault: {
        row: 1,
        value: declaration,
        rule: 'must start with its header: delete this line, which only spreadsheets read',
      },
      repair: 'line sep= removed',
    },
    separator !== ',' && {
      fault: {
        row: declaration === undefined ? 1 : 2,
        value: truncate(header.join(separator)),
        rule: `must have commas between its columns: this one has ${name}. Write it with commas, and decimals with points`,
      },
      repair: `${name} between columns changed to commas`,
      reading: `separated by ${name}`,
    },
    above > 0 && { reading: `${linesText(above)} above the header, left out` },
  ]
  return all.filter(difference => difference !== false)
}

export function linesText(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

/** SQL for the rows of a plain CSV as texts. `columns`: unquoted names, in file order. */
export function csvRows(
  path: string,
  columns: readonly string[],
  { hasHeader = true, longestLine }: { hasHeader?: boolean; longestLine?: number } = {},
): Sql {
  const types = joined(columns.map(name => sql`${literal(name)}: 'VARCHAR'`))
  // With a line end that does not match the file, strict mode silently reads no row.
  const bounds =
    longestLine === undefined ? sql`` : sql`, new_line = '\\n', max_line_size = ${longestLine}`
  return sql`read_csv(${readPath(path)}, auto_detect = false, header = ${hasHeader ? sql`true` : sql`false`}, delim = ',', quote = '"', escape = '"',
    strict_mode = true${bounds}, columns = {${types}})`
}
