import { sum } from '../../core/formulas/sums.ts'

/** Values by day, or by response on the grid. */
export type Vector = Float64Array

/** a + times * b. */
export function plus(a: Vector, b: Vector, times = 1): Vector {
  const sums = new Float64Array(a.length)
  for (let at = 0; at < a.length; at++) sums[at] = a[at]! + times * b[at]!
  return sums
}

export function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

/** Changes from each value to the next. */
export function differences(values: Vector): Vector {
  return values.slice(1).map((value, at) => value - values[at]!)
}

export function cumulative(values: Vector): Vector {
  let sum = 0
  return values.map(value => (sum += value))
}

/** Weights from their logarithms, with a maximum of 1. */
export function weightsOf(logs: Vector): Vector {
  const top = Math.max(...logs)
  return logs.map(log => Math.exp(log - top))
}

/** Probabilities from logarithms of weights. */
export function normalized(logs: Vector): Vector {
  const weights = weightsOf(logs)
  const total = sum(weights)
  return weights.map(weight => weight / total)
}

/** The logarithm of the sum of values, from their logarithms. */
export function logSum(logs: Iterable<number>): number {
  const all = [...logs]
  const top = Math.max(...all)
  return top + Math.log(sum(all, log => Math.exp(log - top)))
}

export function transposed<T>(rows: readonly (readonly T[])[]): T[][] {
  return (rows[0] ?? []).map((_, column) => rows.map(row => row[column]!))
}
