/** Text that a spreadsheet would run as a formula starts with an apostrophe, as in the service's files (`answers/analytics/file`). */
export function safeText(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
}

export type Cell = string | number | boolean | null

/** A column of exported rows, with unformatted numbers. */
export interface FileColumn<Row> {
  label: string
  value: (row: Row) => Cell | undefined
}

/** RFC 4180, with a byte order mark for Excel. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string {
  const write = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = linesOf(rows, columns).map(line => line.map(write).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Tab-separated values, for pasting into a spreadsheet. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string {
  const write = (text: string) => text.replace(/[\t\r\n]+/g, ' ')
  return linesOf(rows, columns)
    .map(line => line.map(write).join('\t'))
    .join('\n')
}

function linesOf<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string[][] {
  const write = (cell: Cell | undefined) =>
    typeof cell === 'string' ? safeText(cell) : String(cell ?? '')
  return [
    columns.map(({ label }) => write(label)),
    ...rows.map(row => columns.map(({ value }) => write(value(row)))),
  ]
}
