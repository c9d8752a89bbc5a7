import { isObject, type Contract, type Json } from './contract.ts'
import type { OperationModel, ParameterModel, Schema } from './model.ts'
import { schemasOf } from './models.ts'
import { isList, kindOf, wordsOf } from './kinds.ts'
import { valuesType } from './schema-type.ts'
import { BANNER, block, comment, key, literal } from './source.ts'

export function clientParametersSource(contract: Contract, operations: readonly OperationModel[]): string {
  const interfaces = operations
    .filter(({ parameters }) => parameters.length > 0)
    .map(operation => {
      const properties = operation.parameters.map(parameter => propertySource(contract, parameter))
      return `/** Parameters of \`${operation.operationId}\`. */\nexport interface ${parametersName(operation)} ${block(properties, '')}\n${rulesSource(operation)}`
    })
  return [BANNER, "import type { OnlyWith } from '../../client/src/shapes.ts'\n", ...interfaces, rulesOfSource(operations)].join('\n')
}

function rulesOfSource(operations: readonly OperationModel[]): string {
  const cases = operations
    .filter(operation => rulesOf(operation).length > 0)
    .map(operation => {
      const name = parametersName(operation)
      return `[Parameters, ${name}] extends [${name}, Parameters]\n  ? ${rulesName(operation)}\n  : `
    })
  return `/** Parameters that those of a type require. */\nexport type RulesOf<Parameters> = ${cases.join('')}unknown\n`
}

function rulesName(operation: OperationModel): string {
  return parametersName(operation).replace(/Parameters$/, 'Rules')
}

/** Whether a parameter requires others, or values of others. */
export function hasRules(operation: OperationModel): boolean {
  return rulesOf(operation).length > 0
}

function rulesSource(operation: OperationModel): string {
  const rules = rulesOf(operation)
  return rules.length === 0
    ? ''
    : `\n/** Parameters that those of \`${operation.operationId}\` require. */\nexport interface ${rulesName(operation)} ${block(rules, '')}\n`
}

/** Nothing for parameters with a default: their type is always allowed, and a given value may equal it. */
function rulesOf({ parameters }: OperationModel): string[] {
  return parameters
    .filter(({ schema }) => schema.default === undefined)
    .flatMap(parameter =>
      Object.entries(parameter.onlyWith).map(([other, words]) => {
        const preset = parameters.find(({ name }) => name === other)?.schema.default
        const types = [literal(other), words.map(literal).join(' | '), ...(preset === undefined ? [] : [literal(preset)])]
        return `${key(parameter.name)}: OnlyWith<${types.join(', ')}>`
      }),
    )
}

export function parametersName({ operationId }: OperationModel): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Parameters`
}

/** Whether a list's words are those of a response, in lower case: the displayed words are then accepted too. */
export function isDisplayed(contract: Contract, parameter: ParameterModel): boolean {
  if (!isList(parameter) || kindOf(parameter.item) !== 'choice') return false
  const displayed = wordsOf(parameter.item).map(word => word.toUpperCase())
  return enumsIn(schemasOf(contract)).some(words => displayed.every(word => words.includes(word)))
}

function enumsIn(value: Json): Json[][] {
  if (Array.isArray(value)) return value.flatMap(enumsIn)
  if (!isObject(value)) return []
  return [...(Array.isArray(value.enum) ? [value.enum] : []), ...Object.values(value).flatMap(enumsIn)]
}

function propertySource(contract: Contract, parameter: ParameterModel): string {
  const type = valuesType({ ...parameter, item: takenItem(contract, parameter) })
  return `${comment(docOf(parameter))}${key(parameter.name)}${parameter.required ? '' : '?'}: ${type}${parameter.required ? '' : ' | undefined'}`
}

function docOf({ description, schema }: ParameterModel): string | undefined {
  if (schema.default === undefined) return description
  const words = [schema.default]
    .flat()
    .map(word => `\`${String(word)}\``)
    .join(', ')
  return [description?.trim(), `Default: ${words}.`].filter(Boolean).join(description?.includes('\n') === true ? '\n' : ' ')
}

function takenItem(contract: Contract, parameter: ParameterModel): Schema {
  if (!isDisplayed(contract, parameter)) return parameter.item
  const words = wordsOf(parameter.item)
  return { ...parameter.item, enum: [...words, ...words.map(word => word.toUpperCase())] }
}
