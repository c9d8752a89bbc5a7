import { addDays, daysBetween } from './periods.ts'
import { dataThrough } from './runs.ts'
import type { DateRange } from './date-range.ts'
import type { Cell } from './expected.ts'
import type { Group, ReportColumn } from './report-columns.ts'
import type { RunRow } from './delivery.ts'

/** A group of a comparison: its rows in the range, and in the one that it is compared with. */
export interface ComparedGroup extends Group {
  before: Group['rows']
}

function lastDayOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** The same day of the month before, or its last one. */
function oneMonthEarlier(date: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const [toYear, toMonth] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${toYear}-${two(toMonth)}-${two(Math.min(day, lastDayOfMonth(toYear, toMonth)))}`
}

/** The range that a report compares with; of an empty range an empty one, unless dates are given. */
export function comparedRange(
  compare: string,
  range: DateRange,
  run: RunRow | undefined,
  today: string,
): DateRange {
  const days = Math.max(0, daysBetween(range.start, range.end) + 1)
  if (compare === 'previous')
    return { start: addDays(range.start, -days), end: addDays(range.start, -1) }
  if (compare === 'previous_year')
    return { start: addDays(range.start, -364), end: addDays(range.start, days - 365) }
  if (compare === 'previous_month') {
    const start = oneMonthEarlier(range.start)
    return { start, end: days === 0 ? addDays(start, -1) : oneMonthEarlier(range.end) }
  }
  const [start, end] = compare.split('..') as [string, string]
  const latest = run === undefined ? today : dataThrough(run)
  return { start, end: end > latest ? latest : end }
}

function change(now: Cell, before: Cell): Cell {
  return typeof now !== 'number' || typeof before !== 'number' || before === 0
    ? null
    : now / before - 1
}

interface Side {
  numerator: number | null
  denominator: number
  /** Of the total. */
  whole: number
  /** Whether the group's revenue is known: with `partial`, of one cohort. */
  isKnown: boolean
}

/** What a side without a denominator adds to the total's ratio all the same. */
function aside({ numerator, denominator, whole }: Side): number | null {
  if (denominator !== 0) return 0
  return numerator === null ? null : numerator / whole
}

/** The group's parts of the change of the total's ratio. */
function contributions(
  now: Side,
  before: Side,
  totals: readonly [number | null, number | null],
): { mix: Cell; rate: Cell } {
  if (now.whole === 0 || before.whole === 0) return { mix: null, rate: null }
  const own = (side: Side, other: Side): number | null => {
    const from = side.denominator !== 0 ? side : other
    if (from.denominator === 0) return 0
    return from.numerator === null ? null : from.numerator / from.denominator
  }
  const [m1, m0] = [own(now, before), own(before, now)]
  const [s1, s0] = [now.denominator / now.whole, before.denominator / before.whole]
  const [a1, a0] = [aside(now), aside(before)]
  const [M1, M0] = totals
  return {
    mix:
      m1 === null || m0 === null || M1 === null || M0 === null
        ? null
        : (s1 - s0) * ((m0 + m1) / 2 - (M0 + M1) / 2),
    rate:
      !now.isKnown || !before.isKnown || m1 === null || m0 === null || a1 === null || a0 === null
        ? null
        : ((s0 + s1) / 2) * (m1 - m0) + a1 - a0,
  }
}

/**
 * Each column with those beside it.
 * @param before the same columns, of the other range
 */
export function comparedColumns(
  columns: readonly ReportColumn[],
  before: readonly ReportColumn[],
  groups: readonly ComparedGroup[],
  explain: boolean,
): ReportColumn[] {
  const then = (group: Group): Group => ({ ...group, rows: (group as ComparedGroup).before })
  const all: ComparedGroup = {
    installCohort: '',
    identity: [],
    rows: groups.flatMap(({ rows }) => rows),
    before: groups.flatMap(group => group.before),
  }
  return columns.flatMap((column, index) => {
    const { name, type, kind } = column
    const other = before[index]!
    if (kind === undefined) return [column]
    const added: ReportColumn[] = [
      { name: `${name}_before`, type, cell: group => other.cell(then(group)) },
    ]
    if (kind === 'share') return [column, ...added]
    added.push({
      name: `${name}_change`,
      type: 'double',
      within: 1e-12,
      cell: group => change(column.cell(group), other.cell(then(group))),
    })
    if (!explain || column.parts === undefined) return [column, ...added]
    const parts = (group: Group) => column.parts!(group)
    const ratios = (cells: Cell[]) => cells.filter(cell => typeof cell === 'number').map(Math.abs)
    const totals = [column.cell(all), other.cell(then(all))] as [number | null, number | null]
    const within =
      1e-11 *
      Math.max(
        1,
        ...ratios([
          ...totals,
          ...groups.flatMap(group => [column.cell(group), other.cell(then(group))]),
        ]),
      )
    const parted = (group: Group) => {
      const now = { ...parts(group), whole: parts(all).denominator }
      const earlier = { ...parts(then(group)), whole: parts(then(all)).denominator }
      return contributions(now, earlier, totals)
    }
    return [
      column,
      ...added,
      { name: `${name}_mix`, type: 'double', within, cell: group => parted(group).mix },
      { name: `${name}_rate`, type: 'double', within, cell: group => parted(group).rate },
    ]
  })
}
