import {
  extentOf,
  trendScale,
  type TrendPoint,
  type TrendScale,
} from '../../parts/charts/trend-shape.ts'

interface Scaled {
  points: readonly TrendPoint[]
  target: number | null
}

/** A panel this many times as high as the median would flatten the others. */
const OUTLIER = 2.2

/**
 * Scales of panels: ratios share one, except outliers; amounts have separate ones, from 0.
 * @returns the scale of each panel, and whether it is its own
 */
export function scalesOf(
  panels: readonly Scaled[],
  isAmount: boolean,
): { scale: TrendScale; isOwn: boolean }[] {
  const extents = panels.map(({ points, target }) =>
    extentOf([...points.flatMap(({ value, low, high }) => [value, low, high]), target]),
  )
  const own = (extent: [number, number] | null) => {
    const [low, high] = extent ?? [0, 1]
    return trendScale(isAmount ? [Math.min(0, low), Math.max(0, high)] : [low, high])
  }
  if (isAmount) return extents.map(extent => ({ scale: own(extent), isOwn: true }))
  const highs = extents
    .flatMap(extent => (extent === null ? [] : [extent[1]]))
    .sort((a, b) => a - b)
  const middle = highs[Math.floor((highs.length - 1) / 2)] ?? 1
  const isOutlier = (extent: [number, number] | null) =>
    extent !== null && extent[1] > middle * OUTLIER
  const shared = extentOf(
    extents.filter(extent => !isOutlier(extent)).flatMap(extent => extent ?? []),
  )
  const scale = trendScale(shared ?? [0, 1])
  return extents.map(extent =>
    isOutlier(extent) ? { scale: own(extent), isOwn: true } : { scale, isOwn: false },
  )
}
