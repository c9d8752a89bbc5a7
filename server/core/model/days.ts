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

export type Day = number
