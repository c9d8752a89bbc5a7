import { textColumns } from '../../generated/client/columns.ts'

/** A field and its end (RFC 4180): a comma, a line break, or the end. */
const FIELD = /("(?:[^"]|"")*"|[^",\r\n][^,\r\n]*|)(,|\r?\n|$)/y

/**
 * Reads a CSV file of the service in pieces. Each call returns the rows completed so far: numbers as the contract declares, null for
 * empty cells.
 * @throws TypeError if the text is not CSV
 */
export function csvReader(): (text: string, isLast: boolean) => object[] {
  let remainder = ''
  let names: { name: string; isText: boolean }[] | undefined
  let record: string[] = []
  return (text, isLast) => {
    const rows: object[] = []
    remainder += text
    let at = 0
    const endRecord = () => {
      if (names === undefined)
        names = record.map(name => ({ name, isText: textColumns.includes(name) }))
      else
        rows.push(
          Object.fromEntries(
            names.map(({ name, isText }, i) => [name, isText ? record[i] : numberOf(record[i])]),
          ),
        )
      record = []
    }
    while (at < remainder.length) {
      FIELD.lastIndex = at
      const [{ length } = '', field = '', end] = FIELD.exec(remainder) ?? []
      // More text may continue an unfinished field.
      if (!isLast && !end) break
      if (end === undefined) throw new TypeError('The file is not valid CSV')
      at += length
      record.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
      if (end !== ',') endRecord()
    }
    remainder = remainder.slice(at)
    if (isLast && record.length > 0) {
      record.push('')
      endRecord()
    }
    return rows
  }
}

function numberOf(field: string | undefined): number | null {
  return field ? Number(field) : null
}
