import type { Day } from '../../core/model/dates.ts'
import { knownAge } from './facts.ts'
import type { KindGroups } from './groups.ts'

const WEEK = 7
/** Age from which an install's later revenue is compared. */
const LATER = 28
/** Fewer weeks cannot show what is usual. */
const ENOUGH_WEEKS = 8
/** First weeks above both limits differ from later ones: times usual installs, times usual later revenue per install, and deviations. */
const UNUSUAL = { installs: 1.5, later: 1.25, deviations: 3 }

/**
 * The first day from which to learn. At the start of a log, old customers look new: its first weeks have more installs, who return more
 * often, in a decline that ends once all have been seen. Excludes at most a third of the weeks; null: none.
 */
export function firstUsualDay(all: KindGroups, asOf: Day): Day | null {
  const { groups } = all
  const first = groups[0]?.day ?? asOf
  const weeks = Math.floor((asOf - LATER - first + 1) / WEEK)
  if (weeks < ENOUGH_WEEKS || knownAge(all, LATER) < LATER) return null
  const installs = new Float64Array(weeks)
  const later = new Float64Array(weeks)
  for (const group of groups) {
    const week = Math.floor((group.day - first) / WEEK)
    if (week >= weeks) break
    installs[week]! += group.installs
    for (let n = 1; n <= LATER; n++) later[week]! += group.gross[n] ?? 0
  }
  const reference = weeks >> 1
  const usual = installs.slice(reference).sort()
  const typical = usual[usual.length >> 1]!
  const sum = (values: Float64Array): number =>
    values.subarray(reference).reduce((total, value) => total + value, 0)
  if (!(typical > 0 && sum(later) > 0)) return null
  const rate = sum(later) / sum(installs)
  let squares = 0
  for (let week = reference; week < weeks; week++)
    squares += installs[week]! > 0 ? (later[week]! / installs[week]! - rate) ** 2 : 0
  const limit = Math.max(
    UNUSUAL.later * rate,
    rate + UNUSUAL.deviations * Math.sqrt(squares / (weeks - reference)),
  )
  let out = 0
  while (
    out < weeks / 3 &&
    installs[out]! > UNUSUAL.installs * typical &&
    later[out]! > limit * installs[out]!
  )
    out++
  return out > 0 ? first + out * WEEK : null
}
