import { type Contract, isObject, type Json, type JsonObject } from './contract.ts'
import type { OperationModel, ParameterModel, Schema } from './model.ts'

/** The tools of a contract that has passed `checkContract`, in its order. */

export interface ArgumentModel {
  name: string
  required: boolean
  schema: Schema
  item: Schema
  /** Parameter of the operation for the argument; undefined if the tool itself applies it. */
  parameter: ParameterModel | undefined
  lower: boolean
  /** Words of the parameter that the argument does not accept, in the argument's spelling. */
  leavesOut: string[]
  /** The fixed parameter that the argument replaces. */
  replaces: string | undefined
  /** Another argument and its words: without one of them this argument is ignored. */
  onlyFor: Record<string, string[]> | undefined
  /** Fewer items than the schema allows, unless another argument has one of some words. */
  atMost: { items: number; unless: Record<string, string[]> } | undefined
  /** The operation whose parameters are the fields of an object. */
  of: OperationModel | undefined
  /** Another default, if some other argument has one of some words. */
  defaultWith: { value: Json; words: Record<string, string[]> } | undefined
}

export interface ToolModel {
  name: string
  title: string
  description: string
  /** The view of its results, if any. */
  view: string | undefined
  /** Undefined without an operation. */
  operation: OperationModel | undefined
  fixed: JsonObject
  arguments: ArgumentModel[]
  output: JsonObject
}

export function readTools(contract: Contract, operations: readonly OperationModel[]): ToolModel[] {
  return Object.entries((contract['x-mcp-tools'] ?? {}) as JsonObject).map(([name, value]) => {
    const tool = value as JsonObject
    const operation = operations.find(({ operationId }) => operationId === tool.operation)
    return {
      name,
      title: String(tool.title),
      description: String(tool.description).trim(),
      view: tool.view as string | undefined,
      operation,
      fixed: (tool.fixed ?? {}) as JsonObject,
      arguments: Object.entries(tool.arguments as JsonObject).map(([argument, part]) =>
        readArgument(argument, part as JsonObject, operation, operations),
      ),
      output: tool.output as JsonObject,
    }
  })
}

function readArgument(
  name: string,
  argument: JsonObject,
  operation: OperationModel | undefined,
  operations: readonly OperationModel[],
): ArgumentModel {
  const schema = argument.schema as Schema
  return {
    name,
    required: argument.required === true,
    schema,
    item: isObject(schema.items) ? schema.items : schema,
    parameter: operation?.parameters.find(parameter => parameter.name === argument.parameter),
    lower: argument.spelling === 'lower',
    leavesOut: (argument.leavesOut ?? []) as string[],
    replaces: argument.replaces as string | undefined,
    onlyFor: argument.onlyFor as Record<string, string[]> | undefined,
    atMost: argument.atMost as ArgumentModel['atMost'],
    of: operations.find(({ operationId }) => operationId === argument.of),
    defaultWith: argument.defaultWith as ArgumentModel['defaultWith'],
  }
}
