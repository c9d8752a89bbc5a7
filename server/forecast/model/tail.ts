import { knownAge, type Revenue } from './facts.ts'
import type { Shape } from './shape.ts'
import { sum } from '../../core/formulas/sums.ts'

/** Last age of a bin over its first. */
const BIN_RATIO = 1.25
/** The usual exponent, and its variance between apps. */
const PRIOR = { exponent: 0.7, variance: 0.09 }
const LEAST_EXPONENT = 0.2
const GREATEST_EXPONENT = 3

/** Increments after the last age: level x (n + 1)^-exponent, in the shape's unit. */
export interface Tail {
  exponent: number
  /** Standard error of the exponent. */
  error: number
  level: number
}

interface Point {
  x: number
  y: number
  weight: number
}

/**
 * Extrapolates the shape by a power law (Sherman 1984): weighted regression of ln increment on ln(n + 1) over binned increments, with the
 * exponent shrunk to the usual one.
 */
export function tail(shape: Shape, phi: number, exportedAges?: readonly number[]): Tail {
  const points = binned(shape, phi, exportedAges === undefined ? {} : { exportedAges })
  const weight = sum(points, p => p.weight)
  if (weight === 0) return { exponent: PRIOR.exponent, error: Math.sqrt(PRIOR.variance), level: 0 }
  const x = sum(points, p => p.weight * p.x) / weight
  const y = sum(points, p => p.weight * p.y) / weight
  const spread = sum(points, p => p.weight * (p.x - x) ** 2)
  let precision = 0
  let exponent = 0
  if (points.length > 1 && spread > 0) {
    exponent = -sum(points, p => p.weight * (p.x - x) * (p.y - y)) / spread
    const residual = sum(points, p => p.weight * (p.y - y + exponent * (p.x - x)) ** 2)
    precision = spread / Math.max(1, points.length > 2 ? residual / (points.length - 2) : 1)
  }
  const total = precision + 1 / PRIOR.variance
  const free = (exponent * precision + PRIOR.exponent / PRIOR.variance) / total
  const b = Math.min(GREATEST_EXPONENT, Math.max(LEAST_EXPONENT, free))
  // A limit is not more certain than the value it cuts.
  return {
    exponent: b,
    error: Math.hypot(Math.sqrt(1 / total), free - b),
    level: matched(points, b),
  }
}

export function extend(
  { cumulative }: Shape,
  { level, exponent }: Tail,
  ages: number,
): Float64Array {
  const all = new Float64Array(ages)
  all.set(cumulative)
  for (let n = cumulative.length; n < ages; n++) all[n] = all[n - 1]! + level * (n + 1) ** -exponent
  return all
}

/** The level that reproduces total revenue at the fitted ages, less sensitive to small increments than the mean of logarithms. */
function matched(points: readonly Point[], exponent: number): number {
  return sum(points, p => p.weight) / sum(points, p => p.weight * Math.exp(-p.y - exponent * p.x))
}

/** Bins widen with age, from the last age down to a tenth of it, and begin after an exported age. */
function binned(
  { cumulative, weight }: Shape,
  phi: number,
  exported: Pick<Revenue, 'exportedAges'>,
): Point[] {
  const last = cumulative.length - 1
  const points: Point[] = []
  const lowest = Math.max(2, last / 10)
  for (let end = last; end >= lowest;) {
    const start =
      knownAge(
        exported,
        Math.max(Math.ceil(lowest), Math.min(end, Math.floor(end / BIN_RATIO) + 1)) - 1,
      ) + 1
    if (start < 1) break
    const increment = (cumulative[end]! - cumulative[start - 1]!) / (end - start + 1)
    let x = 0
    let revenue = 0
    for (let n = start; n <= end; n++) {
      x += Math.log(n + 1) / (end - start + 1)
      revenue += weight[n]!
    }
    if (increment > 0 && revenue > 0)
      points.push({ x, y: Math.log(increment), weight: revenue / phi })
    end = start - 1
  }
  return points
}
