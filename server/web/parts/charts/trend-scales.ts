import {
  extentOf,
  type TrendData,
  type TrendLine,
  trendScale,
  type TrendScale,
} from './trend-shape.ts'

/** A panel this many times as high as the median would flatten the others. */
const OUTLIER = 2.2

/** Values this many times as high as nine tenths of their line's are cut: a week of little spend would flatten the rest. */
const CUT = 1.5

/** Fewer points have no usual height. */
const FEW = 5

/**
 * Scales of panels: ratios share one, except outliers, and may exceed it; amounts have separate ones, from 0.
 * @returns the panels with their scales, and whether it is their own
 */
export function withScales<Panel extends Pick<TrendData, 'lines' | 'target'>>(
  panels: readonly Panel[],
  isAmount: boolean,
): (Panel & { scale: TrendScale; isOwn: boolean })[] {
  const sized = panels.map(panel => {
    const { lines, target } = panel
    const most = isAmount ? Infinity : Math.max(...lines.map(mostOf))
    const values = lines.flatMap(({ points }) =>
      points.flatMap(({ value, low, high }) => [value, low, high]),
    )
    return { panel, extent: extentOf([...values.filter(value => (value ?? 0) <= most), target]) }
  })
  const own = (extent: [number, number] | null) => {
    const [low, high] = extent ?? [0, 1]
    return trendScale(isAmount ? [Math.min(0, low), Math.max(0, high)] : [low, high])
  }
  if (isAmount)
    return sized.map(({ panel, extent }) => ({ ...panel, scale: own(extent), isOwn: true }))
  const highs = sized
    .flatMap(({ extent }) => (extent === null ? [] : [extent[1]]))
    .sort((a, b) => a - b)
  const middle = highs[Math.floor((highs.length - 1) / 2)] ?? 1
  const isOutlier = (extent: [number, number] | null) =>
    extent !== null && extent[1] > middle * OUTLIER
  const shared = extentOf(sized.flatMap(({ extent }) => (isOutlier(extent) ? [] : (extent ?? []))))
  const scale = trendScale(shared ?? [0, 1])
  return sized.map(({ panel, extent }) => {
    const isOwn = isOutlier(extent)
    return { ...panel, scale: isOwn ? own(extent) : scale, isOwn }
  })
}

/** The largest value of a line that its scale has to hold. */
function mostOf({ points }: TrendLine): number {
  const known = points.flatMap(({ value }) => value ?? []).sort((a, b) => a - b)
  return known.length < FEW ? Infinity : known[Math.floor((known.length - 1) * 0.9)]! * CUT
}
