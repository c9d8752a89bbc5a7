import { addDays, daysBetween, periodStart } from '../model/dates.ts'
import type { InstallGrouping } from '../model/dates.ts'

/** The demo counts days from this one, so that a date keeps its chances whatever today is. */
const dayZero = '1970-01-01'

export function dayOf(date: string): number {
  return daysBetween(dayZero, date)
}

export function dateOf(day: number): string {
  return addDays(dayZero, day)
}

/** First day of the period that holds a day. */
export function startOf(day: number, grouping: InstallGrouping): number {
  return dayOf(periodStart(dateOf(day), grouping))
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1
}

/** 1 to 366. */
export function dayOfYear(day: number): number {
  return day - dayOf(`${dateOf(day).slice(0, 4)}-01-01`) + 1
}
