import type { AppSettings } from '../../../generated/client/models.ts'
import { addDays } from '../dates.ts'
import type { AppScreen, Comparison } from '../screen.ts'

/** Install dates, YYYY-MM-DD, both included. */
export interface Range {
  from: string
  to: string
}

/** What panels show: a period per point. */
export interface Window extends Range {
  grain: 'daily' | 'weekly'
}

export const WEEKS = 12

/** Ranges up to a week are shown among the weeks before; longer ones by day, from six weeks on by week. */
const LONGEST_WEEK = 7
const LONGEST_DAILY = 41

export function daysOf({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** The screen's install dates; by default the last 7 days with data. */
export function rangeOf({ from, to }: Pick<AppScreen, 'from' | 'to'>, dataThrough: string): Range {
  if (from === null || to === null) return { from: addDays(dataThrough, -6), to: dataThrough }
  return { from, to: to > dataThrough && from <= dataThrough ? dataThrough : to }
}

/** The range compared with, as the service resolves it; null: none. */
export function rangeBefore(compare: Comparison, { from, to }: Range): Range | null {
  switch (compare) {
    case 'none':
      return null
    case 'previous':
      return { from: addDays(from, -daysOf({ from, to })), to: addDays(from, -1) }
    case 'previous_month':
      return { from: monthBefore(from), to: monthBefore(to) }
    case 'previous_year':
      return { from: addDays(from, -364), to: addDays(to, -364) }
    default: {
      const [start, end] = compare.split('..') as [string, string]
      return { from: start, to: end }
    }
  }
}

/** The same day one month earlier, clamped to that month. */
function monthBefore(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10)
}

export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The periods around a range: those of the range, and at least twelve weeks where weeks are shown. */
export function windowOf(range: Range, settings: Pick<AppSettings, 'weeklyAggregation' | 'earliestReportStartDate'>): Window {
  const days = daysOf(range)
  if (days > LONGEST_WEEK && days <= LONGEST_DAILY && !settings.weeklyAggregation) return { ...range, grain: 'daily' }
  const earliest = settings.earliestReportStartDate
  const wished = addDays(mondayOf(range.to), -7 * (WEEKS - 1))
  const first = mondayOf(range.from) < wished ? mondayOf(range.from) : wished
  if (first >= earliest) return { from: first, to: range.to, grain: 'weekly' }
  const whole = addDays(mondayOf(addDays(earliest, 6)), 0)
  return { from: range.from < whole ? range.from : whole, to: range.to, grain: 'weekly' }
}

/** Install dates of a period that starts on `start`, within the window. */
export function periodOf(start: string, window: Window): Range {
  const end = window.grain === 'daily' ? start : addDays(mondayOf(start), 6)
  return { from: start, to: end > window.to ? window.to : end }
}

export interface Preset extends Range {
  label: string
}

/** Ranges that people choose most, up to the latest install date with data. */
export function presetsOf(dataThrough: string): Preset[] {
  const lastWeek = addDays(mondayOf(addDays(dataThrough, 1)), -7)
  return [
    { label: 'Last 7 days', from: addDays(dataThrough, -6), to: dataThrough },
    { label: 'Last full week', from: lastWeek, to: addDays(lastWeek, 6) },
    { label: 'Last 28 days', from: addDays(dataThrough, -27), to: dataThrough },
    { label: 'Last 12 weeks', from: addDays(dataThrough, -83), to: dataThrough },
  ]
}
