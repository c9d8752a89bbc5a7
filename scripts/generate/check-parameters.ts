import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { checkSchema } from './check-schema.ts'
import { at, resolve, type Contract, type Json } from './contract.ts'
import { readParameter, type ParameterModel } from './model.ts'
import { isList, kindOf, wordsOf } from './parameter-kind.ts'
import type { Problems } from './problems.ts'

const KEYWORDS = ['name', 'in', 'required', 'description', 'schema', 'style', 'explode', 'example', 'examples',
  'x-only-with', 'x-requires', 'x-not-after']

/** Adds whatever a parameter holds that cannot be honoured. True when there is nothing, so that `readParameter` can read it. */
export function checkParameter(contract: Contract, value: Json, pointer: string, problems: Problems): boolean {
  const before = problems.count
  const parameter = resolve(contract, value, pointer)
  problems.unknownKeywords(parameter, KEYWORDS, pointer)
  if (typeof parameter.name !== 'string' || parameter.name === '') problems.add(at(pointer, 'name'), 'must be text')
  if (parameter.in !== 'query' && parameter.in !== 'path') problems.add(at(pointer, 'in'), 'must be query or path')
  checkSchema(contract, parameter.schema, at(pointer, 'schema'), 'parameter', problems)
  if (problems.count > before) return false
  const model = readParameter(contract, value, pointer)
  checkForm(model, parameter.style, parameter.explode, problems)
  if (isList(model)) checkList(model, problems)
  checkValues(model, problems)
  checkDefault(model, problems)
  return problems.count === before
}

/** How the parameter is written in a request. */
function checkForm(parameter: ParameterModel, style: Json | undefined, explode: Json | undefined, problems: Problems): void {
  const { pointer } = parameter
  const list = isList(parameter)
  if (list && (style !== 'form' || explode !== false)) problems.add(pointer, 'a list needs style: form and explode: false')
  if (!list && (style ?? explode) !== undefined) problems.add(pointer, 'style and explode are supported on lists only')
  const inPath = parameter.in === 'path'
  if (inPath && (list || !parameter.required)) problems.add(pointer, 'a path parameter must be required and no list')
}

function checkList({ schema, item, pointer }: ParameterModel, problems: Problems): void {
  const place = at(pointer, 'schema')
  if (item.type === 'array') problems.add(at(place, 'items'), 'a list of lists is not supported')
  if (item.default !== undefined) problems.add(at(place, 'items', 'default'), 'an item has no default')
  if (!(Number(schema.minItems) >= 1)) problems.add(at(place, 'minItems'), 'must be at least 1: an empty list cannot be written')
}

/** What its values are: text in a request cannot say everything that JSON can, and must not be empty. */
function checkValues(parameter: ParameterModel, problems: Problems): void {
  const { item, pointer } = parameter
  const place = isList(parameter) ? at(pointer, 'schema', 'items') : at(pointer, 'schema')
  const unless = (sound: boolean, problem: string) => { if (!sound) problems.add(place, problem) }
  const has = (...names: readonly string[]) => names.some(name => item[name] !== undefined)
  switch (kindOf(item)) {
    case 'choice': return unless(wordsOf(item).every(isWord), 'only non-empty text can be listed')
    case 'flag': return unless(!has('enum', 'const'), 'enum and const are supported on text only')
    case 'date': return unless(!has('pattern', 'minLength', 'maxLength'), 'a date has no pattern and no length')
    case 'text':
      return unless(has('pattern') || Number(item.minLength) >= 1, 'text needs a minLength of at least 1, or a pattern')
    case 'integer':
      unless(!has('enum', 'const'), 'enum and const are supported on text only')
      unless(Number(item.minimum) >= 0, 'needs a minimum of at least 0: plain digits have no sign')
      unless([item.minimum, item.maximum ?? 0].every(Number.isSafeInteger), 'bounds must be exact integers')
  }
}

function isWord(value: Json): boolean {
  return typeof value === 'string' && value !== ''
}

function checkDefault(parameter: ParameterModel, problems: Problems): void {
  const { schema, item, pointer } = parameter
  if (schema.default === undefined) return
  const place = at(pointer, 'schema', 'default')
  if (parameter.required) problems.add(place, 'a required parameter has no default')
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const whole = isList(parameter) ? { ...schema, items: item } : schema
  if (!ajv.validate(whole, schema.default)) problems.add(place, 'does not satisfy its own schema')
}
