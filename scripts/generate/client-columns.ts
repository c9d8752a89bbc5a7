import { rowName } from './client-operations.ts'
import { columnKind } from './column-kind.ts'
import type { ColumnModel, OperationModel } from './model.ts'
import { BANNER, block, comment, key, literal } from './source.ts'

/** `client/columns.ts`: the columns of each file in their order, and what their cells hold. */
export function clientColumnsSource(operations: readonly OperationModel[]): string {
  const constants = operations
    .filter(({ columns }) => columns.length > 0)
    .map(operation =>
      [
        `/** Columns of a file of \`${operation.operationId}\`, in their order; what stands in braces stands for a value. */`,
        `export const ${constantName(operation)} = ${block(operation.columns.map(columnSource))} as const\n`,
      ].join('\n'),
    )
  return [BANNER, ...constants].join('\n')
}

function columnSource({ name, schema }: ColumnModel): string {
  const { description } = schema
  return `${comment(typeof description === 'string' ? description : undefined)}${key(name)}: ${literal(columnKind(schema)!)}`
}

/** `reportColumns` of `getReport`. */
function constantName(operation: OperationModel): string {
  const name = rowName(operation).replace(/Row$/, 'Columns')
  return name[0]!.toLowerCase() + name.slice(1)
}
