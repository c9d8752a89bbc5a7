import type { TrendPoint, TrendScale } from './trend-shape.ts'

export interface TrendMark {
  /** Index of the point whose period it begins in. */
  index: number
  letter: string
}

export interface TrendProps {
  /** The line's name: `AppLovin, D30 ROAS`. */
  label: string
  points: readonly TrendPoint[]
  scale: TrendScale
  write: (value: number) => string
  /** Writes the ticks; `write` by default. */
  writeTick?: (value: number) => string
  target?: number | null
  marks?: readonly TrendMark[]
  /** First and last index of the selected points. */
  selected?: readonly [number, number] | null
  height?: number
  /** Called with the first and last index of a range that was brushed with the pointer. */
  onBrush?: ((first: number, last: number) => void) | undefined
  /** Called on a click that does not brush. */
  onClick?: (() => void) | undefined
  /** False: the element around with `data-arrows` takes the arrow keys. */
  focusable?: boolean
}

/** Describes a point: `Nov 16: 49.5%, forecast, first estimate 52.0%`. */
export function describePoint({ label, value, actualShare, low, high, first, note }: TrendPoint, write: (value: number) => string): string {
  if (value === null) return `${label}: not known`
  const kind = actualShare === 1 ? 'actual' : actualShare === 0 ? 'forecast' : `${Math.floor(actualShare * 100)}% actual`
  const interval = typeof low === 'number' && typeof high === 'number' ? `, 80% interval ${write(low)} to ${write(high)}` : ''
  return `${label}: ${write(value)}, ${kind}${interval}${typeof first === 'number' ? `, first estimate ${write(first)}` : ''}${note === undefined ? '' : `, ${note}`}`
}

/** A trend in one sentence, for people who do not see it. */
export function describeTrend({ label, points, write, target = null }: Pick<TrendProps, 'label' | 'points' | 'write' | 'target'>): string {
  const known = points.filter(({ value }) => value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return `${label}: nothing known`
  const actual = known.findLast(({ actualShare }) => actualShare === 1)
  const reach = actual === last ? 'all actual' : actual === undefined ? 'all forecast' : `actual through ${actual.label}`
  const course =
    first === last ? describePoint(last, write) : `${first.label} ${write(first.value!)} to ${last.label} ${write(last.value!)}, ${reach}`
  return `${label}: ${course}${target === null ? '' : `; target ${write(target)}`}`
}
