import type { Moves } from './moves.ts'

/** Shares of an effect that a day may carry to the next (geometric adstock). A network has one of them, all equally likely in advance. */
export const CARRIED = [0, 0.35, 0.6, 0.75, 0.85, 0.92] as const
export const CARRIED_PRIOR = CARRIED.map(share => (share === 0 ? 0.5 : 0.5 / (CARRIED.length - 1)))
/** Maximum days over which an effect is spread. */
const MOST_DAYS = 14

/**
 * The regressors of installs: moves, the square of their distance from today's spend, by which a response changes with spend, and slow and fast
 * other changes of spend; by the share of an effect that a day carries to the next.
 */
export function regressorsOf({ moved, slow, fast }: Moves): Float64Array[][] {
  return CARRIED.map(share => {
    const lasting = carried(moved, share)
    const today = lasting.at(-1)!
    return [
      lasting,
      lasting.map(value => (value - today) ** 2),
      carried(slow, share),
      carried(fast, share),
    ]
  })
}

/** Weighted means of each day and the days before it, over known values; NaN stays. */
export function carried(values: Float64Array, share: number): Float64Array {
  if (share === 0) return values
  return values.map((value, t) => {
    if (Number.isNaN(value)) return NaN
    let [sum, weights, weight] = [0, 0, 1]
    for (let lag = 0; lag <= MOST_DAYS; lag++, weight *= share) {
      const before = values[Math.max(0, t - lag)]!
      if (Number.isNaN(before)) continue
      sum += weight * before
      weights += weight
    }
    return sum / weights
  })
}
