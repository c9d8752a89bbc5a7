import { measureOf } from './column-measure.ts'
import { FORMATS } from './formats/formats.ts'
import { withoutCurrency } from './units.ts'
import { CLAIMED, PERIODS, plainName, WORDS } from './words.ts'

/** Whether a cell is the name of a column: of any exporter, in usual words, or one of `more`. */
export function knownColumns(more: readonly string[] = []): (cell: string) => boolean {
  const mappings = Object.values(FORMATS).flatMap(format =>
    Object.values(format).filter(mapping => typeof mapping !== 'string'),
  )
  const names = [
    ...mappings.flatMap(({ columns, signs = [] }) => [...Object.values(columns).flat(), ...signs]),
    ...Object.values(WORDS).flat(),
    ...CLAIMED,
    ...PERIODS,
    ...more,
  ]
  const known = new Set(names.map(plainName))
  known.delete('')
  return cell =>
    cell.length <= 200 &&
    (known.has(plainName(cell)) ||
      known.has(plainName(withoutCurrency(cell))) ||
      measureOf(cell)?.age !== undefined)
}
