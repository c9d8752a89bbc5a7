import type { ColumnKind } from '../../client/src/rows/columns.ts'
import { reportColumns, roasHistoryColumns } from '../../generated/client/columns.ts'

/** What stands in braces stands for any value. */
const KINDS = Object.entries<ColumnKind>({ ...reportColumns, ...roasHistoryColumns }).map(([name, kind]) => ({
  name: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '.+')}$`),
  kind,
}))

/** What the cells of a file's column hold, as the contract says. */
export function columnKind(column: string): ColumnKind {
  const found = KINDS.find(({ name }) => name.test(column))
  if (found === undefined) throw new Error(`The contract has no column ${column}`)
  return found.kind
}
