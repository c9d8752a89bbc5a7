import type { Read } from './chart-cursor.tsx'
import { type ChartLine, LineChart, type Margins } from './line-chart.tsx'
import type { TrendData, TrendLine, TrendScale } from './trend-shape.ts'
import { describePeriod, describeTrend, describeValue } from './trend-words.ts'

interface TrendProps extends Read, Pick<TrendData, 'lines'>, Partial<Omit<TrendData, 'lines'>> {
  scale: TrendScale
  write: (value: number) => string
  /** Writes the ticks; `write` by default. */
  writeTick?: (value: number) => string
  /** Unit of the ticks, if they do not have it: `installs`. */
  unit?: string | undefined
  margins?: Margins | undefined
  /** First and last index of the selected points. */
  selected?: readonly [number, number] | null
  height?: number
}

/** Lines over time: one has the value of its last dot beside it, is hatched where partly actual; several have colors and names. Framed where days are missing. */
export function Trend({
  lines,
  write,
  writeTick = write,
  selected = null,
  target = null,
  ...rest
}: TrendProps) {
  const periods = lines[0]?.points ?? []
  const isOne = lines.length === 1
  return (
    <LineChart
      {...rest}
      {...{ target, writeTick }}
      summary={lines
        .map(({ name, points }, index) =>
          describeTrend({
            label: index > 0 ? name : isOne ? rest.label : `${rest.label}, ${name}`,
            points,
            write,
            target: isOne ? target : null,
          }),
        )
        .join('. ')}
      stops={periods.map(({ label, note }, at) => ({ at, label, part: note }))}
      lines={chartLines(lines, write)}
      areas={
        selected === null || periods.length < 2
          ? []
          : [{ from: selected[0] - 0.5, to: selected[1] + 0.5, kind: 'selected' }]
      }
      read={index => ({
        title: describePeriod(periods[index]!),
        facts: lines.map(({ name, points }, position) => ({
          ...(!isOne && { name, series: position % 5 }),
          text: describeValue(points[index]!, write),
        })),
      })}
    />
  )
}

/** Lines by the position of their points. */
export function chartLines(
  lines: readonly TrendLine[],
  write: (value: number) => string,
): ChartLine[] {
  return lines.map(({ name, points }, index) => ({
    name,
    points: points.map((point, at) => ({ ...point, at })),
    ...(lines.length === 1 ? { end: write } : { series: index % 5, end: () => name }),
  }))
}
