import { addDays, later } from './periods.ts'
import { dataThrough } from './runs.ts'
import type { IsoDate, RunRow } from './delivery.ts'

/** The report and ROAS history look back at most this many days. */
const MAXIMUM_AGE = 455

export interface DateRange {
  start: IsoDate
  end: IsoDate
}

interface RequestedDates {
  startDate?: string
  endDate?: string
}

/** endDate defaults to, and is capped to, the latest install date with data; today without a run. */
function resolveEnd(requested: RequestedDates, today: IsoDate, run: RunRow | undefined): IsoDate {
  if (run === undefined) return requested.endDate ?? today
  const latest = dataThrough(run)
  return requested.endDate === undefined || requested.endDate > latest ? latest : requested.endDate
}

/** Earliest startDate of a report. */
export function earliestReportStart(today: IsoDate): IsoDate {
  return addDays(today, -MAXIMUM_AGE)
}

/** Earliest startDate of a ROAS history: the first install date with data, at most 455 days before the latest. */
export function earliestHistoryStart(
  installDates: IsoDate[],
  today: IsoDate,
  run: RunRow | undefined,
): IsoDate {
  if (run === undefined) return addDays(today, -MAXIMUM_AGE)
  const limit = addDays(dataThrough(run), -MAXIMUM_AGE)
  const first = installDates.toSorted()[0]
  return first === undefined ? limit : later(first, limit)
}

/** The dates as resolved, before any snapping to periods; empty when start is after end. */
export function resolveRange(
  requested: RequestedDates,
  today: IsoDate,
  run: RunRow | undefined,
  earliest: IsoDate,
  defaultDays: number,
): DateRange {
  const end = resolveEnd(requested, today, run)
  return { start: requested.startDate ?? later(addDays(end, -defaultDays), earliest), end }
}
