import type { Json } from './contract.ts'
import type { ParameterModel } from './model.ts'
import { literal } from './source.ts'

/** The functions of `server/checks/rules.ts`. */
export const RULES = ['alone', 'excludes', 'notAfter', 'onlyWith', 'requires', 'valueOnlyWith']

/** What a parameter is called where the rule is checked, and how its words are written there. */
export interface Spelt {
  name: string
  spell: (word: Json) => string
  /** Whether it is there also when nobody gives it. */
  always?: boolean
}

/**
 * The vendor's rules of a parameter as calls.
 * @param own what the parameter itself is called
 * @param preset its default there
 * @param find the others; one that is not there has no rule
 */
export function rulesOf(
  { onlyWith, valueOnlyWith, requires, notAfter, excludes, alone }: ParameterModel,
  own: Spelt,
  preset: Json | undefined,
  find: (name: string) => Spelt | undefined,
): string[] {
  const call = (rule: string, ...parts: (Json | undefined)[]) =>
    `${rule}(${[own.name, ...parts.filter(part => part !== undefined)].map(literal).join(', ')})`
  const to = (name: string | undefined, make: (other: Spelt) => string | undefined) => {
    const other = name === undefined ? undefined : find(name)
    return other === undefined ? [] : [make(other) ?? []].flat()
  }
  return [
    ...Object.entries(onlyWith).flatMap(([name, words]) => to(name, other => call('onlyWith', other.name, words.map(other.spell), preset))),
    ...Object.entries(valueOnlyWith).flatMap(([value, needs]) =>
      Object.entries(needs).flatMap(([name, words]) =>
        to(name, other => call('valueOnlyWith', own.spell(value), other.name, words.map(other.spell))),
      ),
    ),
    ...(alone === undefined ? [] : [call('alone', own.spell(alone))]),
    ...to(requires, other => (other.always === true ? undefined : call('requires', other.name, preset))),
    ...to(notAfter, other => call('notAfter', other.name)),
    ...to(excludes, other => call('excludes', other.name)),
  ]
}
