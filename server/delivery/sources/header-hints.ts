import { nearestName } from '../../checks/nearest-name.ts'
import { shortened } from '../some.ts'

const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
/** Longer names are no misspelt ones. */
const LONGEST_NAME = 100

/** The rule that a header breaks which has known columns between other characters than commas, if so. */
export function separatorRule(header: readonly string[], wanted: readonly string[]): string | undefined {
  if (header.some(name => wanted.includes(name))) return undefined
  const line = header.join(',')
  for (const [separator, name] of Object.entries(SEPARATORS)) {
    const names = line.split(separator).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))
    if (names.filter(cell => wanted.includes(cell)).length < 2) continue
    return `must have commas between its columns: this one has ${name}. Write it with commas, and decimals with points`
  }
  return undefined
}

/** What is said of a column that a header lacks: one that is not used may be it, misspelt. */
export function missingRule(column: string, unused: readonly string[]): string {
  const near = nearestName(
    column,
    unused.filter(name => name.length <= LONGEST_NAME),
  )
  return `must be there: the column is missing${near === undefined ? '' : `; is it the one named ${JSON.stringify(shortened(near))}?`}`
}
