import { hasRules, isDisplayed, parametersName } from './client-parameters.ts'
import type { Contract, JsonObject } from './contract.ts'
import type { OperationModel } from './model.ts'
import { modelsIn } from './models.ts'
import { schemaType } from './schema-type.ts'
import { BANNER, block, comment, indent, literal } from './source.ts'

const CORE = '../../client/src'

/** `client/operations.ts`: a function per operation. A file's rows are typed by `client/src/rows/`, the rest by the contract. */
export function clientOperationsSource(contract: Contract, operations: readonly OperationModel[]): string {
  return [
    BANNER,
    [
      ...typeImports(contract, operations),
      `import { queryString } from '${CORE}/query-string.ts'`,
      `import { requestFile } from '${CORE}/request-file.ts'`,
      `import { requestJson } from '${CORE}/request-json.ts'\n`,
    ].join('\n'),
    ...operations.map(operation => functionSource(contract, operation)),
  ].join('\n')
}

/** `client/methods.ts`: the same functions as methods. */
export function clientMethodsSource(contract: Contract, operations: readonly OperationModel[]): string {
  const methods = operations.map(operation => {
    const { generics, parameters, result, names } = signature(contract, operation)
    const body = `return operations.${operation.operationId}(${['this.#connection', ...names].join(', ')})`
    const head = parameters.length === 1 ? parameters.join() : `\n${indent(parameters.join(',\n'))}\n`
    return `\n${docOf(contract, operation)}${operation.operationId}${generics}(${head}): ${result} ${block([body])}`
  })
  return [
    BANNER,
    [...typeImports(contract, operations), "import * as operations from './operations.ts'\n"].join('\n'),
    '/** A method per operation. */',
    `export class Methods ${block(
      ['readonly #connection: Connection\n', `constructor(connection: Connection) ${block(['this.#connection = connection'])}`, ...methods],
      '',
    )}\n`,
  ].join('\n')
}

function functionSource(contract: Contract, operation: OperationModel): string {
  const { generics, parameters, result, names } = signature(contract, operation)
  const displayed = operation.parameters.filter(parameter => isDisplayed(contract, parameter)).map(({ name }) => name)
  // Not called before the request is made: what it throws is a failure of the call.
  const query = `() => ${names.includes('parameters') ? `queryString(parameters, ${literal(displayed)})` : "''"}`
  const request = operation.json === undefined ? 'requestFile' : 'requestJson'
  const body = `return ${request}(connection, ${literal(operation.path)}, ${query}, options)`
  const head = indent(['connection: Connection', ...parameters].join(',\n'))
  return `${docOf(contract, operation)}export function ${operation.operationId}${generics}(\n${head}\n): ${result} ${block([body])}\n`
}

/** What a function and its method have in common. */
function signature(
  contract: Contract,
  operation: OperationModel,
): { generics: string; parameters: string[]; result: string; names: string[] } {
  const name = parametersName(operation)
  const takes = operation.parameters.length > 0
  const exact = `parameters: Exact<Parameters, ${name}>`
  const generics = `<const Parameters extends ${name}>`
  if (operation.json === undefined) {
    return {
      generics,
      parameters: [exact, 'options?: FileRequestOptions'],
      result: `Call<DownloadedFile<${rowName(operation)}<Parameters>, FormatOf<Parameters>>>`,
      names: ['parameters', 'options'],
    }
  }
  return {
    generics: hasRules(operation) ? generics : '',
    parameters: [...(takes ? [hasRules(operation) ? exact : `parameters: ${name}`] : []), 'options?: RequestOptions'],
    result: `Call<${schemaType(operation.json.schema, { contract, open: true })}>`,
    names: [...(takes ? ['parameters'] : []), 'options'],
  }
}

function typeImports(contract: Contract, operations: readonly OperationModel[]): string[] {
  const results = operations.map(operation => signature(contract, operation).result)
  const models = modelsIn(contract, results.join('\n'))
  const rows = operations.filter(({ json }) => json === undefined).map(rowName)
  const parameters = operations.filter(operation => operation.parameters.length > 0).map(parametersName)
  const place = (name: string) => name.replaceAll(/(?!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()
  return [
    `import type { Call } from '${CORE}/call.ts'`,
    `import type { Connection } from '${CORE}/connection.ts'`,
    `import type { DownloadedFile } from '${CORE}/downloaded-file.ts'`,
    `import type { Exact } from '${CORE}/exact.ts'`,
    `import type { FileRequestOptions, RequestOptions } from '${CORE}/options.ts'`,
    `import type { FormatOf } from '${CORE}/rows/format-of.ts'`,
    ...rows.map(name => `import type { ${name} } from '${CORE}/rows/${place(name)}.ts'`),
    `import type { ${models.sort().join(', ')} } from './models.ts'`,
    `import type { ${parameters.sort().join(', ')} } from './parameters.ts'`,
  ]
}

function docOf(contract: Contract, { summary, method, path, parameters, json }: OperationModel): string {
  const { description } = contract.paths[path]![method.toLowerCase()] as JsonObject
  return comment(
    [
      `${summary}.`,
      ...(typeof description === 'string' ? [description.trim()] : []),
      ...(json === undefined ? ['Read its rows with `@uascope/client/table`, save it with `@uascope/client/node`.'] : []),
      ...(parameters.length === 0
        ? []
        : ['A wrong parameter is a BadRequestError; an app that the key cannot read, or that is not there, a ForbiddenError.']),
    ].join('\n\n'),
  )
}

/** Name of the type of a file's rows. */
export function rowName({ operationId }: OperationModel): string {
  return `${operationId.replace(/^get/, '')}Row`
}
