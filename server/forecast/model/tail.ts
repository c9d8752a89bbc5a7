import type { Shape } from './shape.ts'

const BIN_RATIO = 1.25
/** Prior of the exponent: revenue per day falls as (n + 1)^-0.7, with standard deviation 0.3. */
const PRIOR = { exponent: 0.7, variance: 0.09 }
const LEAST = 0.2
const MOST = 3

/** Increments past the last age: level x (n + 1)^-exponent, in the unit of the shape. */
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
 * Extrapolates the shape by a power law (Sherman 1984): a weighted regression of ln increment on ln(n + 1), over increments averaged in
 * bins, whose exponent is drawn towards what is usual, the more so the less revenue it rests on.
 */
export function tail(shape: Shape, phi: number): Tail {
  const points = binned(shape, phi)
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
  const b = Math.min(MOST, Math.max(LEAST, (exponent * precision + PRIOR.exponent / PRIOR.variance) / total))
  return { exponent: b, error: Math.sqrt(1 / total), level: matched(points, b) }
}

/** The shape with increments of the tail's power law after its last age. */
export function extend({ cumulative }: Shape, { level, exponent }: Tail, ages: number): Float64Array {
  const all = new Float64Array(ages)
  all.set(cumulative)
  for (let n = cumulative.length; n < ages; n++) all[n] = all[n - 1]! + level * (n + 1) ** -exponent
  return all
}

/** The level at which the power law brings as much revenue at the ages it was taken from as they did: less moved by small increments than the mean of logarithms. */
function matched(points: readonly Point[], exponent: number): number {
  return sum(points, p => p.weight) / sum(points, p => p.weight * Math.exp(-p.y - exponent * p.x))
}

/** Mean increments of the ages from the last one down to a tenth of it, in bins that widen with age. */
function binned({ cumulative, weight }: Shape, phi: number): Point[] {
  const last = cumulative.length - 1
  const points: Point[] = []
  const lowest = Math.max(2, last / 10)
  for (let end = last; end >= lowest;) {
    const start = Math.max(Math.ceil(lowest), Math.min(end, Math.floor(end / BIN_RATIO) + 1))
    const increment = (cumulative[end]! - cumulative[start - 1]!) / (end - start + 1)
    let x = 0
    let revenue = 0
    for (let n = start; n <= end; n++) {
      x += Math.log(n + 1) / (end - start + 1)
      revenue += weight[n]!
    }
    if (increment > 0 && revenue > 0) points.push({ x, y: Math.log(increment), weight: revenue / phi })
    end = start - 1
  }
  return points
}

function sum(points: readonly Point[], of: (p: Point) => number): number {
  return points.reduce((total, p) => total + of(p), 0)
}
