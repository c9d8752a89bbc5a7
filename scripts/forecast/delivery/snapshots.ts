import { startOf, weekdayOf } from '../../../server/demo/days.ts'
import type { Config } from '../config/config.ts'
import type { Day } from '../facts.ts'

/**
 * The first install date whose cohorts a run keeps for ever: the ISO weeks that began in the last `dailyDays` days, on Sundays those of the last
 * `weeklyDays`. It is a Monday, so that no week is kept in part.
 */
export function snapshotsFrom(asOf: Day, { dailyDays, weeklyDays }: Config['snapshots']): Day {
  if (weekdayOf(asOf) === 7) return startOf(asOf - Math.max(weeklyDays, dailyDays), 'weekly')
  const oldest = asOf - dailyDays
  const monday = startOf(oldest, 'weekly')
  return monday === oldest ? monday : monday + 7
}
