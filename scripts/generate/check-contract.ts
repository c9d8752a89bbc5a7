import { checkParameter } from './check-parameters.ts'
import { checkTogether } from './check-rules.ts'
import { at, isObject, type Contract, type Json, type JsonObject } from './contract.ts'
import { holdAgainst } from './hold-against.ts'
import { readParameter } from './model.ts'
import { Problems } from './problems.ts'

/**
 * Makes sure that the generator honours everything the contract says: `CONTRACT_SCHEMA` tells what that is, and what follows here is only
 * what no schema can tell.
 * @throws ContractError naming every place where it would not
 */
export function checkContract(contract: Contract): void {
  const problems = new Problems()
  holdAgainst(contract, 'Contract', contract, '#', problems)
  const shared = objectOf(objectOf(contract.components).parameters)
  for (const [name, value] of Object.entries(shared)) checkParameter(contract, value, at('#/components/parameters', name), problems)
  for (const [path, item] of Object.entries(objectOf(contract.paths))) {
    const operation = objectOf(item).get
    if (isObject(operation)) checkParameters(contract, path, operation, at('#/paths', path, 'get'), problems)
  }
  checkOperationIds(contract, problems)
  problems.raise()
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function checkParameters(contract: Contract, path: string, operation: JsonObject, pointer: string, problems: Problems): void {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const places = parameters.map((_, index) => at(pointer, 'parameters', index))
  const sound = parameters.map((parameter, index) => checkParameter(contract, parameter, places[index]!, problems))
  if (!sound.every(Boolean)) return
  const models = parameters.map((parameter, index) => readParameter(contract, parameter, places[index]!))
  checkTogether(models, path, pointer, problems)
}

function checkOperationIds(contract: Contract, problems: Problems): void {
  const ids = new Set<Json>()
  for (const [path, item] of Object.entries(objectOf(contract.paths))) {
    const id = objectOf(objectOf(item).get).operationId ?? null
    if (ids.has(id)) problems.add(at('#/paths', path, 'get', 'operationId'), `${String(id)} is there twice`)
    ids.add(id)
  }
}
