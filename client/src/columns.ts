import type { reportColumns, roasHistoryColumns } from '../../generated/client/columns.ts'
import type { RevenueType, RoasType } from '../../generated/client/models.ts'
import type { FileFormat } from './downloaded-file.ts'

export type ReportColumns = typeof reportColumns
export type RoasHistoryColumns = typeof roasHistoryColumns

export type ColumnKind = (ReportColumns & RoasHistoryColumns)[keyof (ReportColumns &
  RoasHistoryColumns)]

/** Column names, with placeholders in braces replaced by values. */
export type Filled<
  Name extends string,
  Values extends object,
> = Name extends `${infer Before}{${infer Part}}${infer After}`
  ? Part extends keyof Values
    ? Filled<`${Before}${Values[Part] & (string | number)}${After}`, Values>
    : never
  : Name

/** Any value of a placeholder. */
export interface AnyValue {
  roasType: RoasType
  revenueType: RevenueType
  dsi: number
  age: number
}

/** Type of the cells of a column; `never` if the contract has no column of that name. */
export type KindOf<Columns, Name> = {
  [Declared in keyof Columns & string]: Name extends Filled<Declared, AnyValue>
    ? Columns[Declared]
    : never
}[keyof Columns & string]

/** Type of a cell in JavaScript. */
export type CellOf<Kind> = Kind extends 'number or null'
  ? number | null
  : Kind extends 'whole' | 'number'
    ? number
    : string

/** A row type with a cell of the right type for each of the contract's columns, and no other. */
export type Declared<
  Columns,
  Row extends { [Name in keyof Columns]: CellOf<Columns[Name]> } & {
    [Name in keyof Row]: Name extends keyof Columns ? unknown : never
  },
> = Row

/** Values of a list by its type: those it always contains, and those it may contain. */

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** Whether a type is a single value known at compile time. */
type IsKnown<T> = [T] extends [never]
  ? false
  : IsUnion<T> extends true
    ? false
    : string extends T
      ? false
      : number extends T
        ? false
        : true

type KnownItems<List, Items = never> = List extends readonly [infer First, ...infer Rest]
  ? KnownItems<Rest, Items | (IsKnown<First> extends true ? First : never)>
  : Items

/** Values in every list of this type: those of a tuple, if known; none for a union of lists. */
export type DefiniteValues<List> = IsUnion<List> extends true ? never : KnownItems<List>

/** Values that a list of this type may contain. */
export type PossibleValues<List> = List extends readonly (infer Value)[]
  ? Exclude<Value, undefined>
  : never

/** Type of a parameter's value, including its default if it may be absent. */
export type ValueOrDefault<
  Parameters,
  Name extends PropertyKey,
  Default,
> = Name extends keyof Parameters
  ? Record<never, never> extends Pick<Parameters, Name>
    ? Exclude<Parameters[Name], undefined> | Default
    : undefined extends Parameters[Name]
      ? Exclude<Parameters[Name], undefined> | Default
      : Parameters[Name]
  : Default

/** `DefiniteValues` and `PossibleValues` for a single value. */
export type CertainValue<Value> = IsUnion<Value> extends true ? never : Value

/** An object type written out, for display in editors. */
export type Flat<T> = T extends infer Whole ? { [Name in keyof Whole]: Whole[Name] } : never

/** The file format that these parameters request. */
export type FormatOf<Parameters> = ValueOrDefault<Parameters, 'format', 'parquet'> & FileFormat
