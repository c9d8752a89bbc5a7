import type { Run } from './catalog.ts'

/*
 * Calendar dates are `YYYY-MM-DD` strings, which sort as text, or numbers of days since 1970-01-01. Neither has a time zone.
 */

/** Days since 1970-01-01. */
export type Day = number

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/** Days since 1970-01-01 of a date, `YYYY-MM-DD`. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The date, `YYYY-MM-DD`, of days since 1970-01-01. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** 1 for Monday to 7; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** The Monday of a day's week. */
export function mondayOf(day: number): number {
  return day - weekdayOf(day) + 1
}

export function dayOfYear(day: number): number {
  return day - dayOf(`${dateOf(day).slice(0, 4)}-01-01`) + 1
}

export type InstallGrouping = 'daily' | 'weekly' | 'monthly'

export type ReportGrouping = InstallGrouping | 'total'

export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days)
}

export function daysBetween(from: string, to: string): number {
  return dayOf(to) - dayOf(from)
}

/** The day, its ISO week's Monday, or the first of its month. */
export function periodStart(date: string, grouping: InstallGrouping): string {
  if (grouping === 'daily') return date
  if (grouping === 'monthly') return `${date.slice(0, 7)}-01`
  return dateOf(mondayOf(dayOf(date)))
}

/** The UTC date of a moment. */
export function utcDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Days of the month that a day is in. */
export function daysInMonth(date: string): number {
  const month = periodStart(date, 'monthly')
  return daysBetween(month, periodStart(addDays(month, 31), 'monthly'))
}

export function earlier(a: string, b: string): string {
  return a < b ? a : b
}
export function later(a: string, b: string): string {
  return a > b ? a : b
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True for a real date of the calendar written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [
    Number(text.slice(0, 4)),
    Number(text.slice(5, 7)),
    Number(text.slice(8)),
  ]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))
}

export interface DateRange {
  start: string
  end: string
}

interface RangeRequest {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Maximum age of a start date, days. */
const MAX_DAYS_BACK = 455

const RECENT_DAYS = 30

/** Days before its end on which a range starts by default. */
const DEFAULT_DAYS = { report: 30, history: 90 }

export function recentDays(run: Run): DateRange {
  const end = run.max_install_date!
  return { start: addDays(end, 1 - RECENT_DAYS), end }
}

export interface TooEarly {
  earliest: string
  /** The requested start, unless it was a default. */
  start?: string
}

function resolve(
  requested: RangeRequest,
  latest: string,
  earliest: string,
  days: number,
): DateRange | TooEarly {
  if (requested.startDate !== undefined && requested.startDate < earliest) return { earliest }
  const end = earlier(requested.endDate ?? latest, latest)
  return { start: requested.startDate ?? later(addDays(end, -days), earliest), end }
}

/** Days before the latest data that an app's own report shows: twelve weeks, a begun one and the compared one. */
const OWN_REPORT_DAYS = 100

/** Today or, if the data ended long ago, the last day on which reports still reach the days that an app's own report shows. */
export function reportDay(through: string | null, today: string): string {
  return through === null
    ? today
    : earlier(today, addDays(through, MAX_DAYS_BACK - OWN_REPORT_DAYS))
}

export function earliestReportStart(today: string): string {
  return addDays(today, -MAX_DAYS_BACK)
}

/** The first install date with data, at most `MAX_DAYS_BACK` before the latest. */
export function earliestHistoryStart(run: Run | undefined, today: string): string {
  const window = addDays(run?.max_install_date ?? today, -MAX_DAYS_BACK)
  return run?.facts ? later(run.facts.first_install_date, window) : window
}

/** A report's range. The end is capped at the latest install date with data. Without a run, dates default from today. */
export function reportRange(
  requested: RangeRequest,
  run: Run | undefined,
  today: string,
): DateRange | TooEarly {
  return resolve(
    requested,
    run?.max_install_date ?? today,
    earliestReportStart(today),
    DEFAULT_DAYS.report,
  )
}

function monthEarlier(day: string): string {
  const month = periodStart(addDays(periodStart(day, 'monthly'), -1), 'monthly')
  return addDays(month, Math.min(Number(day.slice(8)), daysInMonth(month)) - 1)
}

/** The range before another one, from a keyword or `YYYY-MM-DD..YYYY-MM-DD`. */
export function rangeBefore(compare: string, { start, end }: DateRange): DateRange {
  const days = Math.max(0, daysBetween(start, end) + 1)
  const from = (first: string): DateRange => ({ start: first, end: addDays(first, days - 1) })
  const words: Record<string, () => DateRange> = {
    previous: () => from(addDays(start, -days)),
    previous_month: () =>
      days === 0
        ? from(monthEarlier(start))
        : { start: monthEarlier(start), end: monthEarlier(end) },
    previous_year: () => from(addDays(start, -364)),
  }
  const [first, last] = compare.split('..')
  return words[compare]?.() ?? { start: first!, end: last! }
}

/** The compared range of a report; the end of an explicit one is capped like the report's. */
export function comparedRange(
  compare: string,
  range: DateRange,
  run: Run | undefined,
  today: string,
): DateRange | TooEarly {
  const { start, end } = rangeBefore(compare, range)
  const earliest = earliestReportStart(today)
  if (start < earliest) return { earliest, start }
  return { start, end: compare.includes('..') ? earlier(end, run?.max_install_date ?? today) : end }
}

/** Like `reportRange`, with another default and its own earliest start. */
export function roasHistoryRange(
  requested: RangeRequest,
  run: Run | undefined,
  today: string,
): DateRange | TooEarly {
  return resolve(
    requested,
    run?.max_install_date ?? today,
    earliestHistoryStart(run, today),
    DEFAULT_DAYS.history,
  )
}

/** Like `roasHistoryRange`, extended by the days until cohorts are actual. */
export function forecastAccuracyRange(
  requested: RangeRequest,
  run: Run | undefined,
  today: string,
  dsi: number,
): DateRange | TooEarly {
  return resolve(
    requested,
    run?.max_install_date ?? today,
    earliestHistoryStart(run, today),
    dsi + DEFAULT_DAYS.history,
  )
}

/** Weekly if the app requires weekly prediction aggregation. */
export function defaultGrouping(weeklyAggregation: boolean) {
  return (weeklyAggregation ? 'weekly' : 'daily') satisfies InstallGrouping
}

const FORM = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** A real instant as `Date.prototype.toISOString` writes it, with a four-digit year. */
export function isUtcTimestamp(text: string): boolean {
  return FORM.test(text) && isCalendarDate(text.slice(0, 10))
}
