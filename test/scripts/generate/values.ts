import fc from '../../support/fast-check.ts'
import { isObject, type Json, type JsonObject } from '../../../scripts/generate/contract.ts'

interface Bounds {
  min?: number
  max?: number
}

/** Values that a schema without references allows. */
export function valid(schema: JsonObject): fc.Arbitrary<Json> {
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as Json[]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.type)) {
    return fc.option(valid({ ...schema, type: schema.type[0]! }), { freq: 4 })
  }
  const { min, max } = boundsOf(schema)
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: min ?? -1000, max: Math.min(max ?? Infinity, 1e9) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, ...boundsOf(schema) })
    case 'array':
      return validArray(schema)
    case 'object':
      return validObject(schema)
    default:
      return validString(schema)
  }
}

function boundsOf({ minimum, maximum }: JsonObject): Bounds {
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

const DATES = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('2999-12-31'),
  noInvalidDate: true,
})

function validString(schema: JsonObject): fc.Arbitrary<string> {
  if (schema.format === 'date') return DATES.map(date => date.toISOString().slice(0, 10))
  if (schema.format === 'date-time') return DATES.map(date => date.toISOString())
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern, 'u'))
  const { minLength = 0, maxLength = minLength + 8 } = schema as {
    minLength?: number
    maxLength?: number
  }
  return fc.string({ unit: 'binary', minLength, maxLength })
}

function validArray(schema: JsonObject): fc.Arbitrary<Json[]> {
  const { minItems = 0, maxItems = minItems + 3 } = schema as {
    minItems?: number
    maxItems?: number
  }
  const limits = { minLength: minItems, maxLength: maxItems }
  const item = valid(schema.items as JsonObject)
  return schema.uniqueItems === true
    ? fc.uniqueArray(item, { ...limits, selector: value => JSON.stringify(value) })
    : fc.array(item, limits)
}

function validObject(schema: JsonObject): fc.Arbitrary<JsonObject> {
  const properties = Object.entries(schema.properties as JsonObject)
  const arbitraries = Object.fromEntries(
    properties.map(([name, property]) => [name, valid(property as JsonObject)]),
  )
  return fc.record(arbitraries, {
    requiredKeys: (schema.required ?? []) as string[],
    noNullPrototype: true,
  })
}

/** What a careless program might send in place of anything. */
const JUNK: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  501,
  1e300,
  -1e-300,
  '',
  '0',
  '5',
  'true',
  'null',
  'IOS',
  'ios',
  'nonsense',
  '😀😀😀',
  '2026-02-28',
  '2026-02-30',
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T25:00:00.000Z',
  'yesterday',
  [],
  [null],
  {},
  { id: 1 },
]

type Place = { holder: Json[] | JsonObject; key: string | number }

/** A value with one thing changed somewhere: replaced, left out, added or repeated. */
export function mutated(values: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const change = fc.constantFrom('replace', 'remove', 'add', 'repeat')
  return fc
    .tuple(values, fc.nat(), change, fc.constantFrom(...JUNK))
    .map(([value, position, kind, junk]) => {
      const root: JsonObject = { value: structuredClone(value) }
      const places = placesIn(root)
      const { holder, key } = places[position % places.length]!
      const changed = (holder as JsonObject)[key]!
      if (kind === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1)
      else if (kind === 'remove' && holder !== root) delete (holder as JsonObject)[key]
      else if (kind === 'add' && isObject(changed)) changed['extra'] = junk
      else if (kind === 'repeat' && Array.isArray(changed) && changed.length > 0)
        changed.push(structuredClone(changed[0]!))
      else (holder as JsonObject)[key] = structuredClone(junk)
      return root.value!
    })
}

function placesIn(holder: Json[] | JsonObject): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const inner = typeof value === 'object' && value !== null ? placesIn(value) : []
    return [{ holder, key: Array.isArray(holder) ? Number(key) : key }, ...inner]
  })
}
