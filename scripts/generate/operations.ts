import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import type { OperationModel, ParameterModel } from './model.ts'
import { valuesType } from './schema-type.ts'
import { BANNER, block, comment, key, listing, literal } from './typescript-source.ts'
import type { Contract } from './contract.ts'

export function operationsSource(operations: readonly OperationModel[]): string {
  const requests = operations.map(
    operation =>
      `${comment(operation.summary)}${key(operation.operationId)}: ${requestType(operation)}`,
  )
  const responses = operations.map(
    operation => `${key(operation.operationId)}: ${responseType(operation)}`,
  )
  return [
    BANNER,
    "import type { operations as contract } from './types.ts'\n",
    '/** Typed parameters of each operation, defaults applied. */',
    `export interface Requests ${block(requests, '')}\n`,
    '/** The result of each operation with status 200. */',
    `export interface Responses ${block(responses, '')}\n`,
    'export type OperationId = keyof Requests\n',
    DECLARATIONS,
    '/** The operations, in the order of the contract. */',
    `export const operations: readonly Operation[] = ${listing(operations.map(routeSource))}\n`,
  ].join('\n')
}

const DECLARATIONS = `export interface Parameter {
  name: string
  in: 'query' | 'path'
}

export interface Operation {
  operationId: OperationId
  method: 'GET'
  /** With parameters in braces. */
  path: string
  security: 'apiKey' | 'none'
  parameters: readonly Parameter[]
}
`

function routeSource(operation: OperationModel): string {
  const parameters = operation.parameters.map(parameter =>
    literal({ name: parameter.name, in: parameter.in }),
  )
  return block([
    `operationId: ${literal(operation.operationId)}`,
    `method: ${literal(operation.method)}`,
    `path: ${literal(operation.path)}`,
    `security: ${literal(operation.security)}`,
    `parameters: ${listing(parameters)}`,
  ])
}

function requestType({ parameters }: OperationModel): string {
  const part = (location: 'query' | 'path') =>
    parameters.filter(parameter => parameter.in === location).map(propertyType)
  return block([`query: ${partType(part('query'))}`, `path: ${partType(part('path'))}`], '')
}

function partType(properties: readonly string[]): string {
  return properties.length === 0 ? 'Record<string, never>' : block(properties, '')
}

function propertyType(parameter: ParameterModel): string {
  const present = parameter.required || parameter.schema.default !== undefined
  return `${comment(parameter.description)}${key(parameter.name)}${present ? '' : '?'}: ${valuesType(parameter)}`
}

function responseType({ operationId, answers }: OperationModel): string {
  if (answers === 'file') return "{ kind: 'file' }"
  return `{ kind: ${literal(answers)}, body: contract[${literal(operationId)}]['responses'][200]['content']['application/json'] }`
}

/** `types.ts`: the contract's types. A property with a default stays optional, and a file is a Blob. */
export async function typesSource(contract: Contract): Promise<string> {
  const nodes = await openapiTS(structuredClone(contract) as unknown as OpenAPI3, {
    defaultNonNullable: false,
    transform: schema =>
      schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  })
  return `${BANNER}\n${astToString(nodes)}`
}
