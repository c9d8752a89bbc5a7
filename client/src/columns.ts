import type { reportColumns, roasHistoryColumns } from '../../generated/client/columns.ts'
import type { RevenueType, RoasType } from '../../generated/client/models.ts'
import type { FileFormat } from './downloaded-file.ts'

export type ReportColumns = typeof reportColumns
export type RoasHistoryColumns = typeof roasHistoryColumns

export type ColumnKind = (ReportColumns & RoasHistoryColumns)[keyof (ReportColumns & RoasHistoryColumns)]

/** Column names, with placeholders in braces replaced by values. */
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

/** Type of the cells of a column; `never` if the contract has no column of that name. */
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

/** Values of a list by its type: those it certainly holds, and those it may hold. */

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** Whether a type stands for one value that is known when compiling. */
type IsKnown<T> = [T] extends [never] ? false : IsUnion<T> extends true ? false : string extends T ? false : number extends T ? false : true

type KnownItems<List, Found = never> = List extends readonly [infer First, ...infer Rest]
  ? KnownItems<Rest, Found | (IsKnown<First> extends true ? First : never)>
  : Found

/** Values that a list of this type surely holds: those of a tuple, as far as each is known; none when there are several such lists. */
export type DefiniteValues<List> = IsUnion<List> extends true ? never : KnownItems<List>

/** Values that a list of this type can hold. */
export type PossibleValues<List> = List extends readonly (infer Value)[] ? Exclude<Value, undefined> : never

/** Type of a parameter's value, its default where it is not given or may not be. */
export type Given<Parameters, Name extends PropertyKey, Default> = Name extends keyof Parameters
  ? Record<never, never> extends Pick<Parameters, Name>
    ? Exclude<Parameters[Name], undefined> | Default
    : undefined extends Parameters[Name]
      ? Exclude<Parameters[Name], undefined> | Default
      : Parameters[Name]
  : Default

/** A value that is surely or possibly there, as `Certain` and `Possible` say of lists. */
export type CertainValue<Value> = IsUnion<Value> extends true ? never : Value

/** An object's type written out, also where an editor shows it. */
export type Flat<T> = T extends infer Whole ? { [Name in keyof Whole]: Whole[Name] } : never

/** The format of the file that these parameters ask for. */
export type FormatOf<Parameters> = Given<Parameters, 'format', 'parquet'> & FileFormat
