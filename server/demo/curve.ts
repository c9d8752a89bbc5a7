/** How fast revenue by age flattens compared with a power law. */
const BEND = 0.012

/** Mean cumulative revenue of a cohort by day `n` since install, up to a scale; rising and concave. */
export function level(n: number, exponent: number): number {
  const x = Math.log(1 + n)
  return Math.exp((exponent - BEND * x) * x)
}

/** The day by which `level` is reached; 0 below that of install day. */
export function inverseLevel(reached: number, exponent: number): number {
  if (reached <= 1) return 0
  const x = (exponent - Math.sqrt(exponent * exponent - 4 * BEND * Math.log(reached))) / (2 * BEND)
  return Math.exp(x) - 1
}
