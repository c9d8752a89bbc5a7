/** What becomes of a tool's arguments, as types: `generated/tools.ts` has the values. */

import type { OperationId, Requests } from '../../generated/operations.ts'

/** The parameters of an operation; of none, none. */
export type Parameters<Operation> = Operation extends OperationId ? Requests[Operation]['query'] : Record<string, never>

type Lower<Value> = Value extends string ? Lowercase<Value> : Value extends readonly (infer Item)[] ? readonly Lower<Item>[] : Value

/** Names of the parameters that take a value of this type. */
type Taking<Operation, Value> = {
  [Name in keyof Parameters<Operation>]-?: [Value] extends [Parameters<Operation>[Name]] ? Name : never
}[keyof Parameters<Operation>]

/** A parameter of the operation, as it is or in lower case; or the tool's own business. */
type ArgumentMapping<Operation, Value> =
  | { parameter: Taking<Operation, Value>; spelling?: never; replaces?: keyof Parameters<Operation>; own?: never }
  | { parameter: Taking<Operation, Lower<Value>>; spelling: 'lower'; replaces?: keyof Parameters<Operation>; own?: never }
  | { own: true; parameter?: never; spelling?: never }

/** What becomes of every argument of a tool: one without an entry, or with one that does not fit it, does not compile. */
export interface ToolMapping<Operation, Arguments> {
  /** Parameters that the tool sends unless an argument is given that replaces one. */
  fixed: Partial<Parameters<Operation>>
  arguments: { [Name in keyof Arguments]-?: ArgumentMapping<Operation, NonNullable<Arguments[Name]>> }
}

/** A mapping without the types that tie it to its tool. */
export interface LooseMapping {
  fixed: object
  arguments: Readonly<Record<string, { parameter?: PropertyKey; spelling?: 'lower'; replaces?: PropertyKey; own?: true }>>
}
