/** The operations of a contract that has passed `checkContract`, in its order, with references followed. */

import { at, isObject, resolve, type Contract, type Json, type JsonObject } from './contract.ts'

/** A schema whose top-level references are followed. */
export type Schema = JsonObject

export interface ParameterModel {
  name: string
  in: 'query' | 'path'
  required: boolean
  description: string | undefined
  schema: Schema
  item: Schema
  onlyWith: Record<string, Json[]>
  requires: string | undefined
  notAfter: string | undefined
  /** The parameter that it excludes. */
  excludes: string | undefined
  /** Values of other parameters that it excludes. */
  notWith: Record<string, Json[]>
  /** The schema whose single-value fields the text may name, alone or after `-`, with those fields. */
  /** `others`: fields that cannot order rows; `orders`: orders that are not fields. */
  fieldOf: { schema: string; fields: string[]; others: string[]; orders: string[] } | undefined
  /** Whether the text names a column of the result, alone or after `-`. */
  askedColumn: boolean
  /** Whether `A..B` in its text must be real dates, A not after B. */
  dateRange: boolean
  /** A value that cannot be combined with others in a list. */
  alone: string | undefined
  /** Values that need another parameter to have one of some words. */
  valueOnlyWith: Record<string, Record<string, Json[]>>
  pointer: string
}

export interface ColumnModel {
  name: string
  schema: Schema
}

export interface OperationModel {
  operationId: string
  method: string
  path: string
  summary: string | undefined
  security: 'apiKey' | 'none'
  parameters: ParameterModel[]
  columns: ColumnModel[]
  /** Parameters exactly one of which a request must have. */
  exactlyOne: string[]
  answers: 'list' | 'object' | 'file'
  /** JSON schema of the 200 response; undefined for a file. */
  json: { schema: Json; pointer: string } | undefined
}

export function readOperations(contract: Contract): OperationModel[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      readOperation(contract, path, method, operation as JsonObject),
    ),
  )
}

function readOperation(
  contract: Contract,
  path: string,
  method: string,
  operation: JsonObject,
): OperationModel {
  const pointer = at('#', 'paths', path, method)
  const parameters = (operation.parameters ?? []) as Json[]
  const responses = operation.responses as JsonObject
  const json = jsonOf(contract, responses, at(pointer, 'responses', '200'))
  const security = (operation.security ?? contract.security ?? []) as Json[]
  return {
    operationId: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: textOf(operation.summary),
    security: security.length === 0 ? 'none' : 'apiKey',
    parameters: parameters.map((parameter, index) =>
      readParameter(contract, parameter, at(pointer, 'parameters', index)),
    ),
    columns: Object.entries((operation['x-columns'] ?? {}) as JsonObject).map(([name, schema]) => ({
      name,
      schema: schema as Schema,
    })),
    exactlyOne: (operation['x-exactly-one-of'] ?? []) as string[],
    answers:
      json === undefined
        ? 'file'
        : resolve(contract, json.schema, json.pointer).type === 'array'
          ? 'list'
          : 'object',
    json,
  }
}

export function readParameter(contract: Contract, value: Json, pointer: string): ParameterModel {
  const parameter = resolve(contract, value, pointer)
  const schema = resolve(contract, parameter.schema, at(pointer, 'schema'))
  return {
    name: String(parameter.name),
    in: parameter.in as 'query' | 'path',
    required: parameter.required === true,
    description: textOf(parameter.description),
    schema,
    item:
      schema.type === 'array'
        ? resolve(contract, schema.items, at(pointer, 'schema', 'items'))
        : schema,
    onlyWith: (parameter['x-only-with'] ?? {}) as Record<string, Json[]>,
    requires: textOf(parameter['x-requires']),
    notAfter: textOf(parameter['x-not-after']),
    excludes: textOf(parameter['x-excludes']),
    notWith: (parameter['x-not-with'] ?? {}) as Record<string, Json[]>,
    fieldOf: fieldsOf(
      contract,
      textOf(parameter['x-field-of']),
      (parameter['x-other-orders'] ?? []) as string[],
    ),
    askedColumn: parameter['x-asked-column'] === true,
    dateRange: parameter['x-date-range'] === true,
    alone: textOf(parameter['x-alone']),
    valueOnlyWith: (parameter['x-value-only-with'] ?? {}) as Record<string, Record<string, Json[]>>,
    pointer,
  }
}

function fieldsOf(
  contract: Contract,
  name: string | undefined,
  orders: string[],
): ParameterModel['fieldOf'] {
  if (name === undefined) return undefined
  const { properties } = resolve(contract, { $ref: `#/components/schemas/${name}` }, '#')
  const all = isObject(properties) ? Object.entries(properties) : []
  const isSingle = (schema: Json) =>
    ![resolve(contract, schema, '#').type]
      .flat()
      .some(type => type === 'object' || type === 'array')
  const fields = all.filter(([, schema]) => isSingle(schema)).map(([field]) => field)
  return {
    schema: name,
    fields,
    others: all.map(([field]) => field).filter(field => !fields.includes(field)),
    orders,
  }
}

function jsonOf(
  contract: Contract,
  responses: JsonObject,
  pointer: string,
): OperationModel['json'] {
  const response = resolve(contract, responses['200'], pointer)
  const media = isObject(response.content) ? response.content['application/json'] : undefined
  if (!isObject(media)) return undefined
  return {
    schema: media.schema ?? {},
    pointer: at(pointer, 'content', 'application/json', 'schema'),
  }
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
