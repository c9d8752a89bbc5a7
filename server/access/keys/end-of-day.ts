const DAY = 86_400_000

/** The first moment after a UTC day, ISO 8601. Throws a RangeError for an impossible date. */
export function endOfDay(date: string): string {
  const start = Date.parse(`${date}T00:00:00.000Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) {
    throw new RangeError('expires must be a calendar date, YYYY-MM-DD')
  }
  return new Date(start + DAY).toISOString()
}
