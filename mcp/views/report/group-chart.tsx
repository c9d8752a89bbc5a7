import { useMemo } from 'preact/hooks'
import { PlaceAxis, roomFor, ValueAxis } from '../parts/axes.tsx'
import { Cursor } from '../parts/cursor.tsx'
import { EventMarks, type LetteredEvent } from '../parts/events.tsx'
import { linePaths } from '../parts/line-paths.ts'
import { round, valueScale } from '../parts/heat.ts'
import type { Format } from '../parts/format.ts'
import { maturityWords, type Series, writeMetric, writeTick } from './columns.ts'
import { actualShare, daysWords, type Group, isPart, numberOf } from './groups.ts'

interface GroupChartProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  grouping: string
  format: Format
  /** Label of a cohort on the axis. */
  writeCohort: (cohort: string) => string
  width: number
  height: number
  /** Maximum over all charts, which share a scale. */
  greatest: number
  target: { value: number; dsi: number } | null
  events: readonly LetteredEvent[]
}

const TOP = 16
const BELOW = 20

/** One line per DSI over a group's cohorts. */
export function GroupChart(props: GroupChartProps) {
  const { group, cohorts, series, grouping, format, writeCohort, width, height, greatest, target, events } = props
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
  const dayOf = (index: number) => `${format.day(cohorts[index])}${parts.includes(index) ? `, part: ${daysWords(rows[index]!)}` : ''}`

  return (
    <div class="chart" style={{ width: `${width}px`, height: `${height}px` }}>
      <svg width={width} height={height} role="img" aria-label={summaryOf(group, cohorts, series, format)}>
        {parts.map(index => {
          const [from, to] = [Math.max(left, at[index]! - half), Math.min(right, at[index]! + half)]
          return (
            <rect
              key={index}
              class="part"
              data-cohort={cohorts[index]}
              x={round(from)}
              y={TOP}
              width={round(to - from)}
              height={bottom - TOP}
            />
          )
        })}
        <ValueAxis scale={scale} left={left} right={right} write={tick} />
        {target !== null && <path class="target-line" data-target={target.value} d={`M${left},${scale.at(target.value)}H${right}`} />}
        <EventMarks events={events} periods={cohorts} at={at} top={TOP - 5} bottom={bottom} />
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

/** Moves overlapping labels apart; keeps their order. */
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

interface GroupBarsProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  format: Format
  width: number
  greatest: number
  target: { value: number; dsi: number } | null
}

const BAR = 16
const GAP = 4

/** One bar per DSI, for a group with one row; a dashed edge means partly forecast. */
export function GroupBars({ group, cohorts, series, format, width, greatest, target }: GroupBarsProps) {
  const write = writeMetric(series.metric, format)
  const row = cohorts.map(cohort => group.rows.get(cohort)).find(found => found !== undefined)
  const named = series.columns.some(({ dsi }) => dsi !== undefined)
  const left = named ? 40 : 0
  const room = Math.max(40, width - left - 84)
  const height = series.columns.length * (BAR + GAP)
  const told = series.columns.map(column => {
    const [value, share] = [numberOf(row?.[column.name]), actualShare(row, column)]
    return { column, value, share, words: column.dsi === undefined ? '' : maturityWords(share, format) }
  })
  const summary = told
    .map(
      ({ column, value, words }) =>
        `${column.dsi === undefined ? '' : `D${column.dsi} `}${write(value)}${words === '' ? '' : `, ${words}`}`,
    )
    .join('; ')
  return (
    <div class="bars">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${series.label}${group.name === '' ? '' : ` of ${group.name}`}: ${summary}`}
      >
        {told.map(({ column, value, share, words }, index) => {
          const y = index * (BAR + GAP)
          const length = value === null || greatest <= 0 ? 0 : Math.max(0, (value / greatest) * room)
          const mark = target !== null && target.dsi === column.dsi ? (target.value / greatest) * room : null
          // Otherwise the mark would cross the number.
          const written = mark !== null && mark > length - 4 && mark < length + 52 ? mark : length
          return (
            <g key={column.name} class={`series-${index % 5}`} data-column={column.name}>
              <title>{words}</title>
              {named && (
                <text class="series" x={0} y={y + BAR / 2} dy="0.32em">
                  D{column.dsi}
                </text>
              )}
              <rect
                class={share >= 1 ? 'bar-actual' : 'bar-forecast'}
                x={left}
                y={y + 1}
                width={length}
                height={BAR - 2}
                data-value={value}
              />
              {mark !== null && <path class="target-line" d={`M${left + mark},${y - 1}v${BAR + 2}`} />}
              <text x={left + written + 6} y={y + BAR / 2} dy="0.32em">
                {write(value)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
