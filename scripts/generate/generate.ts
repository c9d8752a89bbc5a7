import { checkAnswers } from './check-answers.ts'
import { checkColumns } from './check-columns.ts'
import { checkContract } from './check-contract.ts'
import { clientSources } from './client.ts'
import { readContract } from './contract.ts'
import { readOperations } from './model.ts'
import { operationsSource } from './operations.ts'
import { requestsSource } from './requests.ts'
import { responsesSource } from './responses.ts'
import { checkTools } from './check-tools.ts'
import { checkToolMetrics } from './check-tool-metrics.ts'
import { readTools } from './tool-model.ts'
import { toolsSource } from './tools.ts'
import { typesSource } from './types.ts'

/**
 * Every file that follows from the contract alone: its text by its path within `generated/`.
 * @throws ContractError when the contract asks for what cannot be honoured
 */
export async function generate(yaml: string): Promise<Map<string, string>> {
  const contract = readContract(yaml)
  checkContract(contract)
  const operations = readOperations(contract)
  checkAnswers(contract, operations)
  checkColumns(operations)
  checkTools(contract, operations)
  checkToolMetrics(contract, operations)
  return new Map([
    // For who reads JSON: to parse YAML takes the service half a second.
    ['openapi.json', JSON.stringify(contract)],
    ['types.ts', await typesSource(contract)],
    ['operations.ts', operationsSource(operations)],
    ['requests.ts', requestsSource(operations)],
    ['responses.ts', responsesSource(contract, operations)],
    ['tools.ts', toolsSource(readTools(contract, operations))],
    ...clientSources(contract, operations),
  ])
}
