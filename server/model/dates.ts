/** Calendar dates are `YYYY-MM-DD` strings: they compare as text and never meet a time zone. */

export type InstallGrouping = 'daily' | 'weekly' | 'monthly'

/** Of a report's cohorts: `total` makes one of the whole range. */
export type ReportGrouping = InstallGrouping | 'total'

const DAY = 86_400_000

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY
}

/** The date `days` days after `date` (before, when negative). */
export function addDays(date: string, days: number): string {
  return new Date((dayNumber(date) + days) * DAY).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** First day of the period that holds `date`: the day itself, its ISO week's Monday, the first of its month. */
export function periodStart(date: string, grouping: InstallGrouping): string {
  if (grouping === 'daily') return date
  if (grouping === 'monthly') return `${date.slice(0, 7)}-01`
  // 1970-01-01, day 0, was a Thursday: three days after a Monday.
  const sinceMonday = (((dayNumber(date) + 3) % 7) + 7) % 7
  return addDays(date, -sinceMonday)
}

/** The UTC date of a moment. */
export function utcDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The earlier and the later of two dates. */
export function earlier(a: string, b: string): string {
  return a < b ? a : b
}
export function later(a: string, b: string): string {
  return a > b ? a : b
}
