import type { Workspace } from '../../imports/workspace.ts'
import { dateOf, type Day } from '../../core/model/dates.ts'
import { sql, type Sql } from '../../core/model/sql.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { momentSql, periodEnd } from '../../imports/reader/grammar.ts'
import type { Role } from './formats/format.ts'
import type { Input, InputFile } from './open-inputs.ts'
import { columnName, dateRole, dayNumber, recordsOf, textOf, wantedRows } from './input-rows.ts'

/**
 * Refuses files whose rows cover several days, whose sums would count on the first day.
 * @throws ForecastFaults with one position per file
 */
export async function refusePeriods(workspace: Workspace, inputs: readonly Input[]): Promise<void> {
  const faults: ForecastFault[] = []
  for (const input of inputs) {
    for (const file of input.files.filter(({ rows }) => rows > 0)) {
      if (file.columns.roles.has('period_end'))
        faults.push(...(await periodFault(workspace, input, file, 'period_end')))
      if (file.dialect.periods)
        faults.push(...(await periodFault(workspace, input, file, dateRole(file))))
    }
  }
  if (faults.length > 0) throw new ForecastFaults(faults)
}

/** `role`: the column with the end of the period, or with both ends. */
async function periodFault(
  workspace: Workspace,
  input: Input,
  file: InputFile,
  role: Role,
): Promise<ForecastFault[]> {
  const date = textOf(file, dateRole(file))
  const [start, end] =
    role === 'period_end' ? [date, textOf(file, role)] : [periodEnd(date, 1), periodEnd(date, 2)]
  const day = (text: Sql): Sql => dayNumber(sql`CAST(${momentSql(text, file.dialect)} AS DATE)`)
  const rows = sql`(SELECT ${day(start)} AS first, ${day(end)} AS last, ${textOf(file, role)} AS value FROM ${recordsOf(file)} WHERE ${wantedRows(input, file)})`
  const [period] = await workspace.rows(
    sql`SELECT first, last, value, count(*) OVER () AS count FROM ${rows} WHERE last > first ORDER BY ALL LIMIT 1`,
  )
  if (period === undefined) return []
  const [first, last] = [Number(period['first']), Number(period['last'])]
  return [
    {
      file: file.file,
      column: columnName(file, role),
      value: String(period['value']),
      rule: `must have a row for each day: ${Number(period['count'])} of its rows cover several, such as ${dateOf(first)} to ${dateOf(last)}. Export it again with the breakdown by day`,
    },
  ]
}

const WEEK = 7
const FEWEST = 3

/** The period of a table that is not daily: every gap between its days is at least a week. */
export function periodOf(days: readonly Day[]): 'week' | 'month' | undefined {
  const sorted = [...days].sort((a, b) => a - b)
  const gaps = sorted.slice(1).map((day, index) => day - sorted[index]!)
  if (sorted.length < FEWEST || gaps.some(gap => gap < WEEK)) return undefined
  return gaps.every(gap => gap % WEEK === 0)
    ? 'week'
    : gaps.every(gap => gap >= 28)
      ? 'month'
      : undefined
}
