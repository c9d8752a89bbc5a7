import { truncate } from '../delivery-faults.ts'
import { type Encoding, type Foreign, foreignContent } from './bytes.ts'
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
  /** Contradicts the file's name; without an encoding the file is no text. */
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

/** Differences from UTF-8 with commas that the header's lines show. */
export function headFaults({
  separator,
  declaration,
  header = [],
}: CsvForm): { row: number; value: string; rule: string }[] {
  return [
    ...(declaration === undefined
      ? []
      : [
          {
            row: 1,
            value: declaration,
            rule: 'must start with its header: delete this line, which only spreadsheets read',
          },
        ]),
    ...(separator === ','
      ? []
      : [
          {
            row: declaration === undefined ? 1 : 2,
            value: truncate(header.join(separator)),
            rule: `must have commas between its columns: this one has ${SEPARATORS[separator]}. Write it with commas, and decimals with points`,
          },
        ]),
  ]
}
