import { clientCellsSource } from './client-cells.ts'
import { clientColumnsSource } from './client-columns.ts'
import { clientMethodsSource, clientOperationsSource } from './client-operations.ts'
import { clientParametersSource } from './client-parameters.ts'
import type { Contract } from './contract.ts'
import type { OperationModel } from './model.ts'
import { clientModelsSource } from './models.ts'

/** `client/`: what the client package offers, an operation being in it when an API key opens it. */
export function clientSources(contract: Contract, operations: readonly OperationModel[]): [path: string, source: string][] {
  const offered = operations.filter(({ security }) => security === 'apiKey')
  return [
    ['client/cells.ts', clientCellsSource(offered)],
    ['client/columns.ts', clientColumnsSource(offered)],
    ['client/models.ts', clientModelsSource(contract)],
    ['client/parameters.ts', clientParametersSource(contract, offered)],
    ['client/operations.ts', clientOperationsSource(contract, offered)],
    ['client/methods.ts', clientMethodsSource(contract, offered)],
  ]
}
