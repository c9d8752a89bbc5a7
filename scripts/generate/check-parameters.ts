import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { checkSchema } from './check-schema.ts'
import { at, resolve, type Contract, type Json } from './contract.ts'
import { readParameter, type ParameterModel } from './model.ts'
import { isList, kindOf, wordsOf } from './parameter-kind.ts'
import type { Problems } from './problems.ts'

const KEYWORDS = ['name', 'in', 'required', 'description', 'schema', 'style', 'explode', 'example', 'examples',
  'x-only-with', 'x-requires', 'x-not-after']

/** Adds whatever a parameter of `components` or of an operation holds that cannot be honoured. True when it can be read as a model. */
export function checkParameter(contract: Contract, value: Json, pointer: string, problems: Problems): boolean {
  const before = problems.count
  const parameter = resolve(contract, value, pointer)
  problems.unknownKeywords(parameter, [...KEYWORDS, '$ref'], pointer)
  if (typeof parameter.name !== 'string' || parameter.name === '') problems.add(at(pointer, 'name'), 'must be text')
  if (parameter.in !== 'query' && parameter.in !== 'path') problems.add(at(pointer, 'in'), 'must be query or path')
  checkSchema(contract, parameter.schema, at(pointer, 'schema'), 'parameter', problems)
  if (problems.count > before) return false
  const model = readParameter(contract, value, pointer)
  checkForm(model, parameter.style, parameter.explode, problems)
  checkValues(model, problems)
  return problems.count === before
}

/** How the parameter is written in a request. */
function checkForm(parameter: ParameterModel, style: Json | undefined, explode: Json | undefined, problems: Problems): void {
  const { pointer } = parameter
  const list = isList(parameter)
  if (list && (style !== 'form' || explode !== false)) problems.add(pointer, 'a list needs style: form and explode: false')
  if (!list && (style ?? explode) !== undefined) problems.add(pointer, 'style and explode are supported on lists only')
  if (parameter.in === 'path' && (list || !parameter.required)) problems.add(pointer, 'a path parameter must be required and no list')
  if (parameter.required && parameter.schema.default !== undefined) {
    problems.add(at(pointer, 'schema', 'default'), 'a required parameter has no default')
  }
}

/** What its values are. Text in a request cannot say everything that JSON can. */
function checkValues(parameter: ParameterModel, problems: Problems): void {
  const { schema, item, pointer } = parameter
  const kind = kindOf(item)
  const place = isList(parameter) ? at(pointer, 'schema', 'items') : at(pointer, 'schema')
  const add = (problem: string) => problems.add(place, problem)
  if (item.type === 'array') return add('a list of lists is not supported')
  if (isList(parameter)) {
    if (!(Number(schema.minItems) >= 1)) problems.add(at(pointer, 'schema', 'minItems'), 'must be at least 1: an empty list cannot be written')
    if (item.default !== undefined) add('an item has no default')
  }
  if (kind === 'choice' && !wordsOf(item).every(word => typeof word === 'string' && word !== '')) add('only non-empty text can be listed')
  if (kind === 'flag' && (item.enum ?? item.const) !== undefined) add('enum and const are supported on text only')
  if (kind === 'integer') {
    if (!(Number(item.minimum) >= 0)) add('needs a minimum of at least 0: plain digits have no sign')
    for (const bound of [item.minimum, item.maximum]) if (bound !== undefined && !Number.isSafeInteger(bound)) add('bounds must be exact integers')
  }
  if (kind === 'date' && (item.pattern ?? item.minLength ?? item.maxLength) !== undefined) add('a date has no pattern and no length')
  if (kind === 'text' && !(Number(item.minLength) >= 1) && item.pattern === undefined) add('text needs a minLength of at least 1, or a pattern')
  if (schema.default !== undefined && !satisfies({ ...schema, ...isList(parameter) ? { items: item } : {} }, schema.default)) {
    problems.add(at(pointer, 'schema', 'default'), 'does not satisfy its own schema')
  }
}

function satisfies(schema: object, value: Json): boolean {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  return ajv.validate(schema, value)
}

/** Adds the parts of an operation's parameters that do not fit each other or its path. */
export function checkTogether(parameters: readonly ParameterModel[], path: string, pointer: string, problems: Problems): void {
  const names = parameters.map(parameter => parameter.name)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    problems.add(pointer, `the parameter ${name} is there twice`)
  }
  const inTemplate = [...path.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')
  const inPath = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)
  for (const name of inTemplate) if (!inPath.includes(name)) problems.add(pointer, `the path's parameter ${name} is not described`)
  for (const name of inPath) if (!inTemplate.includes(name)) problems.add(pointer, `the path has no parameter ${name}`)
  const query = parameters.filter(parameter => parameter.in === 'query')
  for (const parameter of parameters) checkRules(parameter, query, problems)
}

function checkRules(parameter: ParameterModel, query: readonly ParameterModel[], problems: Problems): void {
  const { pointer, requires, notAfter } = parameter
  const other = (name: string) => parameter.in === 'query' ? query.find(one => one.name === name && one !== parameter) : undefined
  const missing = (keyword: string, name: string) =>
    problems.add(at(pointer, keyword), `${name} is no other query parameter of the operation`)

  for (const [name, words] of Object.entries(parameter.onlyWith)) {
    const target = other(name)
    if (target === undefined) missing('x-only-with', name)
    else if (!Array.isArray(words) || words.length === 0 || !words.every(word => listed(target).includes(word))) {
      problems.add(at(pointer, 'x-only-with', name), `must list values that ${name} can have`)
    }
  }
  if (requires !== undefined && other(requires) === undefined) missing('x-requires', requires)
  if (notAfter !== undefined) {
    const target = other(notAfter)
    if (target === undefined) missing('x-not-after', notAfter)
    else if (![parameter, target].every(one => kindOf(one.schema) === 'date')) problems.add(at(pointer, 'x-not-after'), 'both must be dates')
  }
}

/** The values of a parameter that can be listed; of a list, none. */
function listed({ schema }: ParameterModel): Json[] {
  if (schema.type === 'boolean') return [true, false]
  return schema.type !== 'array' && kindOf(schema) === 'choice' ? wordsOf(schema) : []
}
