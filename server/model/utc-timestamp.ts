import { isCalendarDate } from './calendar-date.ts'

const FORM = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** True for a real instant written in ISO 8601 as `Date.prototype.toISOString` does: UTC, milliseconds, `Z`, four-digit year. */
export function isUtcTimestamp(text: string): boolean {
  return FORM.test(text) && isCalendarDate(text.slice(0, 10))
}
