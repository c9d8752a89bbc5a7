import type { RulesOf } from '../../generated/client/parameters.ts'
import type { fault } from './shapes.ts'
import { type OnlyWith } from './shapes.ts'

/**
 * Rejects properties that the shape lacks, which an inferred type would accept, and combinations that the rules forbid. The expected type names
 * the error, since the compiler shows it.
 */
export type Exact<Given, Shape> = Given & Shape & Unknown<Given, Shape> & Misplaced<Given, RulesOf<Shape>>

type Unknown<Given, Shape> = {
  [Name in Exclude<keyof Given & string, keyof Shape>]: Refused<Meant<Name, keyof Shape & string>>
}

type Refused<Name> = [Name] extends [never] ? NoSuchParameter : Name extends string ? DidYouMean<Name> : never

/** Never matches. (Text literals would collapse to `never`, and the compiler would say nothing.) */
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

type Misplaced<Given, Rules> = {
  [
    Name in keyof Rules & keyof Given as Rules[Name] extends OnlyWith<infer Other, infer Values, infer Default>
      ? undefined extends Given[Name]
        ? never
        : [Extract<ValueOf<Given, Other, Default>, Values>] extends [never]
          ? Name
          : never
      : never
  ]: Rules[Name]
}

type ValueOf<Given, Name, Default> = Name extends keyof Given
  ? undefined extends Given[Name]
    ? Exclude<Given[Name], undefined> | Default
    : Given[Name]
  : Default
