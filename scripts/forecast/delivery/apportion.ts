/**
 * Divides a whole number in proportion to weights, into whole numbers that add up to it: everyone's share rounded down, and what is left one
 * each to the largest remainders, the first of equal ones. All zeros where there is no weight.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (!(sum > 0)) return weights.map(() => 0)
  const exact = weights.map(weight => (total * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((all, part) => all + part, 0)
  const byRemainder = exact.map((share, index) => ({ index, remainder: share - parts[index]! }))
  byRemainder.sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1
  return parts
}
