import type { Read } from './chart-cursor.tsx'
import { type ChartMark, LineChart } from './line-chart.tsx'
import { type TrendPoint, type TrendScale } from './trend-shape.ts'
import { describeTrend, describeValue } from './trend-words.ts'

interface TrendProps extends Read {
  points: readonly TrendPoint[]
  scale: TrendScale
  write: (value: number) => string
  /** Writes the ticks; `write` by default. */
  writeTick?: (value: number) => string
  target?: number | null
  marks?: readonly ChartMark[]
  /** First and last index of the selected points. */
  selected?: readonly [number, number] | null
  height?: number
}

/** A single line over time: its last dot labeled, hatched where partly actual, framed where days are missing. */
export function Trend({ points, write, writeTick = write, selected = null, ...rest }: TrendProps) {
  return (
    <LineChart
      {...rest}
      writeTick={writeTick}
      summary={describeTrend({ ...rest, points, write })}
      stops={points.map(({ label, note }, at) => ({ at, label, part: note }))}
      lines={[
        {
          name: rest.label,
          points: points.map((point, at) => ({ ...point, at })),
          end: write,
        },
      ]}
      areas={
        selected === null || points.length < 2
          ? []
          : [{ from: selected[0] - 0.5, to: selected[1] + 0.5, kind: 'selected' }]
      }
      read={index => {
        const point = points[index]!
        return { title: point.label, facts: [{ text: describeValue(point, write) }] }
      }}
    />
  )
}
