import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { at, resolve, type Contract, type Json } from './contract.ts'
import { holdAgainst } from './hold-against.ts'
import { readParameter, type ParameterModel } from './model.ts'
import { isList } from './parameter-kind.ts'
import type { Problems } from './problems.ts'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

/** Adds whatever a parameter holds that cannot be honoured. True when there is nothing, so that `readParameter` can read it. */
export function checkParameter(contract: Contract, value: Json, pointer: string, problems: Problems): boolean {
  const before = problems.count
  const parameter = resolve(contract, value, pointer)
  holdAgainst(contract, 'Parameter', parameter, pointer, problems)
  if (problems.count > before) return false
  const model = readParameter(contract, value, pointer)
  holdAgainst(contract, 'RequestParameter', { ...parameter, schema: whole(model) }, pointer, problems)
  checkDefault(model, problems)
  return problems.count === before
}

/** The schema of a parameter without references. */
function whole(parameter: ParameterModel): ParameterModel['schema'] {
  return isList(parameter) ? { ...parameter.schema, items: parameter.item } : parameter.schema
}

function checkDefault(parameter: ParameterModel, problems: Problems): void {
  const { schema, pointer } = parameter
  if (schema.default === undefined) return
  if (!ajv.validate(whole(parameter), schema.default)) problems.add(at(pointer, 'schema', 'default'), 'does not satisfy its own schema')
}
