/** What a type says about the values of a list: which it holds for sure, and which it may hold. */

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** Whether a type stands for one value that is known when compiling. */
type IsKnown<T> = [T] extends [never] ? false : IsUnion<T> extends true ? false : string extends T ? false : number extends T ? false : true

type KnownItems<List, Found = never> = List extends readonly [infer First, ...infer Rest]
  ? KnownItems<Rest, Found | (IsKnown<First> extends true ? First : never)>
  : Found

/** Values that a list of this type surely holds: those of a tuple, as far as each is known; none when there are several such lists. */
export type Certain<List> = IsUnion<List> extends true ? never : KnownItems<List>

/** Values that a list of this type can hold. */
export type Possible<List> = List extends readonly (infer Value)[] ? Exclude<Value, undefined> : never

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
