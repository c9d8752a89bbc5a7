import type { Workspace } from '../../imports/workspace.ts'
import { dateOf, type Day } from '../../model/days.ts'
import { sql, type Sql } from '../../model/sql.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { momentSql } from './dialect-sql.ts'
import type { Input, InputFile } from './open-inputs.ts'
import { dateRole, dayNumber, textOf, wantedRows } from './input-rows.ts'

/**
 * Refuses files whose rows cover several days, whose sums would count on the first day.
 * @throws ForecastFaults with one position per file
 */
export async function refusePeriods(workspace: Workspace, inputs: readonly Input[]): Promise<void> {
  const faults: ForecastFault[] = []
  for (const input of inputs) {
    for (const file of input.files) {
      if (!file.columns.roles.has('period_end') || file.rows === 0) continue
      const fault = await periodFault(workspace, input, file)
      if (fault !== undefined) faults.push(fault)
    }
  }
  if (faults.length > 0) throw new ForecastFaults(faults)
}

async function periodFault(workspace: Workspace, input: Input, file: InputFile): Promise<ForecastFault | undefined> {
  const day = (role: 'date' | 'period_end'): Sql =>
    dayNumber(sql`CAST(${momentSql(textOf(file, role === 'date' ? dateRole(file) : role), file.dialect)} AS DATE)`)
  const rows = sql`(SELECT ${day('date')} AS first, ${day('period_end')} AS last FROM ${file.relation} WHERE ${wantedRows(input, file)})`
  const [found] = await workspace.rows(
    sql`SELECT first, last, count(*) OVER () AS count FROM ${rows} WHERE last > first ORDER BY ALL LIMIT 1`,
  )
  if (found === undefined) return undefined
  const [first, last] = [Number(found['first']), Number(found['last'])]
  return {
    file: file.file,
    column: file.header[file.columns.roles.get('period_end')!]!,
    value: dateOf(last),
    rule: `must have a row for each day: ${Number(found['count'])} of its rows cover several, such as ${dateOf(first)} to ${dateOf(last)}. Export it again with the breakdown by day`,
  }
}

const WEEK = 7
const FEWEST = 3

/** The period of a table that is not daily: every gap between its days is at least a week. */
export function periodOf(days: readonly Day[]): 'week' | 'month' | undefined {
  const sorted = [...days].sort((a, b) => a - b)
  const gaps = sorted.slice(1).map((day, index) => day - sorted[index]!)
  if (sorted.length < FEWEST || gaps.some(gap => gap < WEEK)) return undefined
  return gaps.every(gap => gap % WEEK === 0) ? 'week' : gaps.every(gap => gap >= 28) ? 'month' : undefined
}
