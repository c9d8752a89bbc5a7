import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { at, type Contract, isObject, type Json, type JsonObject, resolve } from './contract.ts'
import { validateAgainst } from './validate-against.ts'
import { columnKind, isList, kindOf, wordsOf } from './kinds.ts'
import { type ColumnModel, type OperationModel, type ParameterModel, readParameter } from './model.ts'
import { Problems } from './problems.ts'
import { type ArgumentModel, readTools } from './tool-model.ts'

/**
 * Checks that the generator supports every feature of the contract. `CONTRACT_SCHEMA` describes them; the rules here are those that a schema
 * cannot express.
 * @throws ContractError listing every violation
 */
export function checkContract(contract: Contract): void {
  const problems = new Problems()
  validateAgainst(contract, 'Contract', contract, '#', problems)
  const shared = objectOf(objectOf(contract.components).parameters)
  for (const [name, value] of Object.entries(shared)) checkParameter(contract, value, at('#/components/parameters', name), problems)
  for (const [path, item] of Object.entries(objectOf(contract.paths))) {
    const operation = objectOf(item).get
    if (isObject(operation)) checkParameters(contract, path, operation, at('#/paths', path, 'get'), problems)
  }
  checkOperationIds(contract, problems)
  problems.raise()
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function checkParameters(contract: Contract, path: string, operation: JsonObject, pointer: string, problems: Problems): void {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const places = parameters.map((_, index) => at(pointer, 'parameters', index))
  const sound = parameters.map((parameter, index) => checkParameter(contract, parameter, places[index]!, problems))
  if (!sound.every(Boolean)) return
  const models = parameters.map((parameter, index) => readParameter(contract, parameter, places[index]!))
  checkTogether(models, path, pointer, problems)
  const optional = models.filter(({ required, in: place }) => place === 'query' && !required).map(({ name }) => name)
  for (const name of [operation['x-exactly-one-of'] ?? []].flat().map(String)) {
    if (!optional.includes(name))
      problems.add(at(pointer, 'x-exactly-one-of'), `${name} is not an optional query parameter of the operation`)
  }
}

function checkOperationIds(contract: Contract, problems: Problems): void {
  const ids = new Set<Json>()
  for (const [path, item] of Object.entries(objectOf(contract.paths))) {
    const id = objectOf(objectOf(item).get).operationId ?? null
    if (ids.has(id)) problems.add(at('#/paths', path, 'get', 'operationId'), `${String(id)} is there twice`)
    ids.add(id)
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
    if (type !== 'array' && type !== 'object') problems.add(at(json.pointer, 'type'), 'must be array or object')
    const told = TOTAL in headersOf(contract, path, method, pointer)
    if (answers === 'list' && !told) problems.add(at(pointer, 'headers'), `a list needs the header ${TOTAL}`)
    if (answers === 'object' && told) problems.add(at(pointer, 'headers', TOTAL), 'only a list or a file has a total')
  }
  problems.raise()
}

function headersOf(contract: Contract, path: string, method: string, pointer: string): JsonObject {
  const operation = contract.paths[path]![method.toLowerCase()] as JsonObject
  const { headers } = resolve(contract, (operation.responses as JsonObject)['200'], pointer)
  return isObject(headers) ? headers : {}
}

function checkTogether(parameters: readonly ParameterModel[], path: string, pointer: string, problems: Problems): void {
  const names = parameters.map(parameter => parameter.name)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    problems.add(pointer, `the parameter ${name} is there twice`)
  }
  const inTemplate = [...path.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')
  const inPath = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)
  const without = (some: readonly string[], others: readonly string[]) => some.filter(name => !others.includes(name))
  for (const name of without(inTemplate, inPath)) problems.add(pointer, `the path's parameter ${name} is not described`)
  for (const name of without(inPath, inTemplate)) problems.add(pointer, `the path has no parameter ${name}`)
  const query = parameters.filter(parameter => parameter.in === 'query')
  for (const parameter of parameters) checkRules(parameter, query, problems)
}

function checkRules(parameter: ParameterModel, query: readonly ParameterModel[], problems: Problems): void {
  const { pointer, requires, notAfter, excludes, alone, valueOnlyWith } = parameter
  const find = (keyword: string, name: string) => {
    const other = parameter.in === 'query' ? query.find(one => one.name === name && one !== parameter) : undefined
    if (other === undefined) problems.add(at(pointer, keyword), `${name} is not another query parameter of the operation`)
    return other
  }

  const checkWords = (keyword: string, needs: Readonly<Record<string, Json[]>>, steps: string[] = [], lists = false) => {
    for (const [name, words] of Object.entries(needs)) {
      const other = find(keyword, name)
      if (other === undefined) continue
      const sound = Array.isArray(words) && words.length > 0 && words.every(word => listedValues(other, lists).includes(word))
      if (!sound) problems.add(at(pointer, keyword, ...steps, name), `must list values that ${name} can have`)
    }
  }
  const own = kindOf(parameter.item) === 'choice' ? wordsOf(parameter.item) : []
  checkWords('x-only-with', parameter.onlyWith)
  checkWords('x-not-with', parameter.notWith, [], true)
  if (parameter.fieldOf !== undefined && (kindOf(parameter.schema) !== 'text' || parameter.fieldOf.fields.length === 0)) {
    problems.add(at(pointer, 'x-field-of'), 'must be of text, and name a schema with fields')
  }
  if (parameter.dateRange && kindOf(parameter.schema) !== 'text') problems.add(at(pointer, 'x-date-range'), 'must be of text')
  for (const [value, needs] of Object.entries(valueOnlyWith)) {
    if (!own.includes(value)) problems.add(at(pointer, 'x-value-only-with', value), 'is not a value of the parameter')
    checkWords('x-value-only-with', needs, [value])
  }
  if (alone !== undefined && !own.includes(alone)) problems.add(at(pointer, 'x-alone'), 'must be a value of the parameter')
  if (requires !== undefined) find('x-requires', requires)
  if (excludes !== undefined) find('x-excludes', excludes)
  if (notAfter !== undefined) {
    const other = find('x-not-after', notAfter)
    const dates = [parameter, other ?? parameter].every(one => kindOf(one.schema) === 'date')
    if (!dates) problems.add(at(pointer, 'x-not-after'), 'both must be dates')
  }
}

function listedValues({ schema, item }: ParameterModel, lists: boolean): Json[] {
  if (schema.type === 'boolean') return [true, false]
  return (lists || schema.type !== 'array') && kindOf(item) === 'choice' ? wordsOf(item) : []
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

function checkParameter(contract: Contract, value: Json, pointer: string, problems: Problems): boolean {
  const before = problems.count
  const parameter = resolve(contract, value, pointer)
  validateAgainst(contract, 'Parameter', parameter, pointer, problems)
  if (problems.count > before) return false
  const model = readParameter(contract, value, pointer)
  validateAgainst(contract, 'RequestParameter', { ...parameter, schema: whole(model) }, pointer, problems)
  checkDefault(model, problems)
  return problems.count === before
}

function whole(parameter: ParameterModel): ParameterModel['schema'] {
  return isList(parameter) ? { ...parameter.schema, items: parameter.item } : parameter.schema
}

function checkDefault(parameter: ParameterModel, problems: Problems): void {
  const { schema, pointer } = parameter
  if (schema.default === undefined) return
  if (!ajv.validate(whole(parameter), schema.default)) problems.add(at(pointer, 'schema', 'default'), 'does not satisfy its own schema')
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
    if (answers === 'file' && security === 'apiKey' && columns.length === 0) problems.add(pointer, 'a file needs columns')
    for (const column of columns) checkColumn(column, at(pointer, column.name), problems)
    for (const metric of metricsOf(operation)) {
      const own = columns.some(({ name }) => name === metric || name.startsWith(`${metric}_`))
      if (!own) problems.add(pointer, `the metric ${metric} has no column: one named so, or ${metric}_ and what it varies by`)
    }
  }
  problems.raise()
}

function checkColumn({ name, schema }: ColumnModel, place: string, problems: Problems): void {
  if (!NAME.test(name)) problems.add(place, 'must be lower-case words, with what it varies by in braces')
  if (columnKind(schema) === undefined) {
    problems.add(at(place, 'type'), 'must be text, a date, a timestamp, an integer, or a number, alone or with null')
  }
}

function metricsOf({ parameters }: OperationModel): string[] {
  const metrics = parameters.find(({ name }) => name === 'metrics')
  return metrics !== undefined && kindOf(metrics.item) === 'choice' ? wordsOf(metrics.item).map(String) : []
}

/**
 * Checks that every argument of a tool accepts all words of its parameter, except those in `leavesOut`.
 * @throws ContractError listing every violation
 */
export function checkToolWords(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const tool of readTools(contract, operations)) {
    for (const argument of tool.arguments) {
      const place = at('#/x-mcp-tools', tool.name, 'arguments', argument.name)
      const { lacking, needless } = compareWords(argument)
      if (lacking.length > 0) problems.add(at(place, 'schema', 'enum'), `lacks ${lacking.join(', ')}, which the parameter takes`)
      if (needless.length > 0) problems.add(at(place, 'leavesOut'), `${needless.join(', ')} is not a word that only the parameter accepts`)
    }
  }
  problems.raise()
}

function compareWords({ parameter, item, lower, leavesOut }: ArgumentModel): { lacking: string[]; needless: string[] } {
  const spelt = (words: readonly string[]) => words.map(word => (lower ? word.toLowerCase() : word))
  const known = parameter !== undefined && kindOf(parameter.item) === 'choice' ? wordsOf(parameter.item) : []
  const missing = known.filter(word => !spelt(wordsOf(item)).includes(word))
  const left = spelt(leavesOut)
  return { lacking: missing.filter(word => !left.includes(word)), needless: left.filter(word => !missing.includes(word)) }
}
