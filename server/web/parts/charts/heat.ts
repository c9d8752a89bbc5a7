/** Colors by value: low is orange, high is blue (safe for color blindness); the value itself is always printed. */

const LOW = 'light-dark(#d55e00, #e0763a)'
const HIGH = 'light-dark(#0072b2, #3f9bd6)'

/** Maximum color intensity, percent, at which text stays readable. */
const MAX = 46

/** Background for a share from -1 (lowest) to 1 (highest); 0 is plain. */
export function divergingColor(share: number): string {
  const amount = Math.round(Math.min(1, Math.abs(share)) * MAX)
  return `color-mix(in srgb, ${share < 0 ? LOW : HIGH} ${amount}%, var(--sur))`
}

/** Background for a share from 0 to 1. */
function sequentialColor(share: number): string {
  return divergingColor(Math.max(0, share) * 0.85)
}

/** Colors of a column: around `center` if given, otherwise from minimum to maximum. */
export function heatOf(
  values: readonly (number | null)[],
  center?: number | null,
): (value: number | null) => string | undefined {
  const known = values.filter(value => value !== null)
  if (known.length < 2) return () => undefined
  if (center !== undefined && center !== null && center > 0) {
    const spread = spreadAround(known, center)
    return value => (value === null ? undefined : divergingColor((value / center - 1) / spread))
  }
  let [least, greatest] = [Infinity, -Infinity]
  for (const value of known) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)]
  if (greatest <= least) return () => undefined
  return value =>
    value === null ? undefined : sequentialColor((value - least) / (greatest - least))
}

/** Distance from the center, as a ratio, of full color: the 90th percentile of distances, at least 0.1. */
export function spreadAround(values: readonly number[], center: number): number {
  const distances = values.map(value => Math.abs(value / center - 1)).sort((a, b) => a - b)
  return Math.max(0.1, distances[Math.floor(distances.length * 0.9)] ?? 0)
}
