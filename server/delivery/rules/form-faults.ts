import { joined, quoted, sql } from '../../model/sql.ts'
import { reasonOf, reasons } from '../cell-kinds.ts'
import type { Source } from '../sources/source.ts'
import { columnsOf } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { MOST_PLACED, type Broken } from './place-faults.ts'

/**
 * What is wrong with the cells of some columns that have no value though they must, or have text that is none. What they are like only the file
 * tells: it is read once more.
 */
export async function formFaults(workspace: Workspace, source: Source, columns: readonly string[]): Promise<Broken[]> {
  if (columns.length === 0) return []
  const cells = columnsOf(source.table).filter(([name]) => columns.includes(name))
  const judged = cells.map(([name, { kind, nullable }], index) => {
    const text = sql`nullif(CAST(${quoted(name)} AS VARCHAR), '')`
    const isLeft = nullable === true ? sql`${text} IS NOT NULL AND ` : sql``
    return sql`CASE WHEN ${isLeft}(${source.values[name]!}) IS NULL THEN ${reasonOf(kind, text)} END AS reason_${index}`
  })
  const kinds = cells.flatMap(([column, { kind }], index) =>
    reasons(kind).map((rule, reason) => ({ column, rule, isIt: sql`reason_${index} = ${reason}` })),
  )
  const counts = kinds.map(
    ({ isIt }, index) =>
      sql`count(*) FILTER (WHERE ${isIt}) AS count_${index}, min(file_row, ${MOST_PLACED}) FILTER (WHERE ${isIt}) AS rows_${index}`,
  )
  const [counted = {}] = await workspace.rows(sql`SELECT ${joined(counts)}
    FROM (SELECT file_row, ${joined(judged)} FROM (SELECT *, row_number() OVER () - 1 AS file_row FROM ${source.relation}))`)
  return kinds
    .map(({ column, rule }, index) => ({
      column,
      rule,
      count: Number(counted[`count_${index}`]),
      rows: ((counted[`rows_${index}`] ?? []) as unknown[]).map(Number),
    }))
    .filter(({ count }) => count > 0)
}
