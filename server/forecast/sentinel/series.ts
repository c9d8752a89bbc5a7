import type { Day } from '../../core/model/dates.ts'
import type { Facts, Kind, Revenue } from '../model/facts.ts'
import { type Units, unitsOf } from './segments.ts'

/** Number of ages whose revenue is compared by calendar day. */
export const AGES = 180

/** A kind's revenue by calendar day. */
export interface KindSeries {
  kind: Kind
  /** By unit x days + day. */
  gross: Float64Array
  /** By day x `AGES` + age. */
  byAge: Float64Array
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
  /** By unit x days + day. */
  installs: Float64Array
  spend: Float64Array
  /** Installs of all units by day; 0 for days not judged yet. */
  totals: Float64Array
  kinds: readonly KindSeries[]
}

export function seriesOf(facts: Facts): Series {
  const { cells, firstDay, lastDay } = facts
  const units = unitsOf(facts)
  const days = Math.max(0, lastDay - firstDay + 1)
  const zeros = (): Float64Array => new Float64Array(units.count * days)
  const [installs, spend] = [zeros(), zeros()]
  for (let i = 0; i < cells.count; i++) {
    const at = units.of[i]! * days + cells.day[i]! - firstDay
    installs[at]! += cells.installs[i]!
    spend[at]! += cells.spend[i]!
  }
  const kinds = facts.revenue.map(revenue => kindSeries(facts, revenue, units))
  return { firstDay, days, units, installs, spend, totals: new Float64Array(days), kinds }
}

/** One day's values by unit. */
export type DayValues = Pick<Series, 'installs' | 'spend'>

export function valuesOn({ installs, spend, units, days }: Series, day: number): DayValues {
  const on = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: units.count }, (_, u) => values[u * days + day]!)
  return { installs: on(installs), spend: on(spend) }
}

/** @param ages revenue by age of each kind */
export function setDay(
  series: Series,
  day: number,
  { installs, spend }: DayValues,
  ages: readonly Float64Array[] = [],
): void {
  installs.forEach((value, u) => (series.installs[u * series.days + day] = value))
  spend.forEach((value, u) => (series.spend[u * series.days + day] = value))
  series.totals[day] = installs.reduce((sum, value) => sum + value, 0)
  ages.forEach((values, k) => series.kinds[k]!.byAge.set(values, day * AGES))
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
  const gross = new Float64Array(units.count * days)
  const byAge = new Float64Array(days * AGES)
  const isSingleDay = singleDayAges(revenue)
  const [sums, squares, rows] = [
    new Float64Array(days),
    new Float64Array(days),
    new Float64Array(days),
  ]
  for (let i = 0; i < cells.count; i++) {
    const since = cells.day[i]! - firstDay
    const base = units.of[i]! * days
    for (let row = revenue.start[i]!; row < revenue.start[i + 1]!; row++) {
      const age = revenue.age[row]!
      const day = since + age
      if (age >= AGES || day >= days) break
      if (isSingleDay[age] === 0) continue
      const amount = revenue.gross[row]!
      gross[base + day]! += amount
      byAge[day * AGES + age]! += amount
      sums[day]! += amount
      squares[day]! += amount * amount
      if (amount > 0) rows[day]!++
    }
  }
  return {
    kind: revenue.kind,
    gross,
    byAge,
    isSingleDay,
    size: over(squares, sums),
    mean: over(sums, rows),
  }
}

function over(above: Float64Array, below: Float64Array): Float64Array {
  return above.map((value, day) => (below[day]! > 0 ? value / below[day]! : 0))
}
