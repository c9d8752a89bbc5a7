import { eastAsianWidth } from 'get-east-asian-width'
import { printable } from './print.ts'
import { sum } from '../formulas/sums.ts'

/** A plain text table; numbers are right-aligned. Empty without rows. */
export function formatTable(rows: readonly Record<string, string | number | null>[]): string[] {
  const text = (value: string | number | null | undefined): string =>
    typeof value === 'number' ? value.toLocaleString('en') : printable(value ?? '-')
  const columns = Object.entries(rows[0] ?? {}).map(([name, first]) => ({
    name,
    isNumber: typeof first === 'number',
    width: rows.reduce((width, row) => Math.max(width, widthOf(text(row[name]))), name.length),
  }))
  const line = (cellOf: (name: string) => string): string =>
    columns
      .map(({ name, isNumber, width }) => {
        const cell = cellOf(name)
        const blanks = ' '.repeat(width - widthOf(cell))
        return isNumber ? blanks + cell : cell + blanks
      })
      .join('  ')
      .trimEnd()
  return [line(name => name), ...rows.map(row => line(name => text(row[name])))]
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
