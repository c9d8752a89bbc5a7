import { columnKind, type ColumnKind } from './column-kind.ts'
import { rowName } from './client-operations.ts'
import type { ColumnModel, OperationModel, ParameterModel } from './model.ts'
import { wordsOf } from './parameter-kind.ts'
import { BANNER, block, comment, key } from './source.ts'

/** DSIs that are often asked for. Editors show what a column means of these; the others have the same types. */
const USUAL_DSIS = [0, 1, 3, 7, 14, 21, 28, 30, 45, 60, 90, 120, 180, 270, 360, 365, 540, 730]

const CELLS: Record<ColumnKind, string> = {
  date: 'string',
  timestamp: 'string',
  text: 'string',
  whole: 'number',
  number: 'number',
  'number or null': 'number | null',
}

/** `client/cells.ts`: the columns that files usually have, each with what it means, for editors to show. */
export function clientCellsSource(operations: readonly OperationModel[]): string {
  const interfaces = operations
    .filter(({ columns }) => columns.length > 0)
    .map(operation => {
      const cells = operation.columns.flatMap(column => cellsOf(column, operation.parameters))
      return `/** Cells of the columns that a file of \`${operation.operationId}\` usually has. */\nexport interface ${cellsName(operation)} ${block(cells, '')}\n`
    })
  return [BANNER, ...interfaces].join('\n')
}

function cellsName(operation: OperationModel): string {
  return rowName(operation).replace(/Row$/, 'Cells')
}

/** A column by every value of what stands in braces; none where that has too many. */
function cellsOf({ name, schema }: ColumnModel, parameters: readonly ParameterModel[]): string[] {
  const varied = /\{(\w+)\}/.exec(name)?.[1]
  const text = typeof schema.description === 'string' ? schema.description : undefined
  if (varied === undefined) return [`${comment(text)}${key(name)}: ${CELLS[columnKind(schema)!]}`]
  return valuesOf(varied, parameters).flatMap(value => {
    const filled = { ...schema, description: `${said(varied, value)}${text === undefined ? '' : ` ${text}`}` }
    return cellsOf({ name: name.replace(`{${varied}}`, String(value)), schema: filled }, parameters)
  })
}

function valuesOf(varied: string, parameters: readonly ParameterModel[]): readonly (string | number)[] {
  if (varied === 'dsi') return USUAL_DSIS
  const choice = parameters.find(({ name }) => name === varied || name === `${varied}s`)
  return choice === undefined ? [] : wordsOf(choice.item).map(String)
}

function said(varied: string, value: string | number): string {
  return varied === 'dsi' ? `DSI ${value}.` : `\`${value}\`.`
}
