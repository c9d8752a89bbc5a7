import addFormats from 'ajv-formats'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { CONTRACT_SCHEMA } from './contract-schema.ts'
import { at, type Contract, isObject, type Json, resolve } from './contract.ts'
import type { Problems } from './problems.ts'

export type Definition = keyof typeof CONTRACT_SCHEMA.$defs

interface Place {
  definition: string
  value: Json
  path: string
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, passContext: true })
addFormats.default(ajv)
ajv.addKeyword({ keyword: 'says', schemaType: 'string' })
ajv.addKeyword({
  keyword: 'place',
  schemaType: 'string',
  errors: false,
  validate(this: Place[], definition: string, value: Json, _: unknown, context?: { instancePath: string }) {
    this.push({ definition, value, path: context!.instancePath })
    return true
  },
})
ajv.addSchema(CONTRACT_SCHEMA)

/**
 * Validates a part of the contract, and every part that it refers to, by its definition in `CONTRACT_SCHEMA`.
 * @param within references followed so far: schemas may refer to each other
 */
export function validateAgainst(
  contract: Contract,
  definition: string,
  value: Json | undefined,
  pointer: string,
  problems: Problems,
  within: readonly string[] = [],
): void {
  const places: Place[] = []
  const validate = ajv.getSchema(`contract#/$defs/${definition}`)!
  if (validate.call(places, value) === false) {
    for (const error of validate.errors!) describeError(error, pointer, problems)
  }
  checkRequired(value, pointer, problems)
  for (const { definition, value, path } of places) follow(contract, definition, value, pointer + path, problems, within)
}

/**
 * Follows a reference, with the keywords beside it. Schemas allow none, and are checked where they are declared, so that each error is
 * reported once.
 */
function follow(contract: Contract, definition: string, value: Json, place: string, problems: Problems, within: readonly string[]): void {
  if (!isObject(value)) return problems.add(place, 'must be an object')
  if (typeof value.$ref !== 'string') return validateAgainst(contract, definition, value, place, problems, within)
  if (!definition.endsWith('Schema')) return validateAgainst(contract, definition, resolve(contract, value, place), place, problems)
  if (within.includes(value.$ref)) return problems.add(place, 'a recursive schema is not supported')
  validateAgainst(contract, 'Reference', value, place, problems)
  validateAgainst(contract, definition, resolve(contract, { $ref: value.$ref }, place), value.$ref, problems, [...within, value.$ref])
}

/** JSON Schema cannot say that `required` names properties. */
function checkRequired(value: Json | undefined, pointer: string, problems: Problems): void {
  if (!isObject(value) || !Array.isArray(value.required)) return
  const properties = isObject(value.properties) ? value.properties : {}
  for (const name of value.required) {
    if (!Object.hasOwn(properties, String(name))) problems.add(at(pointer, 'required'), `${String(name)} is not a property`)
  }
}

function describeError(
  { keyword, instancePath, params, parentSchema, data, message }: ErrorObject,
  pointer: string,
  problems: Problems,
): void {
  const place = pointer + instancePath
  const says = (schema: unknown) => (schema as { says?: string } | undefined)?.says
  const own = says(parentSchema)
  switch (keyword) {
    // Report the branch's own errors.
    case 'if':
      return
    case 'additionalProperties': {
      const name = String(params['additionalProperty'])
      return problems.add(at(place, name), `the keyword ${name} is not supported here`)
    }
    case 'required': {
      if (own !== undefined) return problems.add(place, own)
      const name = String(params['missingProperty'])
      const properties = parentSchema?.['properties'] as Record<string, unknown> | undefined
      return problems.add(at(place, name), says(properties?.[name]) ?? 'is required')
    }
  }
  if (own !== undefined) return problems.add(place, own)
  const it = JSON.stringify(data)
  if (keyword === 'enum') return problems.add(place, `must be one of ${(params['allowedValues'] as Json[]).join(', ')}; it is ${it}`)
  if (keyword === 'const') return problems.add(place, `must be ${JSON.stringify(params['allowedValue'])}; it is ${it}`)
  if (keyword === 'type')
    return problems.add(place, `must be ${params['type'] === 'array' ? 'a list' : `of type ${String(params['type'])}`}`)
  problems.add(place, message ?? 'is not supported here')
}
