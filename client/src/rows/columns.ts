/** What a type says about the columns of a file, as the contract declares them. */

import type { reportColumns, roasHistoryColumns } from '../../../generated/client/columns.ts'
import type { RevenueType, RoasType } from '../../../generated/client/models.ts'

export type ReportColumns = typeof reportColumns
export type RoasHistoryColumns = typeof roasHistoryColumns

/** What cells hold. */
export type ColumnKind = (ReportColumns & RoasHistoryColumns)[keyof (ReportColumns & RoasHistoryColumns)]

/** Names of columns, values being put in for what stands in braces. */
export type Filled<Name extends string, Values extends object> = Name extends `${infer Before}{${infer Part}}${infer After}`
  ? Part extends keyof Values
    ? Filled<`${Before}${Values[Part] & (string | number)}${After}`, Values>
    : never
  : Name

/** Every value that can stand for what is in braces. */
export interface AnyValue {
  roasType: RoasType
  revenueType: RevenueType
  dsi: number
  age: number
}

/** What the cells of a column of this name hold; never where the contract knows no such column. */
export type KindOf<Columns, Name> = {
  [Declared in keyof Columns & string]: Name extends Filled<Declared, AnyValue> ? Columns[Declared] : never
}[keyof Columns & string]

/** Type of a cell in JavaScript. */
export type CellOf<Kind> = Kind extends 'number or null' ? number | null : Kind extends 'whole' | 'number' ? number : string

/** A type of rows that has a cell of the right type for each of the contract's columns, and no other. */
export type Declared<
  Columns,
  Row extends { [Name in keyof Columns]: CellOf<Columns[Name]> } & { [Name in keyof Row]: Name extends keyof Columns ? unknown : never },
> = Row
