import type { Json } from './contract.ts'
import type { ParameterModel } from './model.ts'
import { literal } from './source.ts'

/** Allowed schemas of a parameter, with references resolved: request text cannot express all of JSON. */

const SAFE = { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, says: 'bounds must be exact integers' }
function never(says: string) {
  return { not: {}, says }
}
function without(names: readonly string[], says: string) {
  return Object.fromEntries(names.map(name => [name, never(says)]))
}
function isOf(name: string, value: unknown) {
  return { required: [name], properties: { [name]: { const: value } } }
}

const WORD = { type: 'string', minLength: 1, says: 'only non-empty text can be listed' }
const noWords = without(['enum', 'const'], 'enum and const are supported on text only')
const NEEDS_MINIMUM = 'needs a minimum of at least 0: plain digits have no sign'
const NEEDS_LENGTH = 'text needs a minLength of at least 1, or a pattern'

const TEXT = {
  if: { anyOf: [{ required: ['enum'] }, { required: ['const'] }] },
  then: { properties: { enum: { items: WORD }, const: WORD } },
  else: {
    if: isOf('format', 'date'),
    then: { properties: without(['pattern', 'minLength', 'maxLength'], 'a date has no pattern and no length') },
    else: {
      if: { required: ['pattern'] },
      else: { required: ['minLength'], properties: { minLength: { minimum: 1, says: NEEDS_LENGTH } }, says: NEEDS_LENGTH },
    },
  },
}

const INTEGER = {
  allOf: [
    { required: ['minimum'], properties: { minimum: { minimum: 0, says: NEEDS_MINIMUM } }, says: NEEDS_MINIMUM },
    { properties: { ...noWords, minimum: SAFE, maximum: SAFE } },
  ],
}

const DECIMAL = { ...SAFE, type: 'number', says: 'bounds must be exact numbers' }
const NEEDS_BOUNDS = 'a number needs a minimum and a maximum'

const NUMBER = {
  required: ['minimum', 'maximum'],
  says: NEEDS_BOUNDS,
  properties: { ...noWords, minimum: DECIMAL, maximum: DECIMAL },
}

const ITEM = {
  allOf: [
    { if: isOf('type', 'string'), then: TEXT },
    { if: isOf('type', 'integer'), then: INTEGER },
    { if: isOf('type', 'number'), then: NUMBER },
    { if: isOf('type', 'boolean'), then: { properties: noWords } },
  ],
}

const LIST_FORM = 'a list needs style: form and explode: false'
const AT_LEAST_ONE = 'must be at least 1: an empty list cannot be written'

const LIST = {
  allOf: [
    {
      required: ['style', 'explode'],
      says: LIST_FORM,
      properties: { style: { const: 'form', says: LIST_FORM }, explode: { const: false, says: LIST_FORM } },
    },
    {
      properties: {
        schema: {
          required: ['minItems'],
          properties: {
            minItems: { minimum: 1, says: AT_LEAST_ONE },
            items: {
              ...ITEM,
              properties: {
                type: { not: { const: 'array' }, says: 'a list of lists is not supported' },
                default: never('an item has no default'),
              },
            },
          },
        },
      },
    },
  ],
}

const SINGLE = { properties: { ...without(['style', 'explode'], 'style and explode are supported on lists only'), schema: ITEM } }

const IN_PATH = 'a path parameter must be required and not a list'

export const REQUEST_PARAMETER = {
  allOf: [
    { if: { properties: { schema: isOf('type', 'array') } }, then: LIST, else: SINGLE },
    {
      if: isOf('in', 'path'),
      then: {
        required: ['required'],
        says: IN_PATH,
        properties: {
          required: { const: true, says: IN_PATH },
          schema: { properties: { type: { not: { const: 'array' }, says: IN_PATH } } },
        },
      },
    },
    {
      if: isOf('required', true),
      then: { properties: { schema: { properties: { default: never('a required parameter has no default') } } } },
    },
  ],
}

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
  { onlyWith, valueOnlyWith, notWith, requires, notAfter, excludes, alone, dateRange, fieldOf }: ParameterModel,
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
    ...Object.entries(onlyWith).flatMap(([name, words]) => to(name, other => call('onlyWith', other.name, words.map(other.spell), preset))),
    ...Object.entries(valueOnlyWith).flatMap(([value, needs]) =>
      Object.entries(needs).flatMap(([name, words]) =>
        to(name, other => call('valueOnlyWith', own.spell(value), other.name, words.map(other.spell))),
      ),
    ),
    ...Object.entries(notWith).flatMap(([name, words]) => to(name, other => call('notWith', other.name, words.map(other.spell), preset))),
    ...(alone === undefined ? [] : [call('alone', own.spell(alone))]),
    ...(dateRange ? [call('dateRange')] : []),
    ...(fieldOf === undefined ? [] : [call('fieldOf', fieldOf.fields)]),
    ...to(requires, other => (other.always === true ? undefined : call('requires', other.name, preset))),
    ...to(notAfter, other => call('notAfter', other.name)),
    ...to(excludes, other => call('excludes', other.name)),
  ]
}

/** The rule that a request gives exactly one of some parameters. */
export function exactlyOneOf(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`exactlyOne(${literal([...names])})`]
}
