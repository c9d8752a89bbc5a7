import type { NamedSchema } from '../../server/checks/named.ts'
import type { Rule } from '../../server/checks/rules.ts'

/** How a tool's arguments are checked. */
export interface ArgumentsSchema {
  arguments: NamedSchema
  rules: readonly Rule[]
  /** Arguments that are left out unread unless another one has one of some words. */
  onlyFor?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}
