import { dateOf, type Day, dayOf } from '../../model/days.ts'
import type { Config } from '../config/config.ts'
import type { ForecastFault } from '../config/faults.ts'
import { type Facts, UNKNOWN } from '../model/facts.ts'

export interface TableCoverage {
  table: string
  files: number
  rows: number
  firstDay: Day
  lastDay: Day
  days: number
}

export interface Coverage {
  tables: readonly TableCoverage[]
  /** Up to the last complete day less the lag, in the app's currency. */
  all: {
    firstDay: Day
    lastDay: Day
    days: number
    cells: number
    installs: number
    spend: number
    revenue: number
    /** Shares without a known campaign, except organic installs. */
    unattributed: { installs: number; spend: number; revenue: number }
  }
}

export function coverageOf({ cells, revenue, firstDay, lastDay }: Facts, tables: readonly TableCoverage[]): Coverage {
  const all = { installs: 0, spend: 0, revenue: 0 }
  const unattributed = { installs: 0, spend: 0, revenue: 0 }
  let days = 0
  for (let cell = 0; cell < cells.count; cell++) {
    if (cell === 0 || cells.day[cell] !== cells.day[cell - 1]) days++
    let gross = 0
    for (const { start, gross: of } of revenue) for (let row = start[cell]!; row < start[cell + 1]!; row++) gross += of[row]!
    const sums = [all, ...(cells.organic[cell] === 0 && cells.campaign[cell] === UNKNOWN ? [unattributed] : [])]
    for (const sum of sums) {
      sum.installs += cells.installs[cell]!
      sum.spend += cells.spend[cell]!
      sum.revenue += gross
    }
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  return {
    tables,
    all: {
      firstDay,
      lastDay,
      days,
      cells: cells.count,
      ...all,
      unattributed: {
        installs: share(unattributed.installs, all.installs),
        spend: share(unattributed.spend, all.spend),
        revenue: share(unattributed.revenue, all.revenue),
      },
    },
  }
}

/** Rows that chance may leave out of some days: with more expected, e^-10, a day without any is missing. */
const CHANCE_GAP = 10
/** The same at the end of a table, where it hides nothing for long: e^-5. */
const CHANCE_END = 5

export function gapFaults(
  { table, sums, eventsPerDay }: Pick<DailySums, 'table' | 'sums' | 'eventsPerDay'>,
  through: Day,
  gaps: Config['gaps'],
): ForecastFault[] {
  const days = [...sums.keys()]
  const known = gaps.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) }))
  const isKnown = (day: Day): boolean => known.some(({ from, to }) => day >= from && day <= to)
  const sorted = [...days].sort((a, b) => a - b)
  return sorted.slice(1).flatMap((day, index) => {
    const missing = Array.from({ length: day - sorted[index]! - 1 }, (_, n) => sorted[index]! + 1 + n).filter(
      between => between <= through && !isKnown(between),
    )
    if (missing.length === 0 || missing.length * eventsPerDay < CHANCE_GAP) return []
    const value = missing.length === 1 ? dateOf(missing[0]!) : `${dateOf(missing[0]!)} to ${dateOf(missing.at(-1)!)}`
    return [{ file: table, column: 'date', value, rule: 'missing days between days with rows; list known ones under gaps' }]
  })
}

export interface DailySums {
  table: string
  sums: ReadonlyMap<Day, number>
  lastDay: Day
  /** Installs, payments or cohorts; infinite if every day must have rows. */
  eventsPerDay: number
}

const WEEK = 7
const WEEKS = 4
const MIN_SHARE = 0.5

/**
 * The newest day that every table covers; a table of few rows may end before, since days without a sale have no rows. A last day below half of the median of that weekday's four previous days counts as incomplete,
 * with a note.
 */
export function lastCompleteDay(tables: readonly DailySums[]): { day: Day; notes: string[] } {
  const notes: string[] = []
  const newest = Math.max(...tables.map(({ lastDay }) => lastDay))
  const days = tables.map(({ table, sums, lastDay, eventsPerDay }) => {
    if (eventsPerDay < CHANCE_END && (newest - lastDay) * eventsPerDay < CHANCE_END) return newest
    const before = Array.from({ length: WEEKS }, (_, week) => sums.get(lastDay - WEEK * (week + 1)))
    if (before.some(sum => sum === undefined)) return lastDay
    const sorted = (before as number[]).sort((a, b) => a - b)
    const median = (sorted[1]! + sorted[2]!) / 2
    if ((sums.get(lastDay) ?? 0) >= MIN_SHARE * median) return lastDay
    notes.push(`${dateOf(lastDay)} looks cut off in ${table}: it has less than half of what its weekday usually has. It is left out.`)
    return lastDay - 1
  })
  return { day: Math.min(...days), notes }
}
