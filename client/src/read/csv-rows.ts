import { reportColumns, roasHistoryColumns } from '../../../generated/client/columns.ts'

/** A field and what ends it (RFC 4180): a comma, a line break, or the end. */
const FIELD = /("(?:[^"]|"")*"|[^",\r\n][^,\r\n]*|)(,|\r?\n|$)/y

const TEXTS = new Set(
  Object.entries({ ...reportColumns, ...roasHistoryColumns })
    .filter(([, kind]) => !/^(whole|number)/.test(kind))
    .map(([name]) => name),
)

/** The rows of a CSV file of the service: numbers where the contract says so, null where nothing stands. */
export function csvRows(text: string): object[] {
  const [names = [], ...records] = recordsOf(text.replace(/^\uFEFF/, ''))
  const isText = names.map(name => TEXTS.has(name))
  return records.map(record =>
    Object.fromEntries(names.map((name, index) => [name, isText[index] ? record[index] : numberOf(record[index])])),
  )
}

function recordsOf(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const [, field = '', end] = FIELD.exec(text) ?? []
    if (end === undefined) throw new TypeError('The file is not the CSV that it should be')
    record.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === ',' && FIELD.lastIndex < text.length) continue
    if (end === ',') record.push('')
    records.push(record)
    record = []
  }
  return records
}

function numberOf(field: string | undefined): number | null {
  return field ? Number(field) : null
}
