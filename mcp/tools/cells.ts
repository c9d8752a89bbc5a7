/** Cells of a result's rows. */

import { significant } from './significant.ts'

export type Cell = FileCell | boolean

/** A cell of a file. */
export type FileCell = string | number | null

/** What a cell holds: ids and counts are told whole, other numbers rounded. */
export type CellKind = 'text' | 'whole' | 'number' | 'flag'

/** What the fields of a record are. */
export type Fields<Item> = Readonly<Record<keyof Item, CellKind>>

/** A field's value as a cell. */
export function cellOf(value: Cell, kind: CellKind): Cell {
  return kind === 'number' && typeof value === 'number' ? significant(value) : value
}

/** A ratio or an amount that may be missing. */
export function rounded(value: number | null): number | null {
  return value === null ? null : significant(value)
}
