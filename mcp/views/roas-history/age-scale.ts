import { round } from '../charts/value-scale.ts'

/** Where ages stand, in px from the left. */
export interface AgeScale {
  at: (age: number) => number
  least: number
  greatest: number
}

export function ageScale(ages: readonly number[], left: number, right: number): AgeScale {
  const [least, greatest] = [ages[0] ?? 0, ages.at(-1) ?? 1]
  const length = Math.max(1, greatest - least)
  return { at: age => round(left + ((age - least) / length) * (right - left)), least, greatest }
}
