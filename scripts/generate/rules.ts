import type { Json } from './contract.ts'
import type { ParameterModel } from './model.ts'
import { literal } from './typescript-source.ts'

export const RULES = [
  'alone',
  'atMostUnless',
  'dateRange',
  'exactlyOne',
  'excludes',
  'fieldOf',
  'notAfter',
  'notWith',
  'onlyWith',
  'requires',
  'valueOnlyWith',
]

export interface NamedParameter {
  name: string
  spell: (word: Json) => string
  /** Whether it always has a value, given or default. */
  always?: boolean
}

/**
 * The rules of a parameter as calls.
 * @param own the parameter's own name
 * @param preset its default
 * @param find finds other parameters; a rule with a missing one is dropped
 */
export function rulesOf(
  {
    onlyWith,
    valueOnlyWith,
    notWith,
    requires,
    notAfter,
    excludes,
    alone,
    dateRange,
    fieldOf,
  }: ParameterModel,
  own: NamedParameter,
  preset: Json | undefined,
  find: (name: string) => NamedParameter | undefined,
): string[] {
  const call = (rule: string, ...parts: (Json | undefined)[]) =>
    `${rule}(${[own.name, ...parts.filter(part => part !== undefined)].map(literal).join(', ')})`
  const to = (name: string | undefined, make: (other: NamedParameter) => string | undefined) => {
    const other = name === undefined ? undefined : find(name)
    return other === undefined ? [] : [make(other) ?? []].flat()
  }
  return [
    ...Object.entries(onlyWith).flatMap(([name, words]) =>
      to(name, other => call('onlyWith', other.name, words.map(other.spell), preset)),
    ),
    ...Object.entries(valueOnlyWith).flatMap(([value, needs]) =>
      Object.entries(needs).flatMap(([name, words]) =>
        to(name, other =>
          call('valueOnlyWith', own.spell(value), other.name, words.map(other.spell)),
        ),
      ),
    ),
    ...Object.entries(notWith).flatMap(([name, words]) =>
      to(name, other => call('notWith', other.name, words.map(other.spell), preset)),
    ),
    ...(alone === undefined ? [] : [call('alone', own.spell(alone))]),
    ...(dateRange ? [call('dateRange')] : []),
    ...(fieldOf === undefined ? [] : [call('fieldOf', [...fieldOf.fields, ...fieldOf.orders])]),
    ...to(requires, other =>
      other.always === true ? undefined : call('requires', other.name, preset),
    ),
    ...to(notAfter, other => call('notAfter', other.name)),
    ...to(excludes, other => call('excludes', other.name)),
  ]
}

/** The rule that a request has exactly one of some parameters. */
export function exactlyOneOf(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`exactlyOne(${literal([...names])})`]
}
