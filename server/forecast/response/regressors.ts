import type { Moves } from './moves.ts'
import type { Vector } from './vectors.ts'

/** Shares of an effect that a day may carry to the next (geometric adstock), with their probabilities in advance. A network has one of them. */
export const CARRYOVERS = [
  { share: 0, prior: 0.5 },
  ...[0.35, 0.6, 0.75, 0.85, 0.92].map(share => ({ share, prior: 0.1 })),
]
/** Days before a day whose effects last until then. */
const LAGS = 14

/**
 * Priors of the coefficients: the response; that of the squared distance from today's spend, -b (1 - b) / 2 on a Hill curve of slope 1, 0 for a
 * power of spend; those of slow and fast other changes of spend. Networks spend more when demand allows, so the last two are not responses.
 */
export const PRIORS = [
  { mean: 0.75, deviation: 0.2 },
  { mean: -0.1, deviation: 0.3 },
  { mean: 0.75, deviation: 0.5 },
  { mean: 0.75, deviation: 0.5 },
] as const

/** The regressors of the logarithm of installs by day, in the order of `PRIORS`, for each carryover. */
export function regressorsOf({ known, moved, slow, fast }: Moves): Vector[][] {
  const everyDay = known.map(() => 1)
  return CARRYOVERS.map(({ share }) => {
    const lasting = carried(moved, everyDay, share)
    const today = lasting.at(-1)!
    return [
      lasting,
      lasting.map(value => (value - today) ** 2),
      carried(slow, known, share),
      carried(fast, known, share),
    ]
  })
}

/**
 * Means of each day and the known days before it, with weights that fall by a share. Days before the first equal it.
 * @param values 0 on unknown days
 * @param known 1 on known days, otherwise 0
 */
export function carried(values: Vector, known: Vector, share: number): Vector {
  const weights = addedUp(known, share)
  return addedUp(values, share).map((sum, t) => (known[t] === 0 ? 0 : sum / weights[t]!))
}

/** Sums of each day and the `LAGS` days before it, each day's update of the sum of the day before. */
function addedUp(values: Vector, share: number): Vector {
  const beyond = share ** (LAGS + 1)
  let sum = (values[0]! * (1 - beyond)) / (1 - share)
  return values.map(
    (value, t) => (sum = value + share * sum - beyond * values[Math.max(0, t - LAGS - 1)]!),
  )
}
