import { useMemo } from 'preact/hooks'
import { PlaceAxis, roomFor, ValueAxis } from '../charts/axes.tsx'
import { Cursor } from '../charts/cursor.tsx'
import { linePaths } from '../charts/line-paths.ts'
import { round, valueScale } from '../charts/value-scale.ts'
import type { Format } from '../parts/format.ts'
import { maturityWords, writeMetric, writeTick, type Series } from './columns.ts'
import { actualShare, isPart, numberOf, type Group } from './groups.ts'

interface GroupChartProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  grouping: string
  format: Format
  /** How a cohort is written below. */
  writeCohort: (cohort: string) => string
  width: number
  height: number
  /** The greatest value of all charts: they have one scale. */
  greatest: number
  /** The target at one of the DSI. */
  target: { value: number; dsi: number } | null
}

const TOP = 10
const BELOW = 20

/** A line per DSI over the cohorts of a group. */
export function GroupChart({ group, cohorts, series, grouping, format, writeCohort, width, height, greatest, target }: GroupChartProps) {
  const bottom = height - BELOW
  const scale = valueScale(0, greatest, TOP, bottom)
  const tick = writeTick(series.metric, format, scale.greatest)
  const left = roomFor(scale.ticks.map(tick))
  const named = series.columns.length > 1 || series.columns[0]?.dsi !== undefined
  const right = width - (named ? 38 : 8)
  const step = cohorts.length > 1 ? (right - left - 8) / (cohorts.length - 1) : 0
  const at = cohorts.map((_, index) => round(cohorts.length > 1 ? left + 4 + index * step : (left + right) / 2))
  const rows = cohorts.map(cohort => group.rows.get(cohort))
  const lines = useMemo(
    () =>
      series.columns.map(column => {
        const points = rows.map((row, index) => {
          const value = numberOf(row?.[column.name])
          return { x: at[index]!, y: value === null ? null : scale.at(value), actual: actualShare(row, column) >= 1 }
        })
        return { column, paths: linePaths(points, step >= 9), end: points.findLast(({ y }) => y !== null) }
      }),
    [group, cohorts, series, width, height, greatest],
  )
  const ends = spaced(lines.map(({ end }) => end?.y ?? null))
  const parts = rows.flatMap((row, index) => (row !== undefined && isPart(row, grouping) ? [index] : []))
  const half = Math.max(6, Math.min(step, 40) / 2)
  const write = writeMetric(series.metric, format)
  const told = (index: number) =>
    series.columns.map(column => {
      const row = rows[index]
      const maturity = column.dsi === undefined ? '' : maturityWords(actualShare(row, column), format)
      return { column, value: write(numberOf(row?.[column.name])), maturity }
    })
  const dayOf = (index: number) =>
    `${format.day(cohorts[index])}${parts.includes(index) ? `, part: ${rows[index]!['period_days']} days` : ''}`

  return (
    <div class="chart" style={{ width: `${width}px`, height: `${height}px` }}>
      <svg width={width} height={height} role="img" aria-label={summaryOf(group, cohorts, series, format)}>
        {parts.map(index => (
          <rect
            key={index}
            class="part"
            data-cohort={cohorts[index]}
            x={round(at[index]! - half)}
            y={TOP}
            width={round(2 * half)}
            height={bottom - TOP}
            fill="url(#hatch)"
          />
        ))}
        <ValueAxis scale={scale} left={left} right={right} write={tick} />
        {target !== null && <path class="target-line" data-target={target.value} d={`M${left},${scale.at(target.value)}H${right}`} />}
        {lines.map(({ column, paths }, index) => (
          <g key={column.name} class={`series-${index % 5}`} data-column={column.name}>
            {paths.solid !== '' && <path class="line solid" d={paths.solid} />}
            {paths.dashed !== '' && <path class="line dashed" d={paths.dashed} />}
            {paths.dots !== '' && <path class="dots" d={paths.dots} />}
            {paths.holes !== '' && <path class="holes" d={paths.holes} />}
            {named && ends[index] !== null && (
              <text class="series" x={right + 4} y={ends[index]} dy="0.32em">
                D{column.dsi}
              </text>
            )}
          </g>
        ))}
        <PlaceAxis at={at} write={index => writeCohort(cohorts[index]!)} y={height - 5} width={width} />
      </svg>
      <Cursor
        label={`Cohorts${group.name === '' ? '' : ` of ${group.name}`}`}
        at={at}
        left={left}
        right={right}
        top={TOP}
        bottom={bottom}
        width={width}
        words={index =>
          `${dayOf(index)}: ${told(index)
            .map(
              ({ column, value, maturity }) =>
                `${column.dsi === undefined ? '' : `D${column.dsi} `}${value}${maturity === '' ? '' : `, ${maturity}`}`,
            )
            .join('; ')}`
        }
        show={index => (
          <>
            <strong>{dayOf(index)}</strong>
            {told(index).map(({ column, value, maturity }, place) => (
              <p key={column.name}>
                {column.dsi !== undefined && <b class={`series-${place % 5}`}>D{column.dsi}</b>}
                <span>
                  {value} <span class="muted">{maturity}</span>
                </span>
              </p>
            ))}
          </>
        )}
      />
    </div>
  )
}

/** The same heights, moved apart where names would cover each other; in their order. */
function spaced(heights: readonly (number | null)[]): (number | null)[] {
  const order = heights.flatMap((y, index) => (y === null ? [] : [{ y, index }])).sort((a, b) => a.y - b.y)
  const moved: (number | null)[] = heights.map(() => null)
  let above = -Infinity
  for (const { y, index } of order) {
    above = Math.max(y, above + 12)
    moved[index] = above
  }
  return moved
}

function summaryOf(group: Group, cohorts: readonly string[], series: Series, format: Format): string {
  const write = writeMetric(series.metric, format)
  const lines = series.columns.map(column => {
    const known = cohorts.flatMap(cohort => {
      const value = numberOf(group.rows.get(cohort)?.[column.name])
      return value === null ? [] : [value]
    })
    const at = column.dsi === undefined ? '' : `D${column.dsi} `
    return known.length === 0 ? `${at}without values` : `${at}from ${write(known[0])} to ${write(known.at(-1))}`
  })
  const of = group.name === '' ? '' : ` of ${group.name}`
  return `${series.label}${of} by install cohort, ${format.day(cohorts[0])} to ${format.day(cohorts.at(-1))}: ${lines.join('; ')}`
}
