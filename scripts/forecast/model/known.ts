import type { Day, Facts, Revenue } from '../facts.ts'
import { firstCellOf } from './first-cell.ts'

/** The age up to which a cell's revenue is known at the end of the as-of day. */
export function knownAge({ cells, toAge = Infinity }: Facts, asOf: Day, cell: number): number {
  return Math.min(asOf - cells.day[cell]!, toAge)
}

/** Revenue by cell that was known at the end of the as-of day, its sum, the number of rows, and the first day with any. */
export function soFar(day: Int32Array, { start, age, gross }: Revenue, asOf: Day, count: number) {
  const actual = new Float64Array(count)
  let total = 0
  let rows = 0
  let firstDay = Infinity
  for (let i = 0; i < count; i++) {
    const known = asOf - day[i]!
    let sum = 0
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= known; row++) {
      sum += gross[row]!
      if (gross[row]! <= 0) continue
      rows++
      if (day[i]! + age[row]! < firstDay) firstDay = day[i]! + age[row]!
    }
    actual[i] = sum
    total += sum
  }
  return { actual, total, rows, firstDay }
}

/** Days and installs that must have passed without any revenue of a kind to be sure that there was none to be had. */
const SILENCE = { days: 14, installs: 1000 }

/**
 * The first cell that a kind can be learnt from. A kind that began long after the app, as advertising in an old game does, is missing from the youth of older cells:
 * their later days would look like growth out of nothing.
 */
export function firstCellWith({ cells }: Facts, firstDay: Day, count: number): number {
  if (count === 0 || firstDay - cells.day[0]! < SILENCE.days) return 0
  const first = firstCellOf(cells.day, count, firstDay)
  let installs = 0
  for (let i = 0; i < first; i++) installs += cells.installs[i]!
  return installs < SILENCE.installs ? 0 : first
}

/** The greatest age that at least so many installs have reached, of the cells from one on; or -1. */
export function lastAgeWith(installs: number, { cells, toAge = Infinity }: Facts, asOf: Day, count: number, from = 0): number {
  let sum = 0
  for (let i = from; i < count; i++) {
    sum += cells.installs[i]!
    if (sum >= installs) return Math.min(toAge, asOf - cells.day[i]!)
  }
  return -1
}
