import { at, isObject, resolve, type Contract, type JsonObject } from './contract.ts'
import type { OperationModel } from './model.ts'
import { Problems } from './problems.ts'

const TOTAL = 'Total-Rows'

/**
 * Makes sure that every JSON answer with status 200 is a list that tells its total, or an object, which has none.
 * @throws ContractError naming every other one
 */
export function checkAnswers(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const { path, method, answers, json } of operations) {
    if (json === undefined) continue
    const pointer = at('#/paths', path, method.toLowerCase(), 'responses', '200')
    const { type } = resolve(contract, json.schema, json.pointer)
    if (type !== 'array' && type !== 'object') problems.add(at(json.pointer, 'type'), 'must be array or object')
    const told = TOTAL in headersOf(contract, path, method, pointer)
    if (answers === 'list' && !told) problems.add(at(pointer, 'headers'), `a list needs the header ${TOTAL}`)
    if (answers === 'object' && told) problems.add(at(pointer, 'headers', TOTAL), 'only a list or a file has a total')
  }
  problems.raise()
}

function headersOf(contract: Contract, path: string, method: string, pointer: string): JsonObject {
  const operation = contract.paths[path]![method.toLowerCase()] as JsonObject
  const { headers } = resolve(contract, (operation.responses as JsonObject)['200'], pointer)
  return isObject(headers) ? headers : {}
}
