import {
  at,
  isObject,
  objectOf,
  Problems,
  type Contract,
  type Json,
  type JsonObject,
} from './contract.ts'
import { checkKeywords, checkSchema } from './check-keywords.ts'
import type { OperationModel, ParameterModel } from './model.ts'
import { kindOf, wordsOf } from './parameter-kinds.ts'

/**
 * Checks that the generator supports every feature of the contract's tools, and that every argument is used.
 * @throws ContractError listing every violation
 */
export function checkTools(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const [name, value] of Object.entries(objectOf(contract['x-mcp-tools']))) {
    const pointer = at('#/x-mcp-tools', name)
    if (!/^svc_[a-z_]+$/.test(name))
      problems.add(pointer, 'must be named svc_ and lower-case words')
    const tool = objectOf(value)
    checkForm(contract, tool, pointer, problems)
    checkTool(tool, operations, pointer, problems)
  }
  problems.raise()
}

function checkForm(
  contract: Contract,
  tool: JsonObject,
  pointer: string,
  problems: Problems,
): void {
  checkKeywords(tool, 'tool', pointer, problems)
  for (const name of ['title', 'description']) {
    if (typeof tool[name] !== 'string' || tool[name] === '')
      problems.add(at(pointer, name), 'must be text')
    else checkLength(tool[name], at(pointer, name), problems)
  }
  checkSchema(contract, tool.output, at(pointer, 'output'), problems)
  for (const [name, argument] of Object.entries(objectOf(tool.arguments))) {
    const location = at(pointer, 'arguments', name)
    checkKeywords(objectOf(argument), 'argument', location, problems)
    checkSchema(contract, objectOf(argument).schema, at(location, 'schema'), problems)
    checkLength(
      objectOf(objectOf(argument).schema).description,
      at(location, 'schema', 'description'),
      problems,
    )
    if (![undefined, 'lower'].includes(objectOf(argument).spelling as string))
      problems.add(at(location, 'spelling'), 'must be lower')
  }
}

/** Characters; some models' interfaces refuse longer descriptions, and hosts cut them. */
const MAX_DESCRIPTION = 1024

function checkLength(text: Json | undefined, pointer: string, problems: Problems): void {
  const length = typeof text === 'string' ? text.trim().length : 0
  if (length > MAX_DESCRIPTION)
    problems.add(pointer, `has ${length} characters; at most ${MAX_DESCRIPTION} are allowed`)
}

function checkTool(
  tool: JsonObject,
  operations: readonly OperationModel[],
  pointer: string,
  problems: Problems,
): void {
  const operation = operations.find(({ operationId }) => operationId === tool.operation)
  if (tool.operation !== undefined && operation === undefined) {
    problems.add(at(pointer, 'operation'), 'is not an operation in the contract')
  }
  const parameters = operation?.parameters.filter(parameter => parameter.in === 'query') ?? []
  const fixed = Object.keys(objectOf(tool.fixed))
  for (const name of fixed) {
    if (parameters.every(parameter => parameter.name !== name)) {
      problems.add(at(pointer, 'fixed', name), 'is not a parameter of the operation')
    }
  }
  const all = objectOf(tool.arguments)
  const argumentParameters = Object.entries(all).map(([name, value]) => {
    const argument = objectOf(value)
    if (argument.replaces !== undefined && !fixed.includes(String(argument.replaces))) {
      problems.add(at(pointer, 'arguments', name, 'replaces'), 'is not a fixed parameter')
    }
    const checkWords = (keyword: string, needs: JsonObject) => {
      for (const [other, words] of Object.entries(needs)) {
        const sound =
          other !== name &&
          (words as string[]).every(word => wordsTaken(objectOf(all[other]).schema).includes(word))
        if (!sound)
          problems.add(
            at(pointer, 'arguments', name, keyword, other),
            'must list words that another argument takes',
          )
      }
    }
    checkWords('onlyFor', objectOf(argument.onlyFor))
    checkWords('atMost', objectOf(objectOf(argument.atMost).unless))
    checkWords('defaultWith', objectOf(objectOf(argument.defaultWith).words))
    checkArgument(argument, parameters, at(pointer, 'arguments', name), problems)
    checkObject(argument, operations, at(pointer, 'arguments', name), problems)
    return argument.parameter
  })
  for (const { name, required } of parameters) {
    const times = [...fixed, ...argumentParameters].filter(other => other === name).length
    if (times > 1) problems.add(pointer, `the parameter ${name} is given twice`)
    if (required && times === 0)
      problems.add(pointer, `no argument gives the parameter ${name}, which is required`)
  }
}

function wordsTaken(schema: Json | undefined): string[] {
  const { items, ...own } = objectOf(schema)
  const item = isObject(items) ? items : own
  return kindOf(item) === 'choice' ? wordsOf(item) : []
}

/** The fields of an object are parameters of another operation, with its checks. */
function checkObject(
  argument: JsonObject,
  operations: readonly OperationModel[],
  pointer: string,
  problems: Problems,
): void {
  const { type, properties } = objectOf(argument.schema)
  if (type !== 'object') {
    if (argument.of !== undefined) problems.add(at(pointer, 'of'), 'only an object has fields')
    return
  }
  const operation = operations.find(({ operationId }) => operationId === argument.of)
  if (argument.own !== true || operation === undefined)
    return problems.add(at(pointer, 'of'), 'an object is own, and of an operation')
  for (const [name, field] of Object.entries(objectOf(properties))) {
    const parameter = operation.parameters.find(candidate => candidate.name === name)
    const differs = ['type', 'minimum', 'maximum'].some(
      keyword => parameter?.schema[keyword] !== objectOf(field)[keyword],
    )
    if (differs || !['integer', 'number', 'boolean'].includes(String(objectOf(field).type))) {
      problems.add(
        at(pointer, 'schema', 'properties', name),
        `must be a number or boolean with the type and bounds of the parameter of ${operation.operationId}`,
      )
    }
  }
}

function checkArgument(
  argument: JsonObject,
  parameters: readonly ParameterModel[],
  pointer: string,
  problems: Problems,
): void {
  const parameter = parameters.find(({ name }) => name === argument.parameter)
  if ((argument.own === true) === (argument.parameter !== undefined)) {
    problems.add(pointer, 'needs either a parameter or own: true')
  } else if (argument.own !== true && parameter === undefined) {
    problems.add(at(pointer, 'parameter'), 'is not a parameter of the operation')
  }
  if (!isObject(argument.schema)) return
  const { schema } = argument
  const preset = schema.default !== undefined
  if (parameter?.required === true && argument.required !== true && !preset) {
    problems.add(pointer, 'its parameter is required: require the argument, or give it a default')
  }
  const { maximum } = schema
  if (maximum !== undefined && parameter !== undefined && maximum !== parameter.item['maximum']) {
    problems.add(at(pointer, 'schema', 'maximum'), 'must be that of the parameter')
  }
  if (parameter === undefined || kindOf(parameter.item) !== 'choice') return
  const item = isObject(schema.items) ? schema.items : schema
  const words = kindOf(item) === 'choice' ? wordsOf(item) : []
  const sent = argument.spelling === 'lower' ? words.map(word => word.toLowerCase()) : words
  if (words.length === 0 || !sent.every(word => wordsOf(parameter.item).includes(word))) {
    problems.add(at(pointer, 'schema', 'enum'), 'must list words that the parameter takes')
  }
}
