/** A point of a line. */
export interface LinePoint {
  /** Position on the horizontal axis. */
  at: number
  /** Null: unknown. */
  value: number | null
  /** Share of the period that is actual, 0 to 1 (by default 1); the rest is forecast. */
  actualShare?: number
  /** 80 % interval, if any. */
  low?: number | null
  high?: number | null
  /** The first estimate. */
  first?: number | null
}

/** A point of a trend: a day, week or month. */
export interface TrendPoint extends Omit<LinePoint, 'at'> {
  /** `Nov 16`, for axes and words. */
  label: string
  actualShare: number
  /** A remark: `1 of 7 days`. */
  note?: string
}

/** Points over the same periods as the other lines of its chart. */
export interface TrendLine {
  /** `D30`, where there are several. */
  name: string
  points: readonly TrendPoint[]
}

/** The content of a chart over time. */
export interface TrendData {
  lines: readonly TrendLine[]
  target: number | null
  marks: readonly ChartMark[]
}

/** An event. */
export interface ChartMark {
  /** Index of the stop in whose period it begins. */
  index: number
  letter: string
}

export type TrendScale = ReturnType<typeof trendScale>

/** A value axis with about three round ticks, the first and last of which are its ends. Charts that share it are comparable. */
export function trendScale(
  [low, high]: readonly [number, number],
  count = 3,
): { domain: [number, number]; ticks: number[] } {
  const ticks = low === high ? roundTicks(low - 1, high + 1, count) : roundTicks(low, high, count)
  return { domain: [ticks[0]!, ticks.at(-1)!], ticks }
}

/** Multiples of 1, 2 or 5 times a power of ten from below a value to above another, about `count` steps apart. */
export function roundTicks(low: number, high: number, count: number): number[] {
  const wished = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(wished))
  // Limits are geometric means of neighbors.
  const factor =
    [10, 5, 2].find((_, index) => wished / power >= Math.sqrt([50, 10, 2][index]!)) ?? 1
  const step = power * factor
  const [first, last] = [Math.floor(low / step + TINY), Math.ceil(high / step - TINY)]
  return Array.from({ length: last - first + 1 }, (_, index) =>
    // 0.3, not 0.30000000000000004.
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Binary fractions are this inexact: 0.3 / 0.1 is less than 3. */
const TINY = 1e-9

/** Whether a value is above the axis, where its mark is at the top. */
export function isCut(value: number | null, { domain: [low, high] }: TrendScale): boolean {
  return value !== null && value - low > (high - low) * 1.001
}

/** Smallest and largest value of the charts; null if there are none. */
export function extentOf(values: Iterable<number | null | undefined>): [number, number] | null {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === null || value === undefined || !Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? null : [low, high]
}

interface LinePaths {
  /** Between completely actual points. */
  solid: string
  dashed: string
  /** Closed shape around the intervals. */
  band: string
}

/** Paths of a line in segments; a point without value leaves a gap. */
export function linePaths(
  points: readonly LinePoint[],
  x: (at: number) => number,
  y: (value: number) => number,
): LinePaths {
  const paths: LinePaths = { solid: '', dashed: '', band: '' }
  let drawn: 'solid' | 'dashed' | undefined
  points.forEach(({ at, value, actualShare = 1 }, index) => {
    const before = points[index - 1]
    if (value === null || before === undefined || before.value === null)
      return void (drawn = undefined)
    const kind = (before.actualShare ?? 1) >= 1 && actualShare >= 1 ? 'solid' : 'dashed'
    if (drawn !== kind) paths[kind] += `M${x(before.at)},${y(before.value)}`
    paths[kind] += `L${x(at)},${y(value)}`
    drawn = kind
  })
  for (let start = 0; start < points.length; start++) {
    let end = start
    while (isBanded(points[end])) end++
    if (end - start < 2) continue
    const part = points.slice(start, end)
    const upper = part.map(({ at, high }) => `${x(at)},${y(high!)}`)
    const lower = part.toReversed().map(({ at, low }) => `${x(at)},${y(low!)}`)
    paths.band += `M${[...upper, ...lower].join('L')}Z`
    start = end
  }
  return paths
}

function isBanded(point: LinePoint | undefined): boolean {
  return typeof point?.low === 'number' && typeof point.high === 'number'
}

/** Rounds to 0.1 px, which is enough for paths. */
export function round(px: number): number {
  return Math.round(px * 10) / 10
}

/** Index of the nearest of ascending positions. */
export function nearestOf(at: readonly number[], px: number): number {
  let best = 0
  at.forEach((x, index) => {
    if (Math.abs(x - px) < Math.abs(at[best]! - px)) best = index
  })
  return best
}
