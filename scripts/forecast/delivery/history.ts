import { weekdayOf } from '../../../server/demo/days.ts'
import type { Day } from '../facts.ts'

const sunday = 7

/**
 * The as-of days of the snapshot-only runs of a backfill, ascending: the Sundays from `from` on that lie before `newest`, the day of the
 * delivery's whole run. Days that have a run already (`known`) are left out: what was said is kept.
 */
export function backfillDays({ from, newest, known }: { from: Day; newest: Day; known: ReadonlySet<Day> }): Day[] {
  const days: Day[] = []
  for (let day = from + ((sunday - weekdayOf(from)) % 7); day < newest; day += 7) if (!known.has(day)) days.push(day)
  return days
}
