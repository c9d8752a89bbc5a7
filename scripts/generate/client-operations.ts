import { answerType, schemasOf } from './client-models.ts'
import { isDisplayed, parametersName } from './client-parameters.ts'
import type { Contract } from './contract.ts'
import type { OperationModel } from './model.ts'
import { BANNER, block, comment, literal } from './source.ts'

const CORE = '../../client/src'

/** `client/operations.ts`: a function per operation. A file's rows are typed by `client/src/rows/`, the rest by the contract. */
export function clientOperationsSource(contract: Contract, operations: readonly OperationModel[]): string {
  const names = Object.keys(schemasOf(contract))
  const functions = operations.map(operation => functionSource(contract, operation))
  const models = names.filter(name => functions.some(source => source.includes(`<${name}[]>`)))
  return [
    BANNER,
    [
      `import type { Call } from '${CORE}/call.ts'`,
      `import type { Connection } from '${CORE}/connection.ts'`,
      `import type { DownloadedFile } from '${CORE}/downloaded-file.ts'`,
      `import type { Exact } from '${CORE}/exact.ts'`,
      `import type { FileRequestOptions, RequestOptions } from '${CORE}/options.ts'`,
      `import { queryString } from '${CORE}/query-string.ts'`,
      `import { requestFile } from '${CORE}/request-file.ts'`,
      `import { requestJson } from '${CORE}/request-json.ts'`,
      ...rowImports(operations),
      `import type { ${models.join(', ')} } from './models.ts'`,
      `import type { ${parameterNames(operations).join(', ')} } from './parameters.ts'\n`
    ].join('\n'),
    ...functions
  ].join('\n')
}

/** `client/methods.ts`: the same functions as methods. */
export function clientMethodsSource(operations: readonly OperationModel[]): string {
  const methods = operations.map(operation => {
    const { generics, parameters, result, names } = signature(operation)
    const body = `return operations.${operation.operationId}(this.#connection, ${names.join(', ')})`
    return `\n${docOf(operation)}${operation.operationId}${generics}(${parameters.join(', ')}): ${result} ${block([body])}`
  })
  return [
    BANNER,
    [
      `import type { Connection } from '${CORE}/connection.ts'`,
      `import type { Exact } from '${CORE}/exact.ts'`,
      `import type { FileRequestOptions, RequestOptions } from '${CORE}/options.ts'`,
      "import * as operations from './operations.ts'",
      `import type { ${parameterNames(operations).join(', ')} } from './parameters.ts'\n`
    ].join('\n'),
    '/** A method per operation. */',
    `export class Methods ${block([
      'readonly #connection: Connection\n',
      `constructor(connection: Connection) ${block(['this.#connection = connection'])}`,
      ...methods
    ], '')}\n`
  ].join('\n')
}

function functionSource(contract: Contract, operation: OperationModel): string {
  const { generics, parameters, names } = signature(operation)
  const displayed = operation.parameters.filter(parameter => isDisplayed(contract, parameter)).map(({ name }) => name)
  const query = names.includes('parameters') ? `queryString(parameters, ${literal(displayed)})` : "''"
  const [request, type] = operation.json === undefined
    ? ['requestFile', `DownloadedFile<${rowName(operation)}<Parameters>, FormatOf<Parameters>>`]
    : ['requestJson', answerType(contract, operation.json.schema, operation.json.pointer)]
  const body = `return ${request}(connection, ${literal(operation.path)}, ${query}, options)`
  const head = ['connection: Connection', ...parameters].join(', ')
  return `${docOf(operation)}export function ${operation.operationId}${generics}(\n  ${head}\n): Call<${type}> ${block([body])}\n`
}

/** What a function and its method have in common. */
function signature(operation: OperationModel): { generics: string, parameters: string[], result: string, names: string[] } {
  const file = operation.json === undefined
  const name = parametersName(operation)
  const own = operation.parameters.length === 0 ? [] : [`parameters: ${file ? `Exact<Parameters, ${name}>` : name}`]
  return {
    generics: file ? `<const Parameters extends ${name}>` : '',
    parameters: [...own, `options?: ${file ? 'FileRequestOptions' : 'RequestOptions'}`],
    result: file
      ? `ReturnType<typeof operations.${operation.operationId}<Parameters>>`
      : `ReturnType<typeof operations.${operation.operationId}>`,
    names: [...own.length === 0 ? [] : ['parameters'], 'options']
  }
}

function docOf({ summary, parameters, json }: OperationModel): string {
  const lines = [
    `${summary}.`,
    ...parameters.length === 0 ? [] : ['', `A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.`],
    ...json === undefined ? ['The rows are read with `@uascope/client/table`, the file is saved with `@uascope/client/node`.'] : []
  ]
  return comment(lines.join('\n'))
}

function rowName({ operationId }: OperationModel): string {
  return `${operationId.replace(/^get/, '')}Row`
}

function rowImports(operations: readonly OperationModel[]): string[] {
  const rows = operations.filter(({ json }) => json === undefined).map(rowName)
  const place = (name: string) => name.replaceAll(/(?!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()
  return [
    `import type { FormatOf } from '${CORE}/rows/format-of.ts'`,
    ...rows.map(name => `import type { ${name} } from '${CORE}/rows/${place(name)}.ts'`)
  ]
}

function parameterNames(operations: readonly OperationModel[]): string[] {
  return operations.filter(({ parameters }) => parameters.length > 0).map(parametersName).sort()
}
