import type { IsoDate } from './delivery.ts'
import type { Grouping } from './request-types.ts'

const DAY = 86_400_000

/** `date` moved by whole days. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY
}

/** The start of the period a date falls into: the ISO week's Monday, the first of the month. */
export function periodStart(date: IsoDate, grouping: Grouping): IsoDate {
  if (grouping === 'daily') return date
  if (grouping === 'monthly') return `${date.slice(0, 7)}-01`
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7
  return addDays(date, -daysSinceMonday)
}

/** Every date of the period starting at `start`. */
export function periodDates(start: IsoDate, grouping: Grouping): IsoDate[] {
  const dates = [start]
  for (let date = addDays(start, 1); periodStart(date, grouping) === start; date = addDays(date, 1))
    dates.push(date)
  return dates
}

/** The later of two dates. */
export function later(a: IsoDate, b: IsoDate): IsoDate {
  return a > b ? a : b
}
