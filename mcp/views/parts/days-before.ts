/** The day, YYYY-MM-DD in UTC, so many days before an instant. */
export function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * 86_400_000).toISOString().slice(0, 10)
}
