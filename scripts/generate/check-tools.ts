import { at, objectOf, type Contract, type JsonObject, type Problems } from './contract.ts'
import type { OperationModel, ParameterModel } from './model.ts'
import { kindOf, wordsOf } from './parameter-kinds.ts'
import { readTools, type ArgumentModel, type ToolModel } from './tool-model.ts'

/** Checks that tools name existing operations, parameters and words, and that every argument is used. */
export function checkTools(
  contract: Contract,
  operations: readonly OperationModel[],
  problems: Problems,
): void {
  const sources = objectOf(contract['x-mcp-tools'])
  for (const tool of readTools(contract, operations))
    checkTool(tool, objectOf(sources[tool.name]), problems)
}

function checkTool(tool: ToolModel, source: JsonObject, problems: Problems): void {
  const pointer = at('#/x-mcp-tools', tool.name)
  const parameters = tool.operation?.parameters.filter(parameter => parameter.in === 'query') ?? []
  const fixed = Object.keys(tool.fixed)
  problems.expect(
    source.operation === undefined || tool.operation !== undefined,
    at(pointer, 'operation'),
    'is not an operation in the contract',
  )
  for (const name of fixed)
    problems.expect(
      parameters.some(parameter => parameter.name === name),
      at(pointer, 'fixed', name),
      'is not a parameter of the operation',
    )
  const names = [...fixed]
  for (const argument of tool.arguments) {
    const own = objectOf(objectOf(source.arguments)[argument.name])
    const location = at(pointer, 'arguments', argument.name)
    if (typeof own.parameter === 'string') names.push(own.parameter)
    problems.expect(
      argument.replaces === undefined || fixed.includes(argument.replaces),
      at(location, 'replaces'),
      'is not a fixed parameter',
    )
    checkOthers(argument, tool, location, problems)
    checkArgument(argument, own, location, problems)
    if (argument.schema.type === 'object') checkObject(argument, own, location, problems)
    else problems.expect(own.of === undefined, at(location, 'of'), 'only an object has fields')
  }
  for (const { name, required } of parameters) {
    const times = names.filter(other => other === name).length
    problems.expect(times <= 1, pointer, `the parameter ${name} is given twice`)
    problems.expect(
      !required || times > 0,
      pointer,
      `no argument gives the parameter ${name}, which is required`,
    )
  }
}

/** Conditions on other arguments list words that these take. */
function checkOthers(
  { name, onlyFor, atMost, defaultWith }: ArgumentModel,
  tool: ToolModel,
  pointer: string,
  problems: Problems,
): void {
  const conditions = { onlyFor, atMost: atMost?.unless, defaultWith: defaultWith?.words }
  for (const [keyword, needs = {}] of Object.entries(conditions))
    for (const [other, words] of Object.entries(needs)) {
      const taken = tool.arguments.find(argument => argument.name === other && other !== name)
      problems.expect(
        taken !== undefined && words.every(word => wordsTaken(taken).includes(word)),
        at(pointer, keyword, other),
        'must list words that another argument takes',
      )
    }
}

function wordsTaken({ item }: Pick<ArgumentModel | ParameterModel, 'item'>): string[] {
  return kindOf(item) === 'choice' ? wordsOf(item) : []
}

function checkArgument(
  argument: ArgumentModel,
  source: JsonObject,
  pointer: string,
  problems: Problems,
): void {
  const { parameter, schema, lower, leavesOut } = argument
  const isOwn = source.own === true
  problems.expect(
    isOwn !== (source.parameter !== undefined),
    pointer,
    'needs either a parameter or own: true',
  )
  if (parameter === undefined)
    return problems.expect(
      isOwn || source.parameter === undefined,
      at(pointer, 'parameter'),
      'is not a parameter of the operation',
    )
  problems.expect(
    !parameter.required || argument.required || schema.default !== undefined,
    pointer,
    'its parameter is required: require the argument, or give it a default',
  )
  problems.expect(
    schema.maximum === undefined || schema.maximum === parameter.item.maximum,
    at(pointer, 'schema', 'maximum'),
    'must be that of the parameter',
  )
  const known = wordsTaken(parameter)
  const spell = (word: string) => (lower ? word.toLowerCase() : word)
  const words = wordsTaken(argument).map(spell)
  const missing = known.filter(word => !words.includes(word))
  const omitted = leavesOut.map(spell)
  const lacking = missing.filter(word => !omitted.includes(word))
  const needless = omitted.filter(word => !missing.includes(word))
  problems.expect(
    known.length === 0 || (words.length > 0 && words.every(word => known.includes(word))),
    at(pointer, 'schema', 'enum'),
    'must list words that the parameter takes',
  )
  problems.expect(
    lacking.length === 0,
    at(pointer, 'schema', 'enum'),
    `lacks ${lacking.join(', ')}, which the parameter takes`,
  )
  problems.expect(
    needless.length === 0,
    at(pointer, 'leavesOut'),
    `${needless.join(', ')} is not a word that only the parameter accepts`,
  )
}

/** The fields of an object are parameters of another operation, with its checks. */
function checkObject(
  { of, schema }: ArgumentModel,
  { own }: JsonObject,
  pointer: string,
  problems: Problems,
): void {
  if (own !== true || of === undefined)
    return problems.add(at(pointer, 'of'), 'an object is own, and of an operation')
  for (const [name, field] of Object.entries(objectOf(schema.properties))) {
    const { type, minimum, maximum } = objectOf(field)
    const same = of.parameters.find(parameter => parameter.name === name)?.schema
    problems.expect(
      ['integer', 'number', 'boolean'].includes(String(type)) &&
        same?.type === type &&
        same?.minimum === minimum &&
        same?.maximum === maximum,
      at(pointer, 'schema', 'properties', name),
      `must be a number or boolean with the type and bounds of the parameter of ${of.operationId}`,
    )
  }
}
