import { InvalidArgumentError } from 'commander'
import { utcDate } from '../../server/model/dates.ts'
import { isCalendarDate } from '../../server/model/calendar-date.ts'

/** Reads a date that an option gives. */
export function calendarDate(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('must be a real date, YYYY-MM-DD')
  return text
}

/** Reads a date that is not over yet, in UTC. */
export function comingDate(text: string): string {
  if (calendarDate(text) < utcDate(new Date())) throw new InvalidArgumentError('must be a date from today (UTC) on')
  return text
}
