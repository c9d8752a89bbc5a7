import { type InstallGrouping, periodStart } from './dates.ts'

const MILLISECONDS = 86_400_000

/** Days since 1970-01-01 of a date, `YYYY-MM-DD`. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MILLISECONDS
}

/** The date, `YYYY-MM-DD`, of days since 1970-01-01. */
export function dateOf(day: number): string {
  return new Date(day * MILLISECONDS).toISOString().slice(0, 10)
}

export function startOf(day: number, grouping: InstallGrouping): number {
  return dayOf(periodStart(dateOf(day), grouping))
}

export function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1
}

export function dayOfYear(day: number): number {
  return day - dayOf(`${dateOf(day).slice(0, 4)}-01-01`) + 1
}

export type Day = number
