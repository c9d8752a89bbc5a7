import type { Day } from '../facts.ts'
import { dayText } from '../days.ts'

/** What a table sums up to on its days: money, or installs. */
export interface DailySums {
  table: string
  sums: ReadonlyMap<Day, number>
  /** The newest day that the table says anything of. */
  lastDay: Day
}

const WEEK = 7
const WEEKS = 4
const LEAST_SHARE = 0.5

/**
 * The newest day that every table is complete for. A table's last day with less than half of the median of that weekday's four days before is
 * held for cut off, with a note.
 */
export function lastCompleteDay(tables: readonly DailySums[]): { day: Day; notes: string[] } {
  const notes: string[] = []
  const days = tables.map(({ table, sums, lastDay }) => {
    const before = Array.from({ length: WEEKS }, (_, week) => sums.get(lastDay - WEEK * (week + 1)))
    if (before.some(sum => sum === undefined)) return lastDay
    const sorted = (before as number[]).sort((a, b) => a - b)
    const median = (sorted[1]! + sorted[2]!) / 2
    if ((sums.get(lastDay) ?? 0) >= LEAST_SHARE * median) return lastDay
    notes.push(`${dayText(lastDay)} looks cut off in ${table}: it has less than half of what its weekday usually has. It is left out.`)
    return lastDay - 1
  })
  return { day: Math.min(...days), notes }
}
