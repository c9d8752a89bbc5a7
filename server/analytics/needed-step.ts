import { type Movable, revenueAt, spendAt } from './response-curve.ts'

/** Smallest and largest `maxStep` that a request takes. */
const [SMALLEST, LARGEST] = [0.001, 1]

/** Relative precision of the step, and rounding of a surplus: below that of `reached`. */
const [PRECISION, ROUNDING] = [1e-12, 1e-10]

/** Smallest step with which the spend that may move makes up the difference; null if none does. */
export function stepForBudget(today: number, movable: number, budget: number): number | null {
  const missing = Math.abs(budget - today)
  if (missing <= PRECISION * today) return SMALLEST
  const step = missing / movable
  return step <= LARGEST * (1 + PRECISION) ? Math.min(LARGEST, Math.max(SMALLEST, step)) : null
}

/**
 * Smallest step with which some plan has at least the target ROAS; null if none does. The largest surplus over the target rises with the step, as each
 * campaign may come closer to the spend where its marginal ROAS is the target.
 * @param fixed revenue minus `target` times spend of the campaigns that stay
 */
export function* stepForRoas(movables: readonly Movable[], fixed: number, target: number): Generator<void, number | null> {
  const best = movables.map(movable => ({ movable, spend: spendAt(movable, target) }))
  const meets = (step: number): boolean => {
    let [surplus, revenue] = [fixed, 0]
    for (const { movable, spend } of best) {
      const x = Math.min(Math.max(spend, movable.spend * (1 - step)), movable.spend * (1 + step))
      const brings = revenueAt(movable, x)
      revenue += brings
      surplus += brings - target * x
    }
    return surplus >= -ROUNDING * revenue
  }
  if (meets(SMALLEST)) return SMALLEST
  if (!meets(LARGEST)) return null
  let [low, high] = [SMALLEST, LARGEST]
  while (high - low > PRECISION * high) {
    yield
    const middle = (low + high) / 2
    if (meets(middle)) high = middle
    else low = middle
  }
  return high
}
