import type Joi from 'joi'
import type { ViewName } from '../../../generated/vocabulary/vocabulary.ts'
import { got, nearestName } from './faults.ts'
import {
  calendarDate,
  choice,
  type Kind,
  type ListLimits,
  type NamedSchema,
  readBy,
  readOne,
  readSeveral,
  shareHint,
  text,
  type TextLimits,
} from './schemas.ts'
import { checkRequest, type Rule } from './parameters.ts'

/**
 * Joi schemas of tool arguments, which return JSON unchanged. Each describes itself as JSON Schema, so that `tools/list` states exactly what
 * is checked.
 */

interface ArgumentKind extends Kind<unknown, unknown> {
  jsonSchema: object
}

export function word(words: readonly string[]): ArgumentKind {
  const nearest = (input: unknown) =>
    typeof input === 'string' ? nearestName(input, words) : undefined
  return { ...ofText(choice(words)), nearest, jsonSchema: { type: 'string', enum: words } }
}

/** A real date written `YYYY-MM-DD`. */
export function date(): ArgumentKind {
  return { ...ofText(calendarDate()), jsonSchema: { type: 'string', format: 'date' } }
}

/** JSON can contain it; UTF-8 cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u

export function name(limits: TextLimits): ArgumentKind {
  const { pattern, minLength } = limits
  const kind = ofText(text(limits))
  return {
    ...kind,
    requirement: pattern === undefined ? 'must be valid Unicode text, not empty' : kind.requirement,
    read: input =>
      typeof input === 'string' && LONE_SURROGATE.test(input) ? undefined : kind.read(input),
    jsonSchema: {
      type: 'string',
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
      ...(minLength === undefined ? {} : { minLength }),
    },
  }
}

export function integer(bounds: { minimum: number; maximum?: number }): ArgumentKind {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = bounds
  const range =
    bounds.maximum === undefined ? `, at least ${minimum}` : `, from ${minimum} to ${maximum}`
  return {
    requirement: `must be a whole number${range}`,
    read: input =>
      Number.isSafeInteger(input) && Number(input) >= minimum && Number(input) <= maximum
        ? input
        : undefined,
    jsonSchema: { type: 'integer', ...bounds },
  }
}

export function decimal(bounds: { minimum: number; maximum: number }): ArgumentKind {
  const { minimum, maximum } = bounds
  return {
    requirement: `must be a number, from ${minimum} to ${maximum}${shareHint(bounds)}`,
    read: input =>
      typeof input === 'number' && input >= minimum && input <= maximum ? input : undefined,
    jsonSchema: { type: 'number', ...bounds },
  }
}

export function flag(): ArgumentKind {
  return {
    requirement: 'must be true or false',
    read: input => (typeof input === 'boolean' ? input : undefined),
    jsonSchema: { type: 'boolean' },
  }
}

function ofText(kind: Kind<string>): Kind<unknown, unknown> {
  return { ...kind, read: input => (typeof input === 'string' ? kind.read(input) : undefined) }
}

export function single(kind: ArgumentKind): Joi.AnySchema {
  return readBy(input => readOne(kind, input), kind.jsonSchema)
}

export function list(kind: ArgumentKind, terms: ListLimits): Joi.AnySchema {
  return readBy(
    input =>
      Array.isArray(input)
        ? readSeveral(kind, input as unknown[], terms)
        : { problems: [{ problem: `must be a list; got ${got(input)}` }] },
    // Empty lists and repeated values are accepted too, but excluding them in the schema would cost every model tokens.
    {
      type: 'array',
      items: kind.jsonSchema,
      ...(terms.maxItems === undefined ? {} : { maxItems: terms.maxItems }),
    },
  )
}

/** An object of named values, with rules between them. A null field counts as not given. */
export function group(fields: NamedSchema, rules: readonly Rule[]): Joi.AnySchema {
  const { type, properties } = fields.schema['~standard'].jsonSchema.input({
    target: 'draft-2020-12',
  }) as unknown as JsonSchema
  return readBy(
    input => {
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return { problems: [{ problem: `must be an object; got ${got(input)}` }] }
      const all = Object.fromEntries(
        Object.entries<unknown>({ ...input }).filter(([, value]) => value !== null),
      )
      const checked = checkRequest({
        values: { input: all, schema: fields, what: 'field of this argument', rules },
      })
      if ('value' in checked) return { value: checked.value.values }
      return {
        problems: checked.faults.map(({ parameter, message, allowed }) => ({
          problem: `${parameter}: ${message}`,
          ...(allowed && { allowed }),
        })),
      }
    },
    { type, properties },
  )
}

export interface ArgumentsSchema {
  arguments: NamedSchema
  rules: readonly Rule[]
  /** Arguments that are ignored unless another one has one of some words. */
  onlyFor?: Readonly<Record<string, Words>>
  /** Other defaults, if another argument has one of some words. */
  defaultWith?: Readonly<Record<string, { value: unknown; words: Words }>>
}

/** Words by argument. */
type Words = Readonly<Record<string, readonly string[]>>

export interface ToolText {
  title: string
  description: string
  /** View for hosts that support MCP Apps. */
  view?: ViewName
  outputSchema: JsonSchema
}

export interface JsonSchema {
  type: 'object'
  properties?: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}

type Lower<Value> = Value extends string
  ? Lowercase<Value>
  : Value extends readonly (infer Item)[]
    ? readonly Lower<Item>[]
    : Value

type Taking<Parameters, Value> = {
  [Name in keyof Parameters]-?: [Value] extends [Parameters[Name]] ? Name : never
}[keyof Parameters]

/** Parameters of the operation, unchanged or in lower case, or handled by the tool itself. */
type ArgumentMapping<Parameters, Value> =
  | {
      parameter: Taking<Parameters, Value>
      spelling?: never
      replaces?: keyof Parameters
      own?: never
    }
  | {
      parameter: Taking<Parameters, Lower<Value>>
      spelling: 'lower'
      replaces?: keyof Parameters
      own?: never
    }
  | { own: true; parameter?: never; spelling?: never }

/** Mapping of every argument of a tool; a missing or mistyped entry does not compile. */
export interface ToolMapping<Parameters, Arguments> {
  fixed: Partial<Parameters>
  arguments: {
    [Name in keyof Arguments]-?: ArgumentMapping<Parameters, NonNullable<Arguments[Name]>>
  }
}

export interface LooseMapping {
  fixed: object
  arguments: Readonly<
    Record<
      string,
      { parameter?: PropertyKey; spelling?: 'lower'; replaces?: PropertyKey; own?: true }
    >
  >
}
