import { agesOf, type Cohort } from './cohorts.ts'
import { knownAt } from './known-at.ts'

/** How what was known of several cohorts at one age lies. */
export interface Spread {
  age: number
  cohorts: number
  low: number
  median: number
  high: number
}

/** Of how many cohorts there is a spread at least. */
export const LEAST = 3

/** Median, and the range that holds the middle 80 %, over the cohorts at each age that enough of are known. */
export function spreadOf(cohorts: readonly Cohort[]): Spread[] {
  const ages = agesOf(cohorts)
  const byAge = ages.map((): number[] => [])
  for (const cohort of cohorts) {
    knownAt(cohort, ages).forEach((known, index) => known !== null && byAge[index]!.push(known.value))
  }
  return byAge.flatMap((values, index) => {
    if (values.length < LEAST) return []
    values.sort((a, b) => a - b)
    return [
      { age: ages[index]!, cohorts: values.length, low: quantile(values, 0.1), median: quantile(values, 0.5), high: quantile(values, 0.9) },
    ]
  })
}

/** A quantile of ascending values, interpolated between the two that it lies between. */
export function quantile(ascending: readonly number[], share: number): number {
  const place = (ascending.length - 1) * share
  const below = Math.floor(place)
  const [a, b] = [ascending[below]!, ascending[Math.min(below + 1, ascending.length - 1)]!]
  return a + (b - a) * (place - below)
}
