import type { Day } from '../facts.ts'

/** The index of the first of the ascending days that is not before a day; their count where none is. */
export function firstCellOf(days: Int32Array, count: number, day: Day): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}
