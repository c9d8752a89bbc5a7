import { type Contract, isObject, type JsonObject, resolve } from './contract.ts'
import { schemasOf } from './models.ts'
import { BANNER, block, key, literal } from './typescript-source.ts'

/** Objects whose fields tools return as columns. */
const ROWS = ['Alert', 'PlannedCampaign', 'PreviousRecommendation', 'Recommendation', 'Step']

const KINDS: Readonly<Record<string, string>> = { integer: 'whole', number: 'number', boolean: 'flag', string: 'text', array: 'text' }

/** `client/fields.ts`: the kinds of the fields of rows, in the contract's order, except for fields that are objects. */
export function clientFieldsSource(contract: Contract): string {
  const schemas = schemasOf(contract)
  const constants = ROWS.filter(name => name in schemas).map(name => {
    const { properties } = schemas[name] as { properties: JsonObject }
    const fields = Object.entries(properties).flatMap(([field, value]) => {
      const schema = resolve(contract, value, name)
      const type = isObject(schema) ? [schema.type].flat().find(type => typeof type === 'string' && type in KINDS) : undefined
      return type === undefined ? [] : [`${key(field)}: ${literal(KINDS[type as string]!)}`]
    })
    return `export const ${name[0]!.toLowerCase()}${name.slice(1)}Fields = ${block(fields)} as const\n`
  })
  return [BANNER, ...constants].join('\n')
}
