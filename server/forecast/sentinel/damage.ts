import { LEAST_CONFIDENCE } from '../../core/model/classification.ts'
import type { Day } from '../../core/model/dates.ts'
import { eachRow, knownAge, type Revenue } from '../model/facts.ts'
import type { PreparedFacts } from './data-events.ts'

/** Shares of a damaged lookback above which advice is at most a hint, and above which it has no confidence. */
export const DAMAGED = { hint: 0.05, none: 0.5 }
/** Below MEDIUM. */
const HINT = LEAST_CONFIDENCE - 0.01

/** The replaced or excluded share of some cells' spend, installs or revenue so far, whichever is greatest. */
export function damage(
  { delivered, repaired }: Pick<PreparedFacts, 'delivered' | 'repaired'>,
  cells: readonly number[],
  asOf: Day,
): number {
  if (repaired === delivered) return 0
  const share = (of: (cell: number) => number, isChanged: (cell: number) => boolean): number => {
    let [changed, all] = [0, 0]
    for (const i of cells) {
      all += of(i)
      if (isChanged(i)) changed += of(i)
    }
    return all > 0 ? changed / all : 0
  }
  const partOf = (before: Float64Array, now: Float64Array): number =>
    share(
      i => now[i]! || before[i]!,
      i => now[i] !== before[i],
    )
  let [changed, all] = [0, 0]
  for (const [k, revenue] of delivered.revenue.entries()) {
    for (const i of cells) {
      const known = knownAge(revenue, asOf - delivered.cells.day[i]!)
      const before = rowsOf(revenue, i, known)
      for (const [age, gross] of rowsOf(repaired.revenue[k]!, i, known)) {
        all += gross
        if (before.get(age) !== gross) changed += gross
      }
    }
  }
  return Math.max(
    partOf(delivered.cells.installs, repaired.cells.installs),
    partOf(delivered.cells.spend, repaired.cells.spend),
    all > 0 ? changed / all : 0,
  )
}

function rowsOf(revenue: Revenue, cell: number, known: number): Map<number, number> {
  const rows = new Map<number, number>()
  eachRow(revenue, cell, known, (age, gross) => rows.set(age, gross))
  return rows
}

/** Confidence in advice based on a damaged lookback. */
export function capped(confidence: number | null, share: number): number | null {
  if (confidence === null || share >= DAMAGED.none) return null
  return share >= DAMAGED.hint ? Math.min(confidence, HINT) : confidence
}

/** Error of a repair, as a logarithm: a share of its effect, plus a little for small effects. */
const UNSURE = { share: 0.5, least: 0.003 }

/** Whether the action would differ without the repairs, or with slightly different ones. */
export function dependsOnRepair<T>(
  prediction: number,
  unrepaired: number,
  actionOf: (roas: number) => T,
): boolean {
  if (prediction === unrepaired) return false
  const action = actionOf(prediction)
  const effect = Math.abs(Math.log(prediction / unrepaired))
  const margin = UNSURE.share * effect + Math.min(UNSURE.least, effect)
  return [unrepaired, prediction * Math.exp(margin), prediction * Math.exp(-margin)].some(
    roas => actionOf(roas) !== action,
  )
}
