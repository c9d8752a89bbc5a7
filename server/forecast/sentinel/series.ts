import type { Day } from '../../core/model/dates.ts'
import { eachRow, type Facts, type Kind, type Revenue } from '../model/facts.ts'
import { sum } from '../../core/formulas/sums.ts'
import { Grid } from '../model/grid.ts'
import { type Units, unitsOf } from './segments.ts'

/** Number of ages whose revenue is compared by calendar day. */
export const AGES = 180

/** A kind's revenue by calendar day. */
export interface KindSeries {
  kind: Kind
  /** By day and unit. */
  gross: Grid
  /** By day and age. */
  byAge: Grid
  /** Ages for which revenue of a single day is known. */
  isSingleDay: Uint8Array
  /** Size of a payment by day: sum of squares over sum, the variance of payments over their mean. One dear customer makes it many times the mean. */
  size: Float64Array
  /** Mean of the day's rows. */
  mean: Float64Array
}

/** Sums by unit and day. `watch` replaces wrong values of `installs`, `spend`, `totals` and `byAge` day by day. */
export interface Series {
  firstDay: Day
  days: number
  units: Units
  /** By unit and day. */
  installs: Grid
  spend: Grid
  /** Installs of all units by day; 0 for days not judged yet. */
  totals: Float64Array
  kinds: readonly KindSeries[]
}

export function seriesOf(facts: Facts): Series {
  const { cells, firstDay, lastDay } = facts
  const units = unitsOf(facts)
  const days = Math.max(0, lastDay - firstDay + 1)
  const [installs, spend] = [new Grid(units.count, days), new Grid(units.count, days)]
  for (let i = 0; i < cells.count; i++) {
    const [unit, day] = [units.of[i]!, cells.day[i]! - firstDay]
    installs.add(unit, day, cells.installs[i]!)
    spend.add(unit, day, cells.spend[i]!)
  }
  const kinds = facts.revenue.map(revenue => kindSeries(facts, revenue, units))
  return { firstDay, days, units, installs, spend, totals: new Float64Array(days), kinds }
}

/** One day's values by unit. */
export type DayValues = Record<'installs' | 'spend', Float64Array>

export function valuesOn({ installs, spend }: Series, day: number): DayValues {
  return { installs: installs.column(day), spend: spend.column(day) }
}

/** @param ages revenue by age of each kind */
export function setDay(
  series: Series,
  day: number,
  { installs, spend }: DayValues,
  ages: readonly Float64Array[] = [],
): void {
  installs.forEach((value, u) => series.installs.set(u, day, value))
  spend.forEach((value, u) => series.spend.set(u, day, value))
  series.totals[day] = sum(installs)
  ages.forEach((values, k) => series.kinds[k]!.byAge.row(day).set(values))
}

/** Ages between two columns of a cumulative export are interpolated, so their daily revenue is unknown. */
export function singleDayAges({ exportedAges }: Revenue): Uint8Array {
  return Uint8Array.from({ length: AGES }, (_, n) =>
    exportedAges === undefined ||
    (exportedAges.includes(n) && (n === 0 || exportedAges.includes(n - 1)))
      ? 1
      : 0,
  )
}

function kindSeries(
  { cells, firstDay, lastDay }: Facts,
  revenue: Revenue,
  units: Units,
): KindSeries {
  const days = Math.max(0, lastDay - firstDay + 1)
  const gross = new Grid(days, units.count)
  const byAge = new Grid(days, AGES)
  const isSingleDay = singleDayAges(revenue)
  const ofDay = Array.from({ length: days }, () => ({ sum: 0, squares: 0, rows: 0 }))
  for (let i = 0; i < cells.count; i++) {
    const since = cells.day[i]! - firstDay
    const unit = units.of[i]!
    eachRow(revenue, i, Math.min(AGES, days - since) - 1, (age, amount) => {
      if (isSingleDay[age] === 0) return
      const day = since + age
      gross.add(day, unit, amount)
      byAge.add(day, age, amount)
      const sums = ofDay[day]!
      sums.sum += amount
      sums.squares += amount * amount
      if (amount > 0) sums.rows++
    })
  }
  return {
    kind: revenue.kind,
    gross,
    byAge,
    isSingleDay,
    size: Float64Array.from(ofDay, ({ sum, squares }) => (sum > 0 ? squares / sum : 0)),
    mean: Float64Array.from(ofDay, ({ sum, rows }) => (rows > 0 ? sum / rows : 0)),
  }
}
