import { addDays, daysBetween, utcDate } from '../../core/model/dates.ts'
import type { Format } from './use-format.ts'

export { countryName, listOf, platformName } from '../../core/words/names.ts'

/** Terms of the domain, besides those of steps. */

/** `6% below target`; within half a percent `on target`. A ROAS below zero has no share of target. */
export function distanceWords(ofTarget: number, format: Format): string {
  if (ofTarget < 0) return 'negative, below target'
  const distance = format.share(Math.abs(ofTarget - 1))
  return distance === '0%' ? 'on target' : `${distance} ${ofTarget < 1 ? 'below' : 'above'} target`
}

/** Days by which data end before yesterday; 0: up to date. */
export function daysLate(dataThrough: string, now = Date.now()): number {
  return Math.max(0, daysBetween(dataThrough, addDays(utcDate(new Date(now)), -1)))
}

/** `Data through Nov 20, 2 days late` */
export function dataAgeWords(dataThrough: string | null, format: Format, now = Date.now()): string {
  if (dataThrough === null) return 'No data yet'
  const late = daysLate(dataThrough, now)
  return `Data through ${format.day(dataThrough)}${late === 0 ? '' : late === 1 ? ', 1 day late' : `, ${late} days late`}`
}

/** `1 campaign`, `34 campaigns` */
export function countOf(count: number, noun: string, format: Format): string {
  return `${format.count(count)} ${noun}${count === 1 ? '' : 's'}`
}
