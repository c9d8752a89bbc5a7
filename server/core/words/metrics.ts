import { COLUMNS, type Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { isAmount } from '../formulas/sums.ts'
import type { Format } from './format.ts'

/** Writes a metric's value in its unit. */
export function writeMetric(
  metric: Metric,
  format: Format,
): (value: number | null | undefined) => string {
  const { money, count, roas, decimal } = format
  return { money, count, ratio: roas, days: decimal }[COLUMNS[metric].unit]
}

/** Writes a round value of a metric on an axis. */
export function writeTick(
  metric: Metric,
  { money, shortMoney, shortCount, shortShare, count }: Format,
): (value: number) => string {
  return {
    money: isAmount(metric) ? shortMoney : money,
    count: shortCount,
    ratio: shortShare,
    days: count,
  }[COLUMNS[metric].unit]
}

/** Unit of an axis whose ticks are numbers only. */
export function axisUnit(metric: Metric): string | undefined {
  return { money: undefined, count: 'installs', ratio: undefined, days: 'days' }[
    COLUMNS[metric].unit
  ]
}
