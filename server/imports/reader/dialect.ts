import { joined, sql, type Sql } from '../../core/model/sql.ts'
import type { Row, Workspace } from '../workspace.ts'
import {
  dateKind,
  type Dialect,
  hasOffset,
  isPeriod,
  numberKind,
  offsetOf,
  periodEnd,
  shortDay,
  shortYear,
} from './grammar.ts'

/** Counts of notations in cells by kind, with an example cell each. */
export class Evidence {
  readonly #kinds = new Map<string, { count: number; value: string }>()

  add(kind: string, count: number, value: string): void {
    const before = this.#kinds.get(kind)
    this.#kinds.set(kind, {
      count: count + (before?.count ?? 0),
      value: before === undefined || value < before.value ? value : before.value,
    })
  }

  count(kind: string): number {
    return this.#kinds.get(kind)?.count ?? 0
  }

  sample(kind: string): string {
    return this.#kinds.get(kind)?.value ?? ''
  }

  more<Kind extends string>(a: Kind, b: Kind): Kind | undefined {
    const [ones, others] = [this.count(a), this.count(b)]
    return ones + others === 0 ? undefined : ones >= others ? a : b
  }
}

/** Trimmed cells of a relation whose notation is one. */
export interface Cells {
  relation: Sql
  cells: readonly Sql[]
}

/** Counts cells by `labels`, SQL over `v`, with the smallest of each. */
async function tally(
  workspace: Workspace,
  { relation, cells }: Cells,
  labels: Sql,
  { where = sql`v <> ''`, isList = false } = {},
): Promise<Row[]> {
  if (cells.length === 0) return []
  const list = sql`[${joined(cells)}]`
  const all = sql`SELECT unnest(${isList ? sql`flatten(${list})` : list}) AS v FROM ${relation}`
  return await workspace.rows(
    sql`SELECT ${labels}, count(*) AS count, min(v) AS value FROM (${all}) WHERE ${where} GROUP BY ALL ORDER BY ALL`,
  )
}

/** Adds the kinds of numbers to `evidence`, with a prefix for columns of whole numbers. */
export async function weighNumbers(
  workspace: Workspace,
  cells: Cells,
  evidence: Evidence,
  prefix = '',
): Promise<void> {
  for (const { kind, count, value } of await tally(
    workspace,
    cells,
    sql`${numberKind(sql`v`)} AS kind`,
  ))
    evidence.add(`${prefix}${String(kind)}`, Number(count), String(value))
}

/** Undefined if commas may be either mark. Three digits after the only mark of an integer are thousands. */
export function decimalOf(numbers: Evidence, semicolons: boolean): Dialect['decimal'] {
  const clear = numbers.more('comma', 'point')
  if (clear !== undefined) return clear === 'comma' ? ',' : '.'
  const form =
    numbers.more('whole comma3', 'whole point3') ?? numbers.more('whole point', 'whole comma')
  if (form !== undefined) return form === 'whole comma3' || form === 'whole point' ? '.' : ','
  // Programs write semicolons if commas are decimal marks.
  if (numbers.count('comma3') > 0) return semicolons ? ',' : undefined
  return semicolons && numbers.count('point3') > 0 ? undefined : '.'
}

/** Adds the kinds of dates to `evidence`, and whether days and years have all their digits. */
export async function weighDates(
  workspace: Workspace,
  { relation, cells }: Cells,
  evidence: Evidence,
): Promise<void> {
  const tallies = await tally(workspace, { relation, cells }, sql`${isPeriod(sql`v`)} AS period`)
  const periods = tallies.find(({ period }) => period === true)
  if (periods !== undefined) evidence.add('period', Number(periods.count), String(periods.value))
  const ends = (cell: Sql): Sql =>
    sql`CASE WHEN ${isPeriod(cell)} THEN [${periodEnd(cell, 1)}, ${periodEnd(cell, 2)}] ELSE [${cell}] END`
  const dates = periods === undefined ? cells : cells.map(ends)
  const label = sql`${dateKind(sql`v`)} AS kind, CASE WHEN ${shortDay(sql`v`)} THEN 'short day' WHEN ${shortYear(sql`v`)} THEN 'short year'
    WHEN regexp_matches(v, '^[0-9]{4}[/-](0|[0-9]+[/-]0)') THEN 'whole day' ELSE 'whole year' END AS width`
  for (const { kind, width, count, value } of await tally(
    workspace,
    { relation, cells: dates },
    label,
    {
      isList: periods !== undefined,
    },
  )) {
    evidence.add(String(kind), Number(count), String(value))
    if (
      width !== 'whole year' ||
      !['iso', 'unix', 'serial', 'digits', 'other'].includes(String(kind))
    )
      evidence.add(String(width), Number(count), String(value))
  }
}

/** Which cells the rest of a column shows to be cut. */
export function cutOf(dates: Evidence): Dialect['cut'] {
  return {
    day: dates.count('short day') > 0 && dates.count('whole day') > 0,
    year: dates.count('short year') > 0 && dates.count('whole year') > 0,
  }
}

/** Adds the offsets of times to `evidence`. */
export async function weighZones(
  workspace: Workspace,
  cells: Cells,
  evidence: Evidence,
): Promise<void> {
  const rows = await tally(workspace, cells, sql`${offsetOf(sql`v`)} AS zone`, {
    where: hasOffset(sql`v`),
  })
  for (const { zone, count, value } of rows) {
    if (/^(Z|UTC|GMT|[+-]00(:?00)?)$/.test(String(zone))) continue
    evidence.add('away', Number(count), String(zone))
    evidence.add('offset', Number(count), String(zone))
    evidence.add('time', Number(count), String(value))
  }
}
