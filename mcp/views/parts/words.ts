import { LEAST_MOVE, pointsApart } from '../../../server/analytics/suggested-move.ts'
import { daysBefore, daysBetween, type Format } from './format.ts'

export { platformName } from '../../words/step-words.ts'

/** Words of the trade: what to do, verb first, and in which direction money moves. */

/** Where money moves: a higher ROAS target buys less. */
export type Direction = 'less' | 'more' | 'same'

/** A recommendation's step, by its names in the contract. */
export interface Move {
  action: string
  dailySpend: number
  optimisationDsi: number | null
  optimisationLiveRoas: number | null
  optimisationPacedRoas: number | null
  /** The recommended target without pacing, if it is known. */
  optimisationRawRoas?: number | null
  suggestedDailySpend?: number | null
  suggestedMove?: string | null
}

export interface Step {
  /** `Raise the D0 ROAS target from 15.0% to 16.5%` */
  sentence: string
  direction: Direction
}

/**
 * The step to take: the ROAS target if it moves, otherwise the daily budget. A suggested spend that points away from the action comes first.
 * If the network bids and its target is at the recommended one, a call to scale or reduce has to wait: pacing spreads its steps.
 */
export function actionOf(move: Move, format: Format): Step {
  const { action, dailySpend, optimisationDsi: dsi, optimisationLiveRoas: live, optimisationPacedRoas: paced } = move
  const { suggestedDailySpend: suggested = null, optimisationRawRoas: raw = null } = move
  const budget = suggested === null ? 0 : suggested - dailySpend
  const isStep = Math.abs(budget) >= Math.max(0.5, LEAST_MOVE * dailySpend)
  const isApart = isStep && pointsApart(action, move.suggestedMove ?? null)
  if (!isApart && live !== null && paced !== null && format.roas(live) !== format.roas(paced)) {
    return {
      sentence: `${paced > live ? 'Raise' : 'Lower'} the D${dsi} ROAS target from ${format.roas(live)} to ${format.roas(paced)}`,
      direction: paced > live ? 'less' : 'more',
    }
  }
  if (isStep) {
    return {
      sentence: `${budget > 0 ? 'Raise' : 'Cut'} the daily budget by ${format.money(Math.abs(budget))}`,
      direction: budget > 0 ? 'more' : 'less',
    }
  }
  if (live === null && paced !== null) return { sentence: `Set the D${dsi} ROAS target to ${format.roas(paced)}`, direction: 'same' }
  if (live !== null && action !== 'HOLD') {
    const isPaced = raw !== null && format.roas(raw) !== format.roas(live)
    const state = isPaced ? `pacing holds the D${dsi} ROAS target at` : `the D${dsi} ROAS target is at the recommended`
    return { sentence: `Wait: ${state} ${format.roas(live)}`, direction: 'same' }
  }
  if (action !== 'HOLD' && move.suggestedMove === 'held')
    return { sentence: 'Wait: the suggestion keeps the daily budget', direction: 'same' }
  if (action === 'SCALE') return { sentence: 'Raise the daily budget', direction: 'more' }
  if (action === 'REDUCE') return { sentence: 'Cut the daily budget', direction: 'less' }
  if (live !== null) return { sentence: `Keep the D${dsi} ROAS target at ${format.roas(live)}`, direction: 'same' }
  return { sentence: 'Keep the daily budget', direction: 'same' }
}

const DIRECTIONS: Record<Direction, string> = { less: 'buys less', more: 'buys more', same: 'no change' }

export function directionWords(direction: Direction): string {
  return DIRECTIONS[direction]
}

/** `$2,381/day returns 70% of target` */
export function returnWords(dailySpend: number, ofTarget: number | null, format: Format): string {
  return `${format.rate(dailySpend)} returns ${ofTarget === null ? 'an unknown share' : format.share(ofTarget)} of target`
}

/** Daily money away from target: dailySpend x |share of target - 1|. */
export function gapOf(dailySpend: number, ofTarget: number): number {
  return dailySpend * Math.abs(ofTarget - 1)
}

/** `short of target`, for the side of a gap. */
export function sideWords(ofTarget: number): string {
  return ofTarget < 1 ? 'short of target' : 'above target'
}

/** `$714/day short of target` */
export function gapWords(dailySpend: number, ofTarget: number, format: Format): string {
  return `${format.rate(gapOf(dailySpend, ofTarget))} ${sideWords(ofTarget)}`
}

/** `6% below target`; within half a percent `on target`. */
export function distanceWords(ofTarget: number, format: Format): string {
  const distance = format.share(Math.abs(ofTarget - 1))
  return distance === '0%' ? 'on target' : `${distance} ${ofTarget < 1 ? 'below' : 'above'} target`
}

/** Days by which data end before yesterday; 0: up to date. */
export function daysLate(dataThrough: string, now = Date.now()): number {
  return Math.max(0, daysBetween(dataThrough, daysBefore(new Date(now).toISOString(), 1)))
}

/** `Data through Nov 20, 2 days late` */
export function dataAgeWords(dataThrough: string | null, format: Format, now = Date.now()): string {
  if (dataThrough === null) return 'No data yet'
  const late = daysLate(dataThrough, now)
  return `Data through ${format.day(dataThrough)}${late === 0 ? '' : late === 1 ? ', 1 day late' : `, ${late} days late`}`
}

/** `US`; `GLOBAL` is all countries. */
export function countryName(country: string): string {
  return country === 'GLOBAL' ? 'global' : country
}

/** `1 campaign`, `34 campaigns` */
export function countOf(count: number, noun: string, format: Format): string {
  return `${format.count(count)} ${noun}${count === 1 ? '' : 's'}`
}
