import type { TrendPoint } from './trend-shape.ts'

/** Describes a point: `Nov 16 (1 of 7 days): 49.5%, forecast, first estimate 52.0%`. */
export function describePoint(point: TrendPoint, write: (value: number) => string): string {
  return `${describePeriod(point)}: ${describeValue(point, write)}`
}

export function describePeriod({ label, note }: TrendPoint): string {
  return note === undefined ? label : `${label} (${note})`
}

export function describeValue(
  { value, actualShare, low, high, first }: TrendPoint,
  write: (value: number) => string,
): string {
  if (value === null) return 'not known'
  const kind =
    actualShare >= 1
      ? 'actual'
      : actualShare <= 0
        ? 'forecast'
        : `${Math.floor(actualShare * 100)}% actual`
  const interval =
    typeof low === 'number' && typeof high === 'number'
      ? `, 80% interval ${write(low)} to ${write(high)}`
      : ''
  return `${write(value)}, ${kind}${interval}${typeof first === 'number' ? `, first estimate ${write(first)}` : ''}`
}

interface Described {
  label: string
  points: readonly TrendPoint[]
  write: (value: number) => string
  target?: number | null
}

/** A trend in one sentence, for screen readers. */
export function describeTrend({ label, points, write, target = null }: Described): string {
  const known = points.filter(({ value }) => value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return `${label}: nothing known`
  const actual = known.findLast(({ actualShare }) => actualShare >= 1)
  const reach =
    actual === last
      ? 'all actual'
      : actual === undefined
        ? 'all forecast'
        : `actual through ${actual.label}`
  const course =
    first === last
      ? describePoint(last, write)
      : `${first.label} ${write(first.value!)} to ${last.label} ${write(last.value!)}, ${reach}`
  return `${label}: ${course}${target === null ? '' : `; target ${write(target)}`}`
}
