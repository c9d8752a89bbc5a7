import type { Day } from '../facts.ts'

/** How far back the origins of a DSI go. */
const WEEKS = 26
/** With more cells than this every second Sunday does: a fit takes seconds then, and a single one has cases enough. */
const MANY_CELLS = 250_000
/** Ages of the youngest installs of a case, in days. */
export const AGES: readonly number[] = [2, 7, 14, 30, 60]
/** Install days that a case sums up. */
export const CASE_DAYS = 7

/** The ages at which a DSI is still to be forecast; by installs of the day where all of `AGES` know the answer. None for DSI 0. */
export function agesOf(dsi: number): readonly number[] {
  const younger = AGES.filter(age => age < dsi)
  return younger.length > 0 ? younger : dsi > 0 ? [0] : []
}

/**
 * The last 26 Sundays, ascending, from which every case of a DSI had its answer by the as-of day: its youngest installs were DSI days old. Of large facts
 * every second of them, the same ones whatever the as-of day, so that cases can be kept.
 * @param cells How many were installed by the as-of day
 */
export function origins(firstDay: Day, asOf: Day, dsi: number, cells = 0): Day[] {
  const [youngest] = agesOf(dsi)
  if (youngest === undefined) return []
  const last = sundayUpTo(asOf - dsi + youngest)
  const first = firstDay + youngest + CASE_DAYS - 1
  return Array.from({ length: WEEKS }, (_, index) => last - 7 * (WEEKS - 1 - index)).filter(
    day => day >= first && (cells <= MANY_CELLS || (day - SUNDAY) % 14 === 0),
  )
}

/** 1970-01-04. */
const SUNDAY = 3

function sundayUpTo(day: Day): Day {
  return day - ((((day - SUNDAY) % 7) + 7) % 7)
}
