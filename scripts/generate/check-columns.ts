import { columnKind } from './column-kind.ts'
import { at } from './contract.ts'
import type { ColumnModel, OperationModel } from './model.ts'
import { kindOf, wordsOf } from './parameter-kind.ts'
import { Problems } from './problems.ts'

/** A name, with values in braces: `installs_{roasType}`. */
const NAME = /^[a-z][a-z0-9_]*(\{[a-z][A-Za-z]*\}[a-z0-9_]*)*$/

/**
 * Makes sure that every file that a key opens says its columns, and every metric has one.
 * @throws ContractError naming every place where it does not
 */
export function checkColumns(operations: readonly OperationModel[]): void {
  const problems = new Problems()
  for (const operation of operations) {
    const { columns, path, method, answers, security } = operation
    const pointer = at('#/paths', path, method.toLowerCase(), 'x-columns')
    if (answers !== 'file' && columns.length > 0) problems.add(pointer, 'only a file has columns')
    if (answers === 'file' && security === 'apiKey' && columns.length === 0) problems.add(pointer, 'a file needs columns')
    for (const column of columns) checkColumn(column, at(pointer, column.name), problems)
    for (const metric of metricsOf(operation)) {
      const own = columns.some(({ name }) => name === metric || name.startsWith(`${metric}_`))
      if (!own) problems.add(pointer, `the metric ${metric} has no column: one named so, or ${metric}_ and what it varies by`)
    }
  }
  problems.raise()
}

function checkColumn({ name, schema }: ColumnModel, place: string, problems: Problems): void {
  if (!NAME.test(name)) problems.add(place, 'must be lower-case words, with what it varies by in braces')
  if (columnKind(schema) === undefined) {
    problems.add(at(place, 'type'), 'must be text, a date, a timestamp, an integer, or a number, alone or with null')
  }
}

function metricsOf({ parameters }: OperationModel): string[] {
  const metrics = parameters.find(({ name }) => name === 'metrics')
  return metrics !== undefined && kindOf(metrics.item) === 'choice' ? wordsOf(metrics.item).map(String) : []
}
