import { objectOf, type Contract, type JsonObject } from './contract.ts'
import { objectType, wordsType, type AnswerStyle } from './schema-type.ts'
import { BANNER, comment } from './typescript-source.ts'

/** `client/models.ts`: response types by the contract's names. Enums are open: the service may add words. */
export function clientModelsSource(contract: Contract): string {
  return [BANNER, "import type { Open } from '../../client/src/shapes.ts'\n", ...modelSources({ contract, open: true })].join('\n')
}

export function schemasOf(contract: Contract): JsonObject {
  return objectOf(objectOf(contract.components).schemas)
}

export function modelsIn(contract: Contract, source: string): string[] {
  return Object.keys(schemasOf(contract)).filter(name => new RegExp(`\\b${name}\\b`).test(source))
}

function modelSources(style: AnswerStyle): string[] {
  return Object.entries(schemasOf(style.contract)).flatMap(([name, value]) => {
    const schema = value as JsonObject
    const doc = comment(typeof schema.description === 'string' ? schema.description : undefined)
    if (schema.enum !== undefined) return [`${doc}export type ${name} = ${wordsType(schema)}\n`]
    if ([schema.type].flat().includes('object')) return [`${doc}export interface ${name} ${objectType(schema, style)}\n`]
    return []
  })
}
