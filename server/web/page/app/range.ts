import {
  addDays,
  daysBetween,
  periodStart,
  rangeBefore as resolved,
} from '../../../core/model/dates.ts'
import type { AppScreen, Comparison } from '../screen.ts'

/** Install dates, YYYY-MM-DD, both included. */
export interface Range {
  from: string
  to: string
}

/** The points of panels, one per period. Weeks end on the weekday of `to`, so that the last one matches the cards; ISO weeks start on Mondays. */
export interface Window extends Range {
  grain: 'day' | 'week' | 'ISO week'
}

export const WEEKS = 12

/** Ranges up to a week are shown among the preceding weeks; longer ones by day, from six weeks on by week. */
const LONGEST_WEEK = 7
const LONGEST_DAILY = 41

export function daysOf({ from, to }: Range): number {
  return daysBetween(from, to) + 1
}

/** The screen's install dates; by default the last 7 days with data. */
export function rangeOf({ from, to }: Pick<AppScreen, 'from' | 'to'>, dataThrough: string): Range {
  if (from === null || to === null) return { from: addDays(dataThrough, -6), to: dataThrough }
  return { from, to: to > dataThrough && from <= dataThrough ? dataThrough : to }
}

/** The compared range; null: none. */
export function rangeBefore(compare: Comparison, { from, to }: Range): Range | null {
  if (compare === 'none') return null
  const { start, end } = resolved(compare, { start: from, end: to })
  return { from: start, to: end }
}

export function mondayOf(day: string): string {
  return periodStart(day, 'weekly')
}

/**
 * The periods around a range: its own, and at least twelve weeks if weeks are shown.
 * @param mayDaily false: the app refuses days, or has too many to sum here
 */
export function windowOf(range: Range, earliest: string, mayDaily: boolean): Window {
  const days = daysOf(range)
  if (days > LONGEST_WEEK && days <= LONGEST_DAILY && mayDaily) return { ...range, grain: 'day' }
  const grain = mayDaily ? 'week' : 'ISO week'
  const startOf = mayDaily
    ? (day: string) =>
        addDays(range.to, -7 * Math.ceil(daysOf({ from: day, to: range.to }) / 7) + 1)
    : mondayOf
  const wished = addDays(startOf(range.to), -7 * (WEEKS - 1))
  let from = startOf(range.from) < wished ? startOf(range.from) : wished
  // Only complete weeks, unless the range itself starts in the first one.
  while (from < earliest) from = addDays(from, 7)
  return { from: range.from < from ? range.from : from, to: range.to, grain }
}

/** First day of the period of an install date. */
export function startOfPeriod(day: string, { grain, from, to }: Window): string {
  if (grain === 'day') return day
  const start =
    grain === 'ISO week'
      ? mondayOf(day)
      : addDays(to, -7 * Math.ceil(daysOf({ from: day, to }) / 7) + 1)
  return start < from ? from : start
}

/** Install dates of a period that starts on `start`, within the window. */
export function periodOf(start: string, window: Window): Range {
  const { grain, to } = window
  const end =
    grain === 'day'
      ? start
      : grain === 'ISO week'
        ? addDays(mondayOf(start), 6)
        : addDays(to, -7 * Math.floor(daysOf({ from: start, to: addDays(to, -1) }) / 7))
  return { from: start, to: end > to ? to : end }
}

interface Preset extends Range {
  label: string
}

/** The preset of an address without dates. */
export const STANDARD = 'Last 7 days'

/** The most common ranges, up to the latest install date with data. */
export function presetsOf(dataThrough: string, today: string): Preset[] {
  return [
    {
      label: dataThrough === addDays(today, -1) ? 'Yesterday' : 'Newest day',
      from: dataThrough,
      to: dataThrough,
    },
    { label: STANDARD, from: addDays(dataThrough, -6), to: dataThrough },
    { label: 'Last 28 days', from: addDays(dataThrough, -27), to: dataThrough },
    { label: 'Month to date', from: `${dataThrough.slice(0, 7)}-01`, to: dataThrough },
  ]
}
