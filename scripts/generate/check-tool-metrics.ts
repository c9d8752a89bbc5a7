import { at, type Contract } from './contract.ts'
import type { OperationModel } from './model.ts'
import { kindOf, wordsOf } from './parameter-kind.ts'
import { Problems } from './problems.ts'
import { readTools, type ArgumentModel } from './tool-model.ts'

/**
 * Makes sure that the tools offer every metric that REST offers. (Of other words they may have fewer.)
 * @throws ContractError naming every argument that lacks one
 */
export function checkToolMetrics(contract: Contract, operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const tool of readTools(contract, operations)) {
    for (const argument of tool.arguments) {
      const lacking = lackingOf(argument)
      if (lacking.length === 0) continue
      const place = at('#/x-mcp-tools', tool.name, 'arguments', argument.name, 'schema', 'enum')
      problems.add(place, `lacks ${lacking.join(', ')}, which the parameter takes`)
    }
  }
  problems.raise()
}

function lackingOf({ parameter, item, lower }: ArgumentModel): string[] {
  if (parameter?.name !== 'metrics' || kindOf(parameter.item) !== 'choice') return []
  const words = wordsOf(item).map(word => (lower ? word.toLowerCase() : word))
  return wordsOf(parameter.item).filter(word => !words.includes(word))
}
