import { isObject, schemasOf, type Contract, type Json } from './contract.ts'
import type { OperationModel, ParameterModel, Schema } from './model.ts'
import { isList, kindOf, wordsOf } from './parameter-kinds.ts'
import { valuesType } from './schema-type.ts'
import { BANNER, block, comment, key, literal } from './typescript-source.ts'

export function clientParametersSource(
  contract: Contract,
  operations: readonly OperationModel[],
): string {
  const interfaces = operations
    .filter(({ parameters }) => parameters.length > 0)
    .map(operation => {
      const properties = operation.parameters.map(parameter => propertySource(contract, parameter))
      return `/** Parameters of \`${operation.operationId}\`. */\nexport interface ${parametersName(operation)} ${block(properties, '')}\n${rulesSource(operation)}`
    })
  const source = [...interfaces, rulesOfSource(operations)].join('\n')
  const models = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ fieldOf }) => fieldOf?.schema ?? []),
  )
  return [
    BANNER,
    ...[...new Set(models)].map(name => `import type { ${name} } from './models.ts'`),
    `import type { ${SHAPES.filter(name => new RegExp(`[:|] ${name}\\b`).test(source)).join(', ')} } from '../../client/src/shapes.ts'\n`,
    source,
  ].join('\n')
}

/** Types of the client for parameters and their rules. */
const SHAPES = [
  'Alone',
  'AskedColumn',
  'Excludes',
  'FieldOrder',
  'NotWith',
  'OnlyWith',
  'Requires',
  'ValueOnlyWith',
]

function rulesOfSource(operations: readonly OperationModel[]): string {
  const cases = operations
    .filter(operation => rulesOf(operation).length > 0)
    .map(operation => {
      const name = parametersName(operation)
      return `[keyof Parameters, keyof ${name}] extends [keyof ${name}, keyof Parameters]\n  ? ${rulesName(operation)}\n  : `
    })
  return `/** Parameters that those of a type require. */\nexport type RulesOf<Parameters> = ${cases.join('')}unknown\n`
}

function rulesName(operation: OperationModel): string {
  return parametersName(operation).replace(/Parameters$/, 'Rules')
}

function rulesSource(operation: OperationModel): string {
  const rules = rulesOf(operation)
  return rules.length === 0
    ? ''
    : `\n/** Parameters that those of \`${operation.operationId}\` require. */\nexport interface ${rulesName(operation)} ${block(rules, '')}\n`
}

/** A given value that equals the default requires nothing else; for words the compiler cannot know that. */
function rulesOf({ parameters, exactlyOne }: OperationModel): string[] {
  return parameters.flatMap(parameter => {
    const others = exactlyOne.includes(parameter.name)
      ? exactlyOne.filter(name => name !== parameter.name)
      : []
    const rules = [
      ...rulesOfParameter(parameter, parameters),
      ...others.map(other => `Excludes<${literal(other)}>`),
    ]
    return rules.length === 0 ? [] : [`${key(parameter.name)}: ${rules.join(' | ')}`]
  })
}

function rulesOfParameter(parameter: ParameterModel, all: readonly ParameterModel[]): string[] {
  const { onlyWith, notWith, valueOnlyWith, requires, excludes, alone, askedColumn, schema } =
    parameter
  const isFlag = schema.type === 'boolean'
  const preset = (other: string) => all.find(({ name }) => name === other)?.schema.default
  const rule = (name: string, ...types: (Json | undefined | readonly Json[])[]) =>
    `${name}<${types.flatMap(type => (type === undefined ? [] : [[type].flat().map(literal).join(' | ')])).join(', ')}>`
  if (schema.default !== undefined && !isFlag) return []
  return [
    ...(schema.default === undefined
      ? Object.entries(onlyWith).map(([other, words]) =>
          rule('OnlyWith', other, words, preset(other)),
        )
      : []),
    ...Object.entries(notWith).map(([other, words]) => rule('NotWith', other, words)),
    ...Object.entries(valueOnlyWith).flatMap(([value, needs]) =>
      Object.entries(needs).map(([other, words]) =>
        rule('ValueOnlyWith', value, other, words, preset(other)),
      ),
    ),
    ...(requires === undefined ? [] : [rule('Requires', requires)]),
    ...(excludes === undefined ? [] : [rule('Excludes', excludes)]),
    ...(alone === undefined ? [] : [rule('Alone', alone)]),
    ...(askedColumn ? ['AskedColumn'] : []),
  ]
}

export function parametersName({ operationId }: OperationModel): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Parameters`
}

/** Whether a list's words are those of a response, in lower case: the displayed words are then accepted too. */
function isDisplayed(contract: Contract, parameter: ParameterModel): boolean {
  if (!isList(parameter) || kindOf(parameter.item) !== 'choice') return false
  const displayed = wordsOf(parameter.item).map(word => word.toUpperCase())
  return enumsIn(schemasOf(contract)).some(words => displayed.every(word => words.includes(word)))
}

function enumsIn(value: Json): Json[][] {
  if (Array.isArray(value)) return value.flatMap(enumsIn)
  if (!isObject(value)) return []
  return [
    ...(Array.isArray(value.enum) ? [value.enum] : []),
    ...Object.values(value).flatMap(enumsIn),
  ]
}

function propertySource(contract: Contract, parameter: ParameterModel): string {
  const type =
    textType(parameter) ?? valuesType({ ...parameter, item: takenItem(contract, parameter) })
  return `${comment(docOf(parameter))}${key(parameter.name)}${parameter.required ? '' : '?'}: ${type}${parameter.required ? '' : ' | undefined'}`
}

/** A text of a known form: a field of rows, or words and a range of dates. */
function textType({ fieldOf, dateRange, schema }: ParameterModel): string | undefined {
  if (fieldOf !== undefined) {
    const fields = fieldOf.others.length === 0 ? '' : `, ${fieldOf.others.map(literal).join(' | ')}`
    return [
      `FieldOrder<${fieldOf.schema}${fields}>`,
      ...fieldOf.orders.flatMap(order => [literal(order), literal(`-${order}`)]),
    ].join(' | ')
  }
  if (!dateRange) return undefined
  const words = String(schema.pattern).match(/\b[a-z_]+\b/g) ?? []
  return [...words.map(literal), '`${string}..${string}`'].join(' | ')
}

function docOf({ description, schema }: ParameterModel): string | undefined {
  if (schema.default === undefined) return description
  const words = [schema.default]
    .flat()
    .map(word => `\`${String(word)}\``)
    .join(', ')
  return [description?.trim(), `Default: ${words}.`]
    .filter(Boolean)
    .join(description?.includes('\n') === true ? '\n' : ' ')
}

function takenItem(contract: Contract, parameter: ParameterModel): Schema {
  if (!isDisplayed(contract, parameter)) return parameter.item
  const words = wordsOf(parameter.item)
  return { ...parameter.item, enum: [...words, ...words.map(word => word.toUpperCase())] }
}
