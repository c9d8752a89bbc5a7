import { useMemo } from 'preact/hooks'
import { Trend } from '../parts/charts/trend.tsx'
import { trendScale } from '../parts/charts/trend-shape.ts'
import { eventsByPeriod, type LetteredEvent } from '../parts/events.tsx'
import type { Format } from '../parts/format.ts'
import { type Series, writeMetric, writeTick } from './columns.ts'
import { actualShare, daysWords, type Group, isPart, numberOf } from './groups.ts'

interface GroupTrendProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  grouping: string
  format: Format
  writeCohort: (cohort: string) => string
  height: number
  /** Maximum of the value axis. */
  greatest: number
  target: number | null
  events: readonly LetteredEvent[]
}

/** The only line of a group: with its last value and target labeled, hatched where partly actual. */
export function GroupTrend({ group, cohorts, series, grouping, format, writeCohort, height, greatest, target, events }: GroupTrendProps) {
  const column = series.columns[0]!
  const points = useMemo(
    () =>
      cohorts.map(cohort => {
        const row = group.rows.get(cohort)
        const isShort = row !== undefined && isPart(row, grouping)
        return {
          label: `${writeCohort(cohort)}${isShort ? ` (${daysWords(row)})` : ''}`,
          value: numberOf(row?.[column.name]),
          actualShare: actualShare(row, column),
        }
      }),
    [group, cohorts, column, grouping],
  )
  const marks = [...eventsByPeriod(events, cohorts)].flatMap(([index, letters]) => letters.map(letter => ({ index, letter })))
  const dsi = column.dsi === undefined ? '' : ` D${column.dsi}`
  return (
    <div data-column={column.name}>
      <Trend
        label={`${series.label}${dsi}${group.name === '' ? '' : ` of ${group.name}`}`}
        points={points}
        // Profit may be negative.
        scale={trendScale([Math.min(0, ...points.map(({ value }) => value ?? 0)), greatest])}
        write={writeMetric(series.metric, format)}
        writeTick={writeTick(series.metric, format, greatest)}
        target={target}
        marks={marks}
        height={height}
      />
    </div>
  )
}
