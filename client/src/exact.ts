import type { GetReportParameters, RulesOf } from '../../generated/client/parameters.ts'
import type { DefiniteValues } from './columns.ts'
import type { ReportRow } from './report-row.ts'
import type {
  Alone,
  AskedColumn,
  Excludes,
  fault,
  NotWith,
  OnlyWith,
  Requires,
  ValueOnlyWith,
} from './shapes.ts'

/**
 * Rejects missing parameters, properties that the shape lacks, which an inferred type would accept, and combinations that the rules forbid.
 * The expected type names the error, so that the compiler displays it.
 */
export type Exact<Input, Shape> = [RequiredOf<Shape>] extends [keyof Input]
  ? Input & Shape & Unknown<Input, Shape> & Misplaced<Input, RulesOf<Shape>>
  : `${Exclude<RequiredOf<Shape>, keyof Input> & string} is required`

type RequiredOf<Shape> = {
  [Name in keyof Shape]-?: Record<never, never> extends Pick<Shape, Name> ? never : Name
}[keyof Shape]

type Unknown<Input, Shape> = {
  [Name in Exclude<keyof Input & string, keyof Shape>]: Refused<Meant<Name, keyof Shape & string>>
}

type Refused<Name> = [Name] extends [never]
  ? NoSuchParameter
  : Name extends string
    ? DidYouMean<Name>
    : never

/** Never matches. (Text literals would collapse to `never`, without an explanation by the compiler.) */
interface NoSuchParameter {
  [fault]: never
}

/** Matches no value: the parameter is misspelled. */
interface DidYouMean<Name extends string> {
  [fault]: Name
}

type Meant<Name extends string, Known extends string> =
  Lowercase<Name> extends `${infer First}${infer Second}${string}`
    ? [Beginning<`${First}${Second}`, Known>] extends [never]
      ? Beginning<First, Known>
      : Beginning<`${First}${Second}`, Known>
    : never

type Beginning<Text extends string, Known extends string> = {
  [Candidate in Known]: Lowercase<Candidate> extends `${Text}${string}` ? Candidate : never
}[Known]

type Misplaced<Input, Rules> = {
  [
    Name in keyof Rules & keyof Input as undefined extends Input[Name]
      ? never
      : [Broken<Input, Input[Name], Rules[Name]>] extends [never]
        ? never
        : Name
  ]: Broken<Input, Input[Name], Rules[Name]>
}

/** The rules of a parameter that its value certainly breaks. */
type Broken<Input, Value, Rule> = [Value] extends [false]
  ? never
  : Rule extends OnlyWith<infer Other, infer Values, infer Default>
    ? If<HasNone<Input, Other, Values, Default>, Rule>
    : Rule extends Requires<infer Other>
      ? boolean extends Value
        ? never
        : Other extends keyof Input
          ? never
          : Rule
      : Rule extends Excludes<infer Other>
        ? Other extends keyof Input
          ? undefined extends Input[Other]
            ? never
            : Rule
          : never
        : Rule extends Alone<infer Only>
          ? Only extends DefiniteValues<Value>
            ? [Exclude<DefiniteValues<Value>, Only>] extends [never]
              ? never
              : Rule
            : never
          : Rule extends ValueOnlyWith<infer Word, infer Other, infer Values, infer Default>
            ? Word extends DefiniteValues<Value>
              ? If<HasNone<Input, Other, Values, Default>, Rule>
              : never
            : Rule extends NotWith<infer Other, infer Values>
              ? boolean extends Value
                ? never
                : Other extends keyof Input
                  ? Values extends DefiniteValues<Input[Other]>
                    ? Rule
                    : never
                  : never
              : Rule extends AskedColumn
                ? string extends Value
                  ? never
                  : Input extends GetReportParameters
                    ? Value extends `${'' | '-'}${keyof ReportRow<Input> & string}`
                      ? never
                      : Rule
                    : never
                : never

type If<Condition, Then> = Condition extends true ? Then : never

/** Whether another parameter, or its default, certainly has none of some values. */
type HasNone<Input, Other, Values, Default> = [
  Extract<ValueOf<Input, Other, Default>, Values>,
] extends [never]
  ? true
  : false

type ValueOf<Input, Name, Default> = Name extends keyof Input
  ? undefined extends Input[Name]
    ? Exclude<Input[Name], undefined> | Default
    : Input[Name]
  : Default
