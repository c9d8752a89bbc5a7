import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString, parseYaml } from '@redocly/openapi-core'
import { checkTools } from './check-tools.ts'
import { checkOperations } from './checks.ts'
import { type Contract, Problems, readContract } from './contract.ts'
import { dialect } from './dialect.ts'
import { type OperationModel, readOperations } from './model.ts'

const rules = await readFile(new URL('../../redocly.yaml', import.meta.url), 'utf8')

/**
 * Reads a contract and its operations. Redocly checks it by the rules of `redocly.yaml`; if it is valid, what Redocly cannot know is checked.
 * @throws ContractError listing every violation
 */
export async function checkContract(
  yaml: string,
): Promise<{ contract: Contract; operations: OperationModel[] }> {
  const problems = new Problems()
  const config = await createConfig({ ...(parseYaml(rules) as object), plugins: [dialect] })
  const results = await lintFromString({ source: yaml, absoluteRef: '/openapi.yaml', config })
  for (const { location, message } of results) problems.add(location[0]?.pointer ?? '#', message)
  problems.raise()
  const contract = readContract(yaml)
  const operations = readOperations(contract)
  checkOperations(contract, operations, problems)
  checkTools(contract, operations, problems)
  problems.raise()
  return { contract, operations }
}
