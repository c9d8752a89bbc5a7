/** How far forecasts err on the same side together, in the model of the app, of a network, and of a campaign in a country. */
export const spread = { app: 0.05, network: 0.045, segment: 0.09 }

/** Error of a single forecast; errors are independent. */
const forecastVariance = spread.app ** 2 + spread.network ** 2 + spread.segment ** 2

/** How fast revenue by age flattens beyond a power law. */
const bend = 0.012

/** Cumulative revenue of a cohort by day `n` since install, up to a scale; rising and concave. */
export function level(n: number, exponent: number): number {
  const x = Math.log(1 + n)
  return Math.exp((exponent - bend * x) * x)
}

/**
 * The same as a run sees it when the cohort is `age` days old: up to its age the actual; what is still to come is off by the run's
 * `error`, the more the further ahead it lies, and right on average.
 */
export function knownLevel(n: number, age: number, exponent: number, error: number): number {
  if (n <= age) return level(n, exponent)
  const known = level(age, exponent)
  const ahead = Math.log(1 + n) - Math.log(1 + age)
  const reach = ahead / (1 + 0.35 * ahead)
  return known + (level(n, exponent) - known) * Math.exp((error - (forecastVariance / 2) * reach) * reach)
}

/**
 * The same as macros of DuckDB, in parts that are computed as seldom as can be: `level` of a day whose logarithm `x` is, and
 * `reach` of a day that lies `ahead` of an age, likewise.
 */
export const curveMacros = [
  `level(x, exponent) AS exp((exponent - ${bend} * x) * x)`,
  'reach(ahead) AS ahead / (1 + 0.35 * ahead)',
  `known_level(x, age_x, reach, exponent, error) AS CASE WHEN x <= age_x THEN level(x, exponent)
    ELSE level(age_x, exponent) + (level(x, exponent) - level(age_x, exponent)) * exp((error - ${forecastVariance / 2} * reach) * reach)
    END`,
] as const
