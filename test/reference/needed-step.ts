/** The smallest step that meets a goal, asked of the service's answer: with it a plan does, with less none. */

export interface Movable {
  spend: number
  moves: { up: boolean; down: boolean }
  revenueAt: (x: number) => number
}

/** Spends and revenue of the campaigns that stay. */
export interface Fixed {
  spend: number
  covered: number
  revenue: number
}

const [SMALLEST, LARGEST] = [0.001, 1]

export function stepDifference(
  movables: readonly Movable[],
  fixed: Fixed,
  goal: { budget: number } | { targetRoas: number },
  needed: number | null,
): string | undefined {
  const lacks = (step: number): number =>
    'budget' in goal
      ? lacking(movables, fixed, goal.budget, step)
      : -mostSurplus(movables, fixed, goal.targetRoas, step)
  const today = movables.reduce(
    (sum, { spend, revenueAt }) => sum + ('budget' in goal ? spend : revenueAt(spend)),
    1,
  )
  const scale =
    1e-9 *
    (today +
      ('budget' in goal
        ? fixed.spend + goal.budget
        : fixed.revenue + goal.targetRoas * fixed.covered))
  // Nothing has a ROAS.
  if ('targetRoas' in goal && movables.length === 0 && fixed.covered === 0)
    return needed === null ? undefined : `needs a step of ${needed}`
  if (needed === null) return lacks(LARGEST) < -scale ? 'some step meets the goal' : undefined
  if (!(needed >= SMALLEST && needed <= LARGEST)) return `a step of ${needed}`
  if (lacks(needed) > scale) return `a step of ${needed} lacks ${lacks(needed)}`
  const less = needed * 0.999
  return less > SMALLEST && lacks(less) < -scale
    ? `a step of ${less} would do, not only ${needed}`
    : undefined
}

function lacking(movables: readonly Movable[], fixed: Fixed, budget: number, step: number): number {
  const today = movables.reduce((sum, { spend }) => sum + spend, fixed.spend)
  const moves = movables.reduce(
    (sum, { spend, moves: { up, down } }) =>
      sum + ((budget > today ? up : down) ? spend * step : 0),
    0,
  )
  return Math.abs(budget - today) - moves
}

/** Each campaign's most revenue above the target is found by narrowing its spend: it rises, then falls. */
function mostSurplus(
  movables: readonly Movable[],
  fixed: Fixed,
  target: number,
  step: number,
): number {
  const most = movables.map(({ spend, moves, revenueAt }) => {
    const surplus = (x: number) => revenueAt(x) - target * x
    let [from, to] = [
      moves.down ? spend * (1 - step) : spend,
      moves.up ? spend * (1 + step) : spend,
    ]
    const ends = Math.max(surplus(from), surplus(to))
    for (let third = 0; third < 90; third++) {
      const [one, other] = [from + (to - from) / 3, to - (to - from) / 3]
      if (surplus(one) < surplus(other)) from = one
      else to = other
    }
    return Math.max(ends, surplus((from + to) / 2))
  })
  return most.reduce((sum, one) => sum + one, fixed.revenue - target * fixed.covered)
}
