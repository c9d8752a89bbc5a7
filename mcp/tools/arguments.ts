import { LRUCache } from 'lru-cache'
import type { Call } from '../../client/src/index.ts'
import { type Fault, got } from '../../server/checks/faults.ts'
import { checkRequest } from '../../server/checks/parameters.ts'
import type { ArgumentsSchema, JsonSchema, LooseMapping } from '../../server/checks/tool-schemas.ts'
import { type Interpretation, interpretArguments } from './interpret.ts'

type Parsed = { values: Record<string, unknown> } | { faults: Fault[] }

/** Valid arguments, and how they were understood. */
export interface Understood extends Omit<Interpretation, 'given'> {
  values: Record<string, unknown>
}

/** Validation is much of the cost of a cached result, and callers repeat calls. */
const parsedArguments = new LRUCache<string, Understood>({
  max: 1000,
  maxSize: 2 ** 20,
  sizeCalculation: (_, key) => key.length,
})

/** Interprets and checks JSON for the named tool. Valid arguments are cached, shared and frozen. */
export function parseArgumentsOf(
  name: string,
  raw: unknown,
  expected: ArgumentsSchema,
  inputSchema: JsonSchema,
): Understood | { faults: Fault[] } {
  const key = keyOf(name, raw)
  const known = key === null ? undefined : parsedArguments.get(key)
  if (known !== undefined) return known
  const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
  const { given, interpreted, nameTexts } = isObject ? interpretArguments(raw, inputSchema) : { given: raw, interpreted: {}, nameTexts: {} }
  const parsed = parseArguments(given, expected)
  if ('faults' in parsed) return parsed
  // Others were left out unread.
  const used = Object.entries(interpreted).filter(([name, value]) => value === null || Object.hasOwn(parsed.values, name))
  const understood = { values: parsed.values, interpreted: Object.fromEntries(used), nameTexts }
  if (key !== null) parsedArguments.set(key, freeze(understood))
  return understood
}

/** Null if they are nested too deeply to serialize. */
function keyOf(name: string, raw: unknown): string | null {
  try {
    return `${name} ${JSON.stringify(raw)}`
  } catch {
    return null
  }
}

/**
 * Returns a call's arguments with defaults, or all faults. Missing arguments are an empty object; a null argument counts as not given.
 */
export function parseArguments(raw: unknown, expected: ArgumentsSchema): Parsed {
  const all = raw ?? {}
  if (typeof all !== 'object' || Array.isArray(all)) {
    return { faults: [{ parameter: 'arguments', message: `must be an object; got ${got(all)}` }] }
  }
  const { arguments: schema, rules } = expected
  const checked = checkRequest({ values: { given: applicableArguments(all, expected), schema, what: 'argument of this tool', rules } })
  return 'faults' in checked ? checked : { values: withOtherDefaults(checked.value.values, all, expected) }
}

function withOtherDefaults(values: Record<string, unknown>, raw: object, { defaultWith = {} }: ArgumentsSchema): Record<string, unknown> {
  const isGiven = (name: string) => ((raw as Record<string, unknown>)[name] ?? null) !== null
  const others = Object.entries(defaultWith).filter(
    ([name, { words }]) =>
      !isGiven(name) &&
      Object.entries(words).some(([other, some]) =>
        [values[other]].flat().some(value => typeof value === 'string' && some.includes(value)),
      ),
  )
  return others.length === 0 ? values : { ...values, ...Object.fromEntries(others.map(([name, { value }]) => [name, value])) }
}

function applicableArguments(raw: object, { arguments: { schema }, onlyFor = {} }: ArgumentsSchema): Record<string, unknown> {
  const given = Object.entries<unknown>({ ...raw }).filter(([, value]) => value !== null)
  const others = new Map([...Object.entries<unknown>(schema.validate({}).value as Record<string, unknown>), ...given])
  const used = (name: string) =>
    Object.entries(onlyFor[name] ?? {}).every(([other, words]) => {
      const listed = others.get(other)
      // A non-list is reported elsewhere.
      return !Array.isArray(listed) || listed.some(word => words.includes(String(word)))
    })
  return Object.fromEntries(given.filter(([name]) => !Object.hasOwn(onlyFor, name) || used(name)))
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part as object)
  return Object.freeze(value)
}

/** Maps arguments to parameters, including fixed ones that no argument replaces. */
export function parametersOf(mapping: LooseMapping, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parameters: Record<string, unknown> = { ...mapping.fixed }
  for (const [name, { parameter, spelling, replaces }] of Object.entries(mapping.arguments)) {
    const value = values[name]
    if (parameter === undefined || value === undefined) continue
    if (replaces !== undefined) delete parameters[String(replaces)]
    parameters[String(parameter)] = spelling === 'lower' ? lower(value) : value
  }
  return parameters
}

function lower(value: unknown): unknown {
  return Array.isArray(value) ? value.map(item => String(item).toLowerCase()) : String(value).toLowerCase()
}

interface List<Item> {
  items: readonly Item[]
  headers: Headers
  unmatched: string | null
}

export async function readList<Item>(call: Call<Item[]>): Promise<List<Item>> {
  const {
    data,
    response: { headers },
  } = await call.withResponse()
  return { items: data, headers, unmatched: headers.get('unmatched-filters') }
}
