import { clientParametersSource, parametersName } from './client-parameters.ts'
import {
  type Contract,
  isObject,
  type JsonObject,
  objectOf,
  resolve,
  schemasOf,
} from './contract.ts'
import { columnKind, type ColumnKind, kindOf, wordsOf } from './parameter-kinds.ts'
import type { ColumnModel, OperationModel, ParameterModel } from './model.ts'
import { type AnswerStyle, objectType, schemaType, wordsType } from './schema-type.ts'
import { BANNER, block, comment, indent, key, literal } from './typescript-source.ts'

export function clientSources(
  contract: Contract,
  operations: readonly OperationModel[],
): [path: string, source: string][] {
  const offered = operations.filter(({ security }) => security === 'apiKey')
  return [
    ['client/cells.ts', clientCellsSource(offered)],
    ['client/columns.ts', clientColumnsSource(offered)],
    ['client/examples.ts', examplesSource(contract, offered)],
    ['client/fields.ts', clientFieldsSource(contract)],
    ['client/models.ts', clientModelsSource(contract)],
    ['client/parameters.ts', clientParametersSource(contract, offered)],
    ['client/operations.ts', clientOperationsSource(contract, offered)],
    ['client/methods.ts', clientMethodsSource(contract, offered)],
  ]
}

const CORE = '../../client/src'

function clientOperationsSource(contract: Contract, operations: readonly OperationModel[]): string {
  return [
    BANNER,
    [
      ...typeImports(contract, operations),
      `import { queryString, requestFile, requestJson } from '${CORE}/request.ts'\n`,
    ].join('\n'),
    ...operations.map(operation => functionSource(contract, operation)),
  ].join('\n')
}

function clientMethodsSource(contract: Contract, operations: readonly OperationModel[]): string {
  const methods = operations.map(operation => {
    const { generics, parameters, result, names } = signature(contract, operation)
    const body = `return operations.${operation.operationId}(${['this.#connection', ...names].join(', ')})`
    const head =
      parameters.length === 1 ? parameters.join() : `\n${indent(parameters.join(',\n'))}\n`
    return `\n${docOf(contract, operation)}${operation.operationId}${generics}(${head}): ${result} ${block([body])}`
  })
  return [
    BANNER,
    [...typeImports(contract, operations), "import * as operations from './operations.ts'\n"].join(
      '\n',
    ),
    '/** A method per operation. */',
    `export class Methods ${block(
      [
        'readonly #connection: Connection\n',
        `constructor(connection: Connection) ${block(['this.#connection = connection'])}`,
        ...methods,
      ],
      '',
    )}\n`,
  ].join('\n')
}

function functionSource(contract: Contract, operation: OperationModel): string {
  const { generics, parameters, result, names } = signature(contract, operation)
  const words = operation.parameters
    .filter(({ item }) => kindOf(item) === 'choice')
    .map(({ name }) => name)
  // Called within the request, so that its errors fail the call.
  const query = `() => ${names.includes('parameters') ? `queryString(parameters, ${literal(words)})` : "''"}`
  const request = operation.json === undefined ? 'requestFile' : 'requestJson'
  const body = `return ${request}(connection, ${literal(operation.path)}, ${query}, options)`
  const head = indent(['connection: Connection', ...parameters].join(',\n'))
  return `${docOf(contract, operation)}export function ${operation.operationId}${generics}(\n${head}\n): ${result} ${block([body])}\n`
}

function signature(
  contract: Contract,
  operation: OperationModel,
): { generics: string; parameters: string[]; result: string; names: string[] } {
  const name = parametersName(operation)
  const takes = operation.parameters.length > 0
  const exact = `parameters: Exact<Parameters, ${name}>`
  const generics = `<const Parameters extends Incomplete<${name}>>`
  if (operation.json === undefined) {
    return {
      generics,
      parameters: [exact, 'options?: FileRequestOptions'],
      result: `Call<DownloadedFile<${rowName(operation)}<Parameters>, FormatOf<Parameters>>>`,
      names: ['parameters', 'options'],
    }
  }
  return {
    generics: takes ? generics : '',
    parameters: [...(takes ? [exact] : []), 'options?: RequestOptions'],
    result: `Call<${schemaType(operation.json.schema, { contract, open: true })}>`,
    names: [...(takes ? ['parameters'] : []), 'options'],
  }
}

function typeImports(contract: Contract, operations: readonly OperationModel[]): string[] {
  const results = operations.map(operation => signature(contract, operation).result)
  const models = modelsIn(contract, results.join('\n'))
  const rows = operations.filter(({ json }) => json === undefined).map(rowName)
  const parameters = operations
    .filter(operation => operation.parameters.length > 0)
    .map(parametersName)
  const kebabCase = (name: string) =>
    name.replaceAll(/(?!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()
  return [
    `import type { Call } from '${CORE}/connection.ts'`,
    `import type { Connection } from '${CORE}/connection.ts'`,
    `import type { DownloadedFile } from '${CORE}/downloaded-file.ts'`,
    `import type { Exact } from '${CORE}/exact.ts'`,
    `import type { FileRequestOptions, RequestOptions } from '${CORE}/options.ts'`,
    `import type { FormatOf } from '${CORE}/columns.ts'`,
    `import type { Incomplete } from '${CORE}/shapes.ts'`,
    ...rows.map(name => `import type { ${name} } from '${CORE}/${kebabCase(name)}.ts'`),
    `import type { ${models.sort().join(', ')} } from './models.ts'`,
    `import type { ${parameters.sort().join(', ')} } from './parameters.ts'`,
  ]
}

function docOf(
  contract: Contract,
  { summary, method, path, parameters, json }: OperationModel,
): string {
  const { description } = contract.paths[path]![method.toLowerCase()] as JsonObject
  return comment(
    [
      `${summary}.`,
      ...(typeof description === 'string' ? [description.trim()] : []),
      ...(json === undefined
        ? ['Read its rows with `@uascope/client/rows`, save it with `@uascope/client/node`.']
        : []),
      ...(parameters.length === 0
        ? []
        : [
            'A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.',
          ]),
    ].join('\n\n'),
  )
}

function rowName({ operationId }: OperationModel): string {
  return `${operationId.replace(/^get/, '')}Row`
}

function clientColumnsSource(operations: readonly OperationModel[]): string {
  const constants = operations
    .filter(({ columns }) => columns.length > 0)
    .map(operation =>
      [
        `/** Columns of a file of \`${operation.operationId}\`, in their order, with placeholders in braces. */`,
        `export const ${constantName(operation)} = ${block(operation.columns.map(columnSource))} as const\n`,
      ].join('\n'),
    )
  const texts = operations
    .flatMap(({ columns }) => columns)
    .filter(({ schema }) => ['date', 'timestamp', 'text'].includes(columnKind(schema)!))
  const names = [...new Set(texts.map(({ name }) => name))]
  const list = `/** Columns of any file that are text in JavaScript. */\nexport const textColumns: readonly string[] = ${literal(names)}\n`
  return [BANNER, ...constants, list].join('\n')
}

function columnSource({ name, schema }: ColumnModel): string {
  const { description } = schema
  return `${comment(typeof description === 'string' ? description : undefined)}${key(name)}: ${literal(columnKind(schema)!)}`
}

function constantName(operation: OperationModel): string {
  const name = rowName(operation).replace(/Row$/, 'Columns')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Common DSIs, which have descriptions in editors; others have the same types. */
const USUAL_DSIS = [0, 1, 3, 7, 14, 21, 28, 30, 45, 60, 90, 120, 180, 270, 360, 365, 540, 730]

/** Ages in days of the first three months. */
const YOUNG_AGES = Array.from({ length: 91 }, (_, age) => age)

const CELLS: Record<ColumnKind, string> = {
  date: 'string',
  timestamp: 'string',
  text: 'string',
  whole: 'number',
  number: 'number',
  'number or null': 'number | null',
}

function clientCellsSource(operations: readonly OperationModel[]): string {
  const interfaces = operations
    .filter(({ columns }) => columns.length > 0)
    .map(operation => {
      const cells = operation.columns.flatMap(column => cellsOf(column, operation.parameters))
      return `/** Cells of the columns that a file of \`${operation.operationId}\` usually has. */\nexport interface ${cellsName(operation)} ${block(cells, '')}\n`
    })
  return [BANNER, ...interfaces].join('\n')
}

function cellsName(operation: OperationModel): string {
  return rowName(operation).replace(/Row$/, 'Cells')
}

/** Expands the placeholders of a column; empty if there are too many values. */
function cellsOf({ name, schema }: ColumnModel, parameters: readonly ParameterModel[]): string[] {
  const varied = /\{(\w+)\}/.exec(name)?.[1]
  const text = typeof schema.description === 'string' ? schema.description : undefined
  if (varied === undefined) return [`${comment(text)}${key(name)}: ${CELLS[columnKind(schema)!]}`]
  return valuesOf(varied, parameters).flatMap(value => {
    const filled = {
      ...schema,
      description: `${said(varied, value)}${text === undefined ? '' : ` ${text}`}`,
    }
    return cellsOf({ name: name.replace(`{${varied}}`, String(value)), schema: filled }, parameters)
  })
}

function valuesOf(
  varied: string,
  parameters: readonly ParameterModel[],
): readonly (string | number)[] {
  if (varied === 'dsi') return USUAL_DSIS
  if (varied === 'age') return YOUNG_AGES
  const choice = parameters.find(({ name }) => name === varied || name === `${varied}s`)
  return choice === undefined ? [] : wordsOf(choice.item).map(String)
}

function said(varied: string, value: string | number): string {
  return varied === 'dsi' ? `DSI ${value}.` : varied === 'age' ? `Age ${value}.` : `\`${value}\`.`
}

/** `client/models.ts`: response types by the contract's names. Enums are open, since the service may add words, unless the contract closes them. */
function clientModelsSource(contract: Contract): string {
  return [
    BANNER,
    "import type { Open } from '../../client/src/shapes.ts'\n",
    ...modelSources({ contract, open: true }),
  ].join('\n')
}

function modelsIn(contract: Contract, source: string): string[] {
  return Object.keys(schemasOf(contract)).filter(name => new RegExp(`\\b${name}\\b`).test(source))
}

function modelSources(style: AnswerStyle): string[] {
  return Object.entries(schemasOf(style.contract)).flatMap(([name, value]) => {
    const schema = value as JsonObject
    const doc = comment(typeof schema.description === 'string' ? schema.description : undefined)
    if (schema.enum !== undefined) return [`${doc}export type ${name} = ${wordsType(schema)}\n`]
    if ([schema.type].flat().includes('object'))
      return [`${doc}export interface ${name} ${objectType(schema, style)}\n`]
    return []
  })
}

/** Objects whose fields tools return as columns. */
const ROWS = ['Alert', 'PlannedCampaign', 'PreviousRecommendation', 'Recommendation', 'Step']

const KINDS: Readonly<Record<string, string>> = {
  integer: 'whole',
  number: 'number',
  boolean: 'flag',
  string: 'text',
  array: 'text',
}

/** `client/fields.ts`: the kinds of the fields of rows, in the contract's order, except for objects and deprecated fields. */
function clientFieldsSource(contract: Contract): string {
  const schemas = schemasOf(contract)
  const constants = ROWS.filter(name => name in schemas).map(name => {
    const { properties } = schemas[name] as { properties: JsonObject }
    const fields = Object.entries(properties).flatMap(([field, value]) => {
      const schema = resolve(contract, value, name)
      const type =
        isObject(schema) && schema.deprecated !== true
          ? [schema.type].flat().find(type => typeof type === 'string' && type in KINDS)
          : undefined
      return type === undefined ? [] : [`${key(field)}: ${literal(KINDS[type as string]!)}`]
    })
    return `export const ${name.charAt(0).toLowerCase()}${name.slice(1)}Fields = ${block(fields)} as const\n`
  })
  return [BANNER, ...constants].join('\n')
}

/** `client/examples.ts`: the contract's example of each operation's 200 response; of a file, as CSV. */
function examplesSource(contract: Contract, operations: readonly OperationModel[]): string {
  const entries = operations.flatMap(({ operationId, path, method, json }) => {
    const type = json === undefined ? 'text/csv' : 'application/json'
    const { responses } = contract.paths[path]![method.toLowerCase()] as JsonObject
    const { content } = objectOf(objectOf(responses)['200'])
    const { example } = objectOf(objectOf(content)[type])
    return example === undefined ? [] : [`${key(operationId)}: ${literal(example)}`]
  })
  return [
    BANNER,
    '/** An example of each response; of a file, its CSV text. */',
    `export const examples = ${block(entries)} satisfies Readonly<Record<string, object | string>>\n`,
  ].join('\n')
}
