import type { Config } from '../config/config.ts'
import type { Day } from '../facts.ts'
import { dayOf, dayText } from '../days.ts'
import type { ForecastFault } from '../faults.ts'

/** A fault for each run of days, up to a last one, without any row between days with rows of a table, but for the gaps that are known of. */
export function gapFaults(table: string, days: readonly Day[], through: Day, gaps: Config['gaps']): ForecastFault[] {
  const known = gaps.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) }))
  const isKnown = (day: Day): boolean => known.some(({ from, to }) => day >= from && day <= to)
  const sorted = [...days].sort((a, b) => a - b)
  return sorted.slice(1).flatMap((day, index) => {
    const missing = Array.from({ length: day - sorted[index]! - 1 }, (_, n) => sorted[index]! + 1 + n).filter(
      between => between <= through && !isKnown(between),
    )
    if (missing.length === 0) return []
    const value = missing.length === 1 ? dayText(missing[0]!) : `${dayText(missing[0]!)} to ${dayText(missing.at(-1)!)}`
    return [
      { file: table, column: 'date', value, rule: 'must not lack days between days with rows; name those that are known of under gaps' },
    ]
  })
}
