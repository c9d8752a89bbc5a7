import type { Day } from '../../model/days.ts'
import { type Facts, knownAge, type Revenue } from '../model/facts.ts'

/** Shares of a lookback from which on advice is a hint at most, and from which on it has no confidence. */
export const DAMAGED = { hint: 0.05, none: 0.5 }
/** Below MEDIUM. */
const HINT = 0.29

/** The share of some cells' spend, installs or revenue so far, whichever is greatest, that was replaced or left out. */
export function damage(facts: Facts, clean: Facts, cells: readonly number[], asOf: Day): number {
  if (clean === facts) return 0
  const share = (of: (cell: number) => number, isChanged: (cell: number) => boolean): number => {
    let [changed, all] = [0, 0]
    for (const i of cells) {
      all += of(i)
      if (isChanged(i)) changed += of(i)
    }
    return all > 0 ? changed / all : 0
  }
  const partOf = (raw: Float64Array, now: Float64Array): number =>
    share(
      i => now[i]! || raw[i]!,
      i => now[i] !== raw[i],
    )
  let [changed, all] = [0, 0]
  for (const [k, revenue] of facts.revenue.entries()) {
    for (const i of cells) {
      const known = knownAge(revenue, asOf - facts.cells.day[i]!)
      const by = { raw: rowsOf(revenue, i, known), clean: rowsOf(clean.revenue[k]!, i, known) }
      for (const [age, gross] of by.clean) {
        all += gross
        if (by.raw.get(age) !== gross) changed += gross
      }
    }
  }
  return Math.max(
    partOf(facts.cells.installs, clean.cells.installs),
    partOf(facts.cells.spend, clean.cells.spend),
    all > 0 ? changed / all : 0,
  )
}

function rowsOf({ start, age, gross }: Revenue, cell: number, known: number): Map<number, number> {
  const rows = new Map<number, number>()
  for (let row = start[cell]!; row < start[cell + 1]! && age[row]! <= known; row++) rows.set(age[row]!, gross[row]!)
  return rows
}

/** Confidence in advice that rests on a damaged lookback. */
export function capped(confidence: number | null, share: number): number | null {
  if (confidence === null || share >= DAMAGED.none) return null
  return share >= DAMAGED.hint ? Math.min(confidence, HINT) : confidence
}

/** Share of a repair's effect, as a logarithm, that it may be off by, and what no repair is more exact than. */
const UNSURE = { share: 0.5, least: 0.003 }

/** Whether another action would be advised without the repairs, or with slightly different ones. */
export function dependsOnRepair<T>(prediction: number, unrepaired: number, actionOf: (roas: number) => T): boolean {
  if (prediction === unrepaired) return false
  const action = actionOf(prediction)
  const effect = Math.abs(Math.log(prediction / unrepaired))
  const margin = UNSURE.share * effect + Math.min(UNSURE.least, effect)
  return [unrepaired, prediction * Math.exp(margin), prediction * Math.exp(-margin)].some(roas => actionOf(roas) !== action)
}
