import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  at,
  type Contract,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  Problems,
  resolve,
  schemasOf,
} from './contract.ts'
import { checkKeywords, checkSchema } from './check-keywords.ts'
import { columnKind, isList, kindOf, wordsOf } from './parameter-kinds.ts'
import {
  type ColumnModel,
  type OperationModel,
  type ParameterModel,
  readParameter,
} from './model.ts'
import { type ArgumentModel, readTools } from './tool-model.ts'

/**
 * Checks that the generator supports every feature of the contract, and that rules name existing items. `redocly.yaml` checks what applies to any
 * contract.
 * @throws ContractError listing every violation
 */
export function checkContract(contract: Contract): void {
  const problems = new Problems()
  checkKeywords(contract, 'contract', '#', problems)
  for (const name of Object.keys(schemasOf(contract))) {
    // It becomes an identifier in generated code.
    if (!/^[A-Z]\w*$/.test(name))
      problems.add(
        at('#/components/schemas', name),
        'must be a capital letter, then letters and digits',
      )
  }
  for (const [path, item] of Object.entries(contract.paths)) {
    checkKeywords(item, 'path', at('#/paths', path), problems)
    const pointer = at('#/paths', path, 'get')
    if (isObject(item.get)) checkOperation(contract, item.get, pointer, problems)
  }
  problems.raise()
}

function checkOperation(
  contract: Contract,
  operation: JsonObject,
  pointer: string,
  problems: Problems,
): void {
  checkKeywords(operation, 'operation', pointer, problems)
  for (const [name, column] of Object.entries(objectOf(operation['x-columns']))) {
    checkSchema(contract, column, at(pointer, 'x-columns', name), problems)
  }
  for (const [status, response] of Object.entries(objectOf(operation.responses))) {
    checkResponse(contract, response, at(pointer, 'responses', status), problems)
  }
  checkParameters(contract, operation, pointer, problems)
}

const MEDIA = [
  'application/json',
  'application/problem+json',
  'application/octet-stream',
  'text/csv',
]

function checkResponse(contract: Contract, value: Json, pointer: string, problems: Problems): void {
  const response = resolve(contract, value, pointer)
  checkKeywords(response, 'response', pointer, problems)
  for (const [name, written] of Object.entries(objectOf(response.headers))) {
    const header = resolve(contract, written, at(pointer, 'headers', name))
    checkKeywords(header, 'header', at(pointer, 'headers', name), problems)
    checkSchema(contract, header.schema, at(pointer, 'headers', name, 'schema'), problems)
  }
  for (const [type, media] of Object.entries(objectOf(response.content))) {
    const location = at(pointer, 'content', type)
    if (!MEDIA.includes(type)) problems.add(location, `must be one of ${MEDIA.join(', ')}`)
    checkKeywords(objectOf(media), 'media', location, problems)
    checkSchema(contract, objectOf(media).schema, at(location, 'schema'), problems)
  }
}

function checkParameters(
  contract: Contract,
  operation: JsonObject,
  pointer: string,
  problems: Problems,
): void {
  const listed: Json[] = Array.isArray(operation.parameters) ? operation.parameters : []
  const parameters = listed.map((parameter, index) => ({
    parameter,
    own: at(pointer, 'parameters', index),
  }))
  const sound = parameters.map(({ parameter, own }) => {
    const shared = objectOf(parameter).$ref
    return checkParameter(contract, parameter, typeof shared === 'string' ? shared : own, problems)
  })
  if (!sound.every(Boolean)) return
  const models = parameters.map(({ parameter, own }) => readParameter(contract, parameter, own))
  const query = models.filter(parameter => parameter.in === 'query')
  for (const model of models) checkRules(model, query, problems)
  const optional = query.filter(({ required }) => !required).map(({ name }) => name)
  for (const name of [operation['x-exactly-one-of'] ?? []].flat().map(String)) {
    if (!optional.includes(name))
      problems.add(
        at(pointer, 'x-exactly-one-of'),
        `${name} is not an optional query parameter of the operation`,
      )
  }
}

const TOTAL = 'Total-Rows'

/**
 * Checks that every JSON response with status 200 is a list with a total, or an object without one.
 * @throws ContractError listing every violation
 */
export function checkAnswers(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const { path, method, answers, json } of operations) {
    if (json === undefined) continue
    const pointer = at('#/paths', path, method.toLowerCase(), 'responses', '200')
    const { type } = resolve(contract, json.schema, json.pointer)
    if (type !== 'array' && type !== 'object')
      problems.add(at(json.pointer, 'type'), 'must be array or object')
    const hasTotal = TOTAL in headersOf(contract, path, method, pointer)
    if (answers === 'list' && !hasTotal)
      problems.add(at(pointer, 'headers'), `a list needs the header ${TOTAL}`)
    if (answers === 'object' && hasTotal)
      problems.add(at(pointer, 'headers', TOTAL), 'only a list or a file has a total')
  }
  problems.raise()
}

function headersOf(contract: Contract, path: string, method: string, pointer: string): JsonObject {
  const operation = contract.paths[path]![method.toLowerCase()] as JsonObject
  const { headers } = resolve(contract, (operation.responses as JsonObject)['200'], pointer)
  return isObject(headers) ? headers : {}
}

function checkRules(
  parameter: ParameterModel,
  query: readonly ParameterModel[],
  problems: Problems,
): void {
  const { pointer, requires, notAfter, excludes, alone, valueOnlyWith } = parameter
  const find = (keyword: string, name: string) => {
    const other =
      parameter.in === 'query'
        ? query.find(candidate => candidate.name === name && candidate !== parameter)
        : undefined
    if (other === undefined)
      problems.add(at(pointer, keyword), `${name} is not another query parameter of the operation`)
    return other
  }

  const checkWords = (
    keyword: string,
    needs: Readonly<Record<string, Json[]>>,
    steps: string[] = [],
    lists = false,
  ) => {
    for (const [name, words] of Object.entries(needs)) {
      const other = find(keyword, name)
      if (other === undefined) continue
      const sound =
        Array.isArray(words) &&
        words.length > 0 &&
        words.every(word => listedValues(other, lists).includes(word))
      if (!sound)
        problems.add(at(pointer, keyword, ...steps, name), `must list values that ${name} can have`)
    }
  }
  const own = kindOf(parameter.item) === 'choice' ? wordsOf(parameter.item) : []
  checkWords('x-only-with', parameter.onlyWith)
  checkWords('x-not-with', parameter.notWith, [], true)
  if (
    parameter.fieldOf !== undefined &&
    (kindOf(parameter.schema) !== 'text' || parameter.fieldOf.fields.length === 0)
  ) {
    problems.add(at(pointer, 'x-field-of'), 'must be of text, and name a schema with fields')
  }
  if (parameter.dateRange && kindOf(parameter.schema) !== 'text')
    problems.add(at(pointer, 'x-date-range'), 'must be of text')
  for (const [value, needs] of Object.entries(valueOnlyWith)) {
    if (!own.includes(value))
      problems.add(at(pointer, 'x-value-only-with', value), 'is not a value of the parameter')
    checkWords('x-value-only-with', needs, [value])
  }
  if (alone !== undefined && !own.includes(alone))
    problems.add(at(pointer, 'x-alone'), 'must be a value of the parameter')
  if (requires !== undefined) find('x-requires', requires)
  if (excludes !== undefined) find('x-excludes', excludes)
  if (notAfter !== undefined) {
    const other = find('x-not-after', notAfter)
    const dates = [parameter, other ?? parameter].every(item => kindOf(item.schema) === 'date')
    if (!dates) problems.add(at(pointer, 'x-not-after'), 'both must be dates')
  }
}

function listedValues({ schema, item }: ParameterModel, lists: boolean): Json[] {
  if (schema.type === 'boolean') return [true, false]
  return (lists || schema.type !== 'array') && kindOf(item) === 'choice' ? wordsOf(item) : []
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

function checkParameter(
  contract: Contract,
  value: Json,
  pointer: string,
  problems: Problems,
): boolean {
  const before = problems.count
  const parameter = resolve(contract, value, pointer)
  checkKeywords(parameter, 'parameter', pointer, problems)
  checkSchema(contract, parameter.schema, at(pointer, 'schema'), problems)
  if (problems.count > before) return false
  const model = readParameter(contract, value, pointer)
  for (const fault of formFaults(parameter, model)) problems.add(pointer, fault)
  checkDefault(model, problems)
  return problems.count === before
}

/** Errors of a parameter that a request's text cannot represent. */
function formFaults(written: JsonObject, parameter: ParameterModel): string[] {
  const { schema, item, required } = parameter
  const { minimum, maximum } = item
  const list = isList(parameter)
  const kind = kindOf(item)
  const isExact = [minimum ?? 0, maximum ?? 0].every(
    bound => Math.abs(Number(bound)) <= Number.MAX_SAFE_INTEGER,
  )
  const faults: [boolean, string][] = [
    [!['query', 'path'].includes(parameter.in), 'in must be query or path'],
    [
      parameter.in === 'path' && (!required || list),
      'a path parameter must be required and not a list',
    ],
    [required && schema.default !== undefined, 'a required parameter has no default'],
    [
      !['string', 'integer', 'number', 'boolean'].includes(String(item.type)),
      'must be text, a number or a boolean, or a list of one',
    ],
    [
      list && (written.style !== 'form' || written.explode !== false),
      'a list needs style: form and explode: false',
    ],
    [
      list && !(Number(schema.minItems) >= 1),
      'a list needs a minItems of at least 1: an empty list cannot be written',
    ],
    [
      !list && (written.style ?? written.explode) !== undefined,
      'style and explode are supported on lists only',
    ],
    [
      item.type !== 'string' && (item.enum ?? item.const) !== undefined,
      'enum and const are supported on text only',
    ],
    [
      kind === 'choice' && wordsOf(item).some(word => word === ''),
      'only non-empty text can be listed',
    ],
    [
      kind === 'text' && item.pattern === undefined && !(Number(item.minLength) >= 1),
      'text needs a minLength of at least 1, or a pattern',
    ],
    [
      kind === 'integer' && !(Number(minimum) >= 0),
      'an integer needs a minimum of at least 0: plain digits have no sign',
    ],
    [
      kind === 'number' && (minimum === undefined || maximum === undefined),
      'a number needs a minimum and a maximum',
    ],
    [!isExact, 'bounds must be exact numbers'],
  ]
  return faults.flatMap(([isFault, fault]) => (isFault ? [fault] : []))
}

function itemSchema(parameter: ParameterModel): ParameterModel['schema'] {
  return isList(parameter) ? { ...parameter.schema, items: parameter.item } : parameter.schema
}

function checkDefault(parameter: ParameterModel, problems: Problems): void {
  const { schema, pointer } = parameter
  if (schema.default === undefined) return
  if (!ajv.validate(itemSchema(parameter), schema.default))
    problems.add(at(pointer, 'schema', 'default'), 'does not satisfy its own schema')
}

/** A name, with values in braces: `installs_{roasType}`. */
const NAME = /^(?!$)([a-z][a-z0-9_]*)?(\{[a-z][A-Za-z]*\}[a-z0-9_]*)*$/

/**
 * Checks that every file that requires a key declares its columns, and that every metric has one.
 * @throws ContractError listing every violation
 */
export function checkColumns(operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const operation of operations) {
    const { columns, path, method, answers, security } = operation
    const pointer = at('#/paths', path, method.toLowerCase(), 'x-columns')
    if (answers !== 'file' && columns.length > 0) problems.add(pointer, 'only a file has columns')
    if (answers === 'file' && security === 'apiKey' && columns.length === 0)
      problems.add(pointer, 'a file needs columns')
    for (const column of columns) checkColumn(column, at(pointer, column.name), problems)
    for (const metric of metricsOf(operation)) {
      const own = columns.some(({ name }) => name === metric || name.startsWith(`${metric}_`))
      if (!own)
        problems.add(
          pointer,
          `the metric ${metric} has no column: one named so, or ${metric}_ and what it varies by`,
        )
    }
  }
  problems.raise()
}

function checkColumn({ name, schema }: ColumnModel, location: string, problems: Problems): void {
  if (!NAME.test(name))
    problems.add(location, 'must be lower-case words, with what it varies by in braces')
  if (columnKind(schema) === undefined) {
    problems.add(
      at(location, 'type'),
      'must be text, a date, a timestamp, an integer, or a number, alone or with null',
    )
  }
}

function metricsOf({ parameters }: OperationModel): string[] {
  const metrics = parameters.find(({ name }) => name === 'metrics')
  return metrics !== undefined && kindOf(metrics.item) === 'choice'
    ? wordsOf(metrics.item).map(String)
    : []
}

/**
 * Checks that every argument of a tool accepts all words of its parameter, except those in `leavesOut`.
 * @throws ContractError listing every violation
 */
export function checkToolWords(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const tool of readTools(contract, operations)) {
    for (const argument of tool.arguments) {
      const location = at('#/x-mcp-tools', tool.name, 'arguments', argument.name)
      const { lacking, needless } = compareWords(argument)
      if (lacking.length > 0)
        problems.add(
          at(location, 'schema', 'enum'),
          `lacks ${lacking.join(', ')}, which the parameter takes`,
        )
      if (needless.length > 0)
        problems.add(
          at(location, 'leavesOut'),
          `${needless.join(', ')} is not a word that only the parameter accepts`,
        )
    }
  }
  problems.raise()
}

function compareWords({ parameter, item, lower, leavesOut }: ArgumentModel): {
  lacking: string[]
  needless: string[]
} {
  const spelt = (words: readonly string[]) => words.map(word => (lower ? word.toLowerCase() : word))
  const known =
    parameter !== undefined && kindOf(parameter.item) === 'choice' ? wordsOf(parameter.item) : []
  const missing = known.filter(word => !spelt(wordsOf(item)).includes(word))
  const omitted = spelt(leavesOut)
  return {
    lacking: missing.filter(word => !omitted.includes(word)),
    needless: omitted.filter(word => !missing.includes(word)),
  }
}
