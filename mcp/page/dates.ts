const DAY = 86_400_000

/** The day (YYYY-MM-DD) `days` days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Today in UTC, as the service counts days. */
export function todayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
