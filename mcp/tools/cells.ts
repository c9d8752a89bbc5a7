/** Cells of a result's rows. */

import { significant } from './significant.ts'

export type Cell = string | number | null

/** What the fields of a record are: ids and counts are told whole, other numbers rounded. */
export type Fields<Item> = Readonly<Record<keyof Item, 'text' | 'whole' | 'number'>>

/** A field's value as a cell. */
export function cellOf(value: Cell, kind: 'text' | 'whole' | 'number'): Cell {
  return kind === 'number' && typeof value === 'number' ? significant(value) : value
}
