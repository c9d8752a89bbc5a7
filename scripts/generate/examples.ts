import { objectOf, type Contract, type JsonObject } from './contract.ts'
import type { OperationModel } from './model.ts'
import { BANNER, block, key, literal } from './typescript-source.ts'

/** `client/examples.ts`: the contract's example of each operation's 200 response; of a file, as CSV. */
export function examplesSource(contract: Contract, operations: readonly OperationModel[]): string {
  const entries = operations.flatMap(({ operationId, path, method, json }) => {
    const type = json === undefined ? 'text/csv' : 'application/json'
    const { responses } = contract.paths[path]![method.toLowerCase()] as JsonObject
    const { content } = objectOf(objectOf(responses)['200'])
    const { example } = objectOf(objectOf(content)[type])
    return example === undefined ? [] : [`${key(operationId)}: ${literal(example)}`]
  })
  return [
    BANNER,
    '/** An example of each response; of a file, its CSV text. */',
    `export const examples = ${block(entries)} satisfies Readonly<Record<string, object | string>>\n`,
  ].join('\n')
}
