import type { Run } from './catalog.ts'
import { addDays, earlier, later } from './dates.ts'

/** Both ends inclusive. Empty when `start` is after `end`. */
export interface DateRange {
  start: string
  end: string
}

interface RangeRequest {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** No file reaches further back than this many days. */
const MAX_DAYS_BACK = 455

/** How many days lists of campaigns add up. */
const RECENT_DAYS = 30

/** The last 30 days with data of a recommendation run. */
export function recentDays(run: Run): DateRange {
  // Alert runs alone have no such date.
  const end = run.max_install_date!
  return { start: addDays(end, 1 - RECENT_DAYS), end }
}

/** A start date before the earliest one that is supported. */
export interface TooEarly {
  earliest: string
}

function resolve(asked: RangeRequest, latest: string, earliest: string, days: number): DateRange | TooEarly {
  if (asked.startDate !== undefined && asked.startDate < earliest) return { earliest }
  const end = earlier(asked.endDate ?? latest, latest)
  return { start: asked.startDate ?? later(addDays(end, -days), earliest), end }
}

/** The earliest start of a report. */
export function earliestReportStart(today: string): string {
  return addDays(today, -MAX_DAYS_BACK)
}

/** The earliest start of ROAS history: the first install date with data, but at most 455 days before the latest. */
export function earliestHistoryStart(run: Run | undefined, today: string): string {
  const window = addDays(run?.max_install_date ?? today, -MAX_DAYS_BACK)
  return run?.facts ? later(run.facts.first_install_date, window) : window
}

/**
 * The report's range: the end is capped to the latest install date with data, the default start is 30 days before it, and the
 * earliest start is 455 days before today. Without a run, dates default from today.
 */
export function reportRange(asked: RangeRequest, run: Run | undefined, today: string): DateRange | TooEarly {
  return resolve(asked, run?.max_install_date ?? today, earliestReportStart(today), 30)
}

/** The range of ROAS history: likewise, with a default of 90 days and an earliest start of its own. */
export function roasHistoryRange(asked: RangeRequest, run: Run | undefined, today: string): DateRange | TooEarly {
  return resolve(asked, run?.max_install_date ?? today, earliestHistoryStart(run, today), 90)
}

/** The range of forecast accuracy: as that of ROAS history, with a default of as many more days as cohorts take to be actual. */
export function forecastAccuracyRange(asked: RangeRequest, run: Run | undefined, today: string, dsi: number): DateRange | TooEarly {
  return resolve(asked, run?.max_install_date ?? today, earliestHistoryStart(run, today), dsi + 90)
}
