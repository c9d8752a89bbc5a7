import { eastAsianWidth } from 'get-east-asian-width'
import { printable } from './print.ts'
import { sum } from '../formulas/sums.ts'

/** A plain text table; numbers are right-aligned. Empty without rows. */
export function formatTable(rows: readonly Record<string, string | number | null>[]): string[] {
  const names = Object.keys(rows[0] ?? {})
  const text = (value: string | number | null | undefined): string =>
    typeof value === 'number' ? value.toLocaleString('en') : printable(value ?? '-')
  const cells = rows.map(row => names.map(name => text(row[name])))
  const widths = names.map((name, index) =>
    cells.reduce((width, row) => Math.max(width, widthOf(row[index]!)), name.length),
  )
  const line = (cells: readonly string[], right: (index: number) => boolean): string =>
    cells
      .map((cell, index) => {
        const blanks = ' '.repeat(widths[index]! - widthOf(cell))
        return right(index) ? blanks + cell : cell + blanks
      })
      .join('  ')
      .trimEnd()
  const isNumber = (index: number): boolean => typeof rows[0]?.[names[index]!] === 'number'
  return [line(names, isNumber), ...cells.map(row => line(row, isNumber))]
}

/** Terminal columns: none for combining characters, two for wide ones. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  return sum([...text.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')], character =>
    eastAsianWidth(character.codePointAt(0)!),
  )
}

/** For the CLI's JSON: `company_id` becomes `companyId`. */
export function camelCased(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}

/** Bytes as megabytes with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
