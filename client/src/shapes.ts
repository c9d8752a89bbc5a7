/** One of these words today; the service may add others, so a `switch` over it needs a `default`. */
export type Open<Word extends string> = Word | (string & {})

/** A shape of which names may be missing, so that the compiler infers what is given and `Exact` names them. */
export type Incomplete<Shape> = { readonly [Name in keyof Shape]?: Shape[Name] }

/** A field, ascending, or `-` and a field, descending. */
export type FieldOrder<
  Row,
  Other extends keyof Row = never,
> = `${'' | '-'}${Exclude<keyof Row, Other> & string}`

/** Each of these types matches no value; its name states the error where the compiler displays it. */

/** The parameter requires certain values of another one. */
export interface OnlyWith<Other extends string, Values, Default = undefined> {
  [fault]: ['only with', Other, Values, Default]
}

/** The parameter excludes certain values of another one. */
export interface NotWith<Other extends string, Values> {
  [fault]: ['not with', Other, Values]
}

/** A value requires certain values of another parameter. */
export interface ValueOnlyWith<Value, Other extends string, Values, Default = undefined> {
  [fault]: ['value only with', Value, Other, Values, Default]
}

/** The parameter requires another one. */
export interface Requires<Other extends string> {
  [fault]: ['requires', Other]
}

/** The parameter and another one exclude each other. */
export interface Excludes<Other extends string> {
  [fault]: ['excludes', Other]
}

/** A value that must be alone in a list. */
export interface Alone<Value> {
  [fault]: ['alone', Value]
}

/** The parameter names a requested column, alone or after `-`. */
export interface AskedColumn {
  [fault]: 'asked column'
}

export declare const fault: unique symbol
