import type { Cell } from '../shell/answers.ts'
import type { Column } from './table.tsx'

/** Rows as tab-separated values, for a spreadsheet: names that one would take for a formula stay text. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly Pick<Column<Row>, 'label' | 'value'>[]): string {
  const lines = rows.map(row => columns.map(({ value }) => cell(value(row) ?? null)))
  return [columns.map(({ label }) => cell(label)), ...lines].map(line => line.join('\t')).join('\n')
}

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = value.replace(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}
