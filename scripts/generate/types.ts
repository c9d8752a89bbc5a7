import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import type { Contract } from './contract.ts'
import { BANNER } from './typescript-source.ts'

/** `types.ts`: the contract's types. A property with a default stays optional, and a file is a Blob. */
export async function typesSource(contract: Contract): Promise<string> {
  const nodes = await openapiTS(structuredClone(contract) as unknown as OpenAPI3, {
    defaultNonNullable: false,
    transform: schema => (schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  })
  return `${BANNER}\n${astToString(nodes)}`
}
