/** From a tool's arguments to the parameters of the operation that it asks. */

import type { OperationId, Requests } from '../../generated/operations.ts'
import type { ToolArguments, ToolName, ToolOperations } from '../../generated/tools.ts'

/** The parameters of an operation; of none, none. */
export type Parameters<Operation> = Operation extends OperationId ? Requests[Operation]['query'] : Record<string, never>

type Lower<Value> = Value extends string
  ? Lowercase<Value>
  : Value extends readonly (infer Item)[] ? readonly Lower<Item>[] : Value

/** Names of the parameters that take a value of this type. */
type Taking<Operation, Value> = {
  [Name in keyof Parameters<Operation>]-?: [Value] extends [Parameters<Operation>[Name]] ? Name : never
}[keyof Parameters<Operation>]

/** A parameter of the operation, as it is or in lower case; or the tool's own business. */
type ArgumentMapping<Operation, Value> =
  | { parameter: Taking<Operation, Value>, spelling?: never, own?: never }
  | { parameter: Taking<Operation, Lower<Value>>, spelling: 'lower', own?: never }
  | { own: true, parameter?: never, spelling?: never }

/** What becomes of every argument of a tool: one without an entry, or with one that does not fit it, does not compile. */
export interface ToolMapping<Operation, Arguments> {
  /** Parameters that the tool always sends. */
  fixed: Partial<Parameters<Operation>>
  arguments: { [Name in keyof Arguments]-?: ArgumentMapping<Operation, NonNullable<Arguments[Name]>> }
}

export type ToolMappings = { [Name in ToolName]: ToolMapping<ToolOperations[Name], ToolArguments[Name]> }

/** A mapping without the types that tie it to its tool. */
export interface LooseMapping {
  fixed: object
  arguments: Readonly<Record<string, { parameter?: PropertyKey, spelling?: 'lower', own?: true }>>
}

/** The parameters that arguments stand for: those given, and the fixed ones. */
export function parametersOf(mapping: LooseMapping, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parameters: Record<string, unknown> = { ...mapping.fixed }
  for (const [name, { parameter, spelling }] of Object.entries(mapping.arguments)) {
    const value = values[name]
    if (parameter === undefined || value === undefined) continue
    parameters[String(parameter)] = spelling === 'lower' ? lower(value) : value
  }
  return parameters
}

function lower(value: unknown): unknown {
  return Array.isArray(value) ? value.map(item => String(item).toLowerCase()) : String(value).toLowerCase()
}
