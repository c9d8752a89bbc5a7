/** The tools of a contract that has passed `checkTools`, in its order. */

import { isObject, type Contract, type Json, type JsonObject } from './contract.ts'
import type { OperationModel, ParameterModel, Schema } from './model.ts'

export interface ArgumentModel {
  name: string
  required: boolean
  schema: Schema
  /** Schema of a list's items, or of the argument itself. */
  item: Schema
  /** Parameter of the operation that the argument becomes; undefined where the tool itself applies it. */
  parameter: ParameterModel | undefined
  /** Written in lower case as a parameter. */
  lower: boolean
  /** The fixed parameter that is not sent when the argument is given. */
  replaces: string | undefined
  /** Another argument, and the words of which it must have one: otherwise this one is left out unread. */
  onlyFor: Record<string, string[]> | undefined
}

export interface ToolModel {
  name: string
  title: string
  description: string
  /** The view that shows its results; undefined: none does. */
  view: string | undefined
  /** Undefined for a tool that asks no operation. */
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
        readArgument(argument, part as JsonObject, operation),
      ),
      output: tool.output as JsonObject,
    }
  })
}

function readArgument(name: string, argument: JsonObject, operation: OperationModel | undefined): ArgumentModel {
  const schema = argument.schema as Schema
  return {
    name,
    required: argument.required === true,
    schema,
    item: isObject(schema.items) ? schema.items : schema,
    parameter: operation?.parameters.find(parameter => parameter.name === argument.parameter),
    lower: argument.spelling === 'lower',
    replaces: argument.replaces as string | undefined,
    onlyFor: argument.onlyFor as Record<string, string[]> | undefined,
  }
}

/** The default that is filled in when the argument is not given. */
export function presetOf({ schema }: ArgumentModel): Json | undefined {
  return schema.default
}
