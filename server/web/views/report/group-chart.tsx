import { useMemo } from 'preact/hooks'
import { LineChart } from '../../parts/charts/line-chart.tsx'
import { trendScale } from '../../parts/charts/trend-shape.ts'
import { describeTrend, describeValue } from '../../parts/charts/trend-words.ts'
import { type LetteredEvent, marksOf } from '../../parts/events.tsx'
import type { Format } from '../../parts/use-format.ts'
import { writeMetric, writeTick } from '../../../core/words/metrics.ts'
import type { MetricColumn, Series } from './metric-columns.ts'
import { numberOf } from '../../parts/read-result.ts'
import { actualShare, daysWords, type Group, isPart } from './groups.ts'

interface GroupChartProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  grouping: string
  format: Format
  /** Label of a cohort on the axis. */
  writeCohort: (cohort: string) => string
  height: number
  /** Maximum of the value axis. */
  greatest: number
  target: number | null
  events: readonly LetteredEvent[]
}

/** One line per DSI over a group's cohorts. */
export function GroupChart({
  group,
  cohorts,
  series,
  grouping,
  format,
  writeCohort,
  height,
  greatest,
  target,
  events,
}: GroupChartProps) {
  const { columns } = series
  const stops = useMemo(
    () =>
      cohorts.map((cohort, at) => {
        const row = group.rows.get(cohort)
        return {
          at,
          label: writeCohort(cohort),
          part: row !== undefined && isPart(row, grouping) ? daysWords(row) : undefined,
        }
      }),
    [group, cohorts, grouping],
  )
  const lines = useMemo(
    () =>
      columns.map(column => ({
        column,
        points: stops.map(({ at, label }) => {
          const row = group.rows.get(cohorts[at]!)
          return {
            at,
            label,
            value: numberOf(row?.[column.name]),
            actualShare: actualShare(row, column),
          }
        }),
      })),
    [stops, columns],
  )
  const write = writeMetric(series.metric, format)
  const isOne = lines.length === 1
  const label = `${series.label}${isOne ? dsiOf(columns[0]!) : ''}${group.name === '' ? '' : ` of ${group.name}`}`
  const least = Math.min(0, ...lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  return (
    <LineChart
      label={label}
      summary={lines
        .map(({ column, points }, index) =>
          describeTrend({
            label: index === 0 ? label + (isOne ? '' : dsiOf(column)) : `D${column.dsi}`,
            points,
            write,
            target: isOne ? target : null,
          }),
        )
        .join('. ')}
      stops={stops}
      lines={lines.map(({ column, points }, index) => ({
        name: column.name,
        points,
        ...(isOne ? {} : { series: index % 5 }),
        end: isOne ? write : () => `D${column.dsi}`,
      }))}
      // Profit may be negative.
      scale={trendScale([least, greatest], Math.round(height / 50))}
      writeTick={writeTick(series.metric, format)}
      marks={marksOf(events, cohorts)}
      read={index => {
        const { label, part } = stops[index]!
        return {
          title: part === undefined ? label : `${label} (${part})`,
          facts: lines.map(({ column, points }, position) => ({
            ...(isOne ? {} : { name: `D${column.dsi}`, series: position % 5 }),
            text: describeValue(points[index]!, write),
          })),
        }
      }}
      {...{ target, height }}
    />
  )
}

function dsiOf({ dsi }: MetricColumn): string {
  return dsi === undefined ? '' : ` D${dsi}`
}
