import type { NamedSchema } from '../../checks/named.ts'
import type { Rule } from '../../checks/rules.ts'

/** How an operation's parameters are checked. */
export interface RequestSchema {
  query: NamedSchema
  path: NamedSchema
  /** Between the parameters of the query. */
  rules: readonly Rule[]
}
