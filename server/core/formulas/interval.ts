/** Shares of outcomes below the ends of an 80 % interval. */
export const [LOW_SHARE, HIGH_SHARE] = [0.1, 0.9]

/** Standard deviations from the center to an end of a normal distribution's 80 % interval. */
export const Z80 = 1.2815515655446004

/** The standard deviation of a normal distribution with this 80 % interval. */
export function deviationWithin(low: number, high: number): number {
  return (high - low) / (2 * Z80)
}

/** The 80 % interval of a predicted ROAS, from the absolute error that holds for 80 % of the spend. */
export function intervalOf(predicted: number, p80: number): { low: number; high: number } {
  return { low: predicted / (1 + p80), high: p80 < 1 ? predicted / (1 - p80) : Infinity }
}

/** Interpolates linearly between the ascending values; beyond them returns the first or last one. */
export function quantile(values: readonly number[], share: number): number {
  const position = Math.min(1, Math.max(0, share)) * (values.length - 1)
  const [below, above] = [values[Math.floor(position)]!, values[Math.ceil(position)]!]
  return below + (position - Math.floor(position)) * (above - below)
}
