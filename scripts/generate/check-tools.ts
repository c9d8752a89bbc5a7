import { checkSchema } from './check-schema.ts'
import { at, isObject, type Contract, type Json, type JsonObject } from './contract.ts'
import type { OperationModel, ParameterModel } from './model.ts'
import { kindOf, wordsOf } from './parameter-kind.ts'
import { Problems } from './problems.ts'

const TOOL = ['title', 'description', 'operation', 'fixed', 'arguments', 'output']
const ARGUMENT = ['parameter', 'own', 'spelling', 'required', 'defaultBy', 'schema']
const OUTPUT = ['type', 'description', 'enum', 'items', 'properties', 'required', 'additionalProperties']
const OUTPUT_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * Makes sure that the generator honours everything the contract says of the tools, and that every argument goes somewhere.
 * @throws ContractError naming every place where it would not
 */
export function checkTools(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const [name, value] of Object.entries(problems.object(contract['x-mcp-tools'] ?? {}, '#/x-mcp-tools'))) {
    const pointer = at('#/x-mcp-tools', name)
    if (!/^svc_[a-z_]+$/.test(name)) problems.add(pointer, 'must be named svc_ and lower-case words')
    checkTool(contract, problems.object(value, pointer), operations, pointer, problems)
  }
  problems.raise()
}

function checkTool(
  contract: Contract, tool: JsonObject, operations: readonly OperationModel[], pointer: string, problems: Problems
): void {
  problems.unknownKeywords(tool, TOOL, pointer)
  for (const name of ['title', 'description']) {
    if (typeof tool[name] !== 'string' || tool[name] === '') problems.add(at(pointer, name), 'must be text')
  }
  const operation = operations.find(({ operationId }) => operationId === tool.operation)
  if (tool.operation !== undefined && operation === undefined) {
    problems.add(at(pointer, 'operation'), 'is no operation of the contract')
  }
  const parameters = operation?.parameters.filter(parameter => parameter.in === 'query') ?? []
  const fixed = Object.keys(problems.object(tool.fixed ?? {}, at(pointer, 'fixed')))
  for (const name of fixed) {
    if (parameters.every(parameter => parameter.name !== name)) {
      problems.add(at(pointer, 'fixed', name), 'is no parameter of the operation')
    }
  }
  const given = Object.entries(problems.object(tool.arguments, at(pointer, 'arguments'))).map(([name, value]) => {
    const place = at(pointer, 'arguments', name)
    const argument = problems.object(value, place)
    checkArgument(contract, argument, parameters, place, problems)
    return argument.parameter
  })
  for (const { name, required } of parameters) {
    const times = [...fixed, ...given].filter(other => other === name).length
    if (times > 1) problems.add(pointer, `the parameter ${name} is given twice`)
    if (required && times === 0) problems.add(pointer, `nothing gives the parameter ${name}, which is required`)
  }
  checkOutput(tool.output, at(pointer, 'output'), problems)
}

function checkArgument(
  contract: Contract, argument: JsonObject, parameters: readonly ParameterModel[], pointer: string, problems: Problems
): void {
  problems.unknownKeywords(argument, ARGUMENT, pointer)
  const parameter = parameters.find(({ name }) => name === argument.parameter)
  if ((argument.own === true) === (argument.parameter !== undefined)) {
    problems.add(pointer, 'needs either a parameter or own: true')
  } else if (argument.own !== true && parameter === undefined) {
    problems.add(at(pointer, 'parameter'), 'is no parameter of the operation')
  }
  for (const [name, only] of [['spelling', 'lower'], ['defaultBy', 'service']] as const) {
    if (argument[name] !== undefined && argument[name] !== only) problems.add(at(pointer, name), `must be ${only}`)
  }
  checkSchema(contract, argument.schema, at(pointer, 'schema'), 'parameter', problems)
  if (!isObject(argument.schema)) return
  const { schema } = argument
  const preset = schema.default !== undefined && argument.defaultBy === undefined
  if (parameter?.required === true && argument.required !== true && !preset) {
    problems.add(pointer, 'its parameter is required: so must it be, or have a default')
  }
  if (parameter === undefined || kindOf(parameter.item) !== 'choice') return
  const item = isObject(schema.items) ? schema.items : schema
  const words = kindOf(item) === 'choice' ? wordsOf(item) : []
  const sent = argument.spelling === 'lower' ? words.map(word => word.toLowerCase()) : words
  if (words.length === 0 || !sent.every(word => wordsOf(parameter.item).includes(word))) {
    problems.add(at(pointer, 'schema', 'enum'), 'must list words that the parameter takes')
  }
}

function checkOutput(value: Json | undefined, pointer: string, problems: Problems): void {
  const schema = problems.object(value, pointer)
  problems.unknownKeywords(schema, OUTPUT, pointer)
  const types = [schema.type ?? null].flat()
  if (types.length === 0 || !types.every(type => OUTPUT_TYPES.includes(String(type)))) {
    problems.add(at(pointer, 'type'), `must be one or more of ${OUTPUT_TYPES.join(', ')}`)
  }
  if (types.includes('array')) checkOutput(schema.items, at(pointer, 'items'), problems)
  const properties = problems.object(schema.properties ?? {}, at(pointer, 'properties'))
  for (const [name, part] of Object.entries(properties)) checkOutput(part, at(pointer, 'properties', name), problems)
  for (const name of problems.list(schema.required ?? [], at(pointer, 'required'))) {
    if (!Object.hasOwn(properties, String(name))) problems.add(at(pointer, 'required'), `${String(name)} is no property`)
  }
  const { additionalProperties } = schema
  if (additionalProperties !== undefined) checkOutput(additionalProperties, at(pointer, 'additionalProperties'), problems)
}
