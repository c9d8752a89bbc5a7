import type { Cohort } from './cohorts.ts'

/** An estimate as it was known at an age: made then, or earlier. */
export interface Known {
  age: number
  value: number
}

/**
 * What was known of a cohort at each of ascending ages: the newest estimate until then. Null before its first, and after its last: runs
 * are days apart, and a cohort that was not looked at on the very day is no other cohort.
 */
export function knownAt({ estimates }: Pick<Cohort, 'estimates'>, ages: readonly number[]): (Known | null)[] {
  let next = 0
  return ages.map(age => {
    while (next < estimates.length && estimates[next]!.age <= age) next += 1
    const newest = estimates[next - 1]
    return newest !== undefined && (newest.age === age || next < estimates.length) ? newest : null
  })
}
