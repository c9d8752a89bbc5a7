import './charts.css'
import { scaleLinear } from 'd3-scale'
import { useWidth } from '../use-width.ts'
import { joinLetters, spreadLabels, thinLabels, widthOf } from './labels.ts'
import { TrendCursor } from './trend-cursor.tsx'
import { trendPaths } from './trend-shape.ts'
import { describeTrend, type TrendProps } from './trend-words.ts'

const TOP = 20
const BOTTOM = 22
const GAP = 8

/** A line over time: solid and filled where actual, dashed and hollow where forecast, hatched where partly actual or incomplete. */
export function Trend(props: TrendProps) {
  const { points, scale, write, writeTick = write, target = null, marks = [], selected = null, height = 136, focusable = true } = props
  const [ref, width] = useWidth(280)
  const last = points.findLast(({ value }) => value !== null)
  const ends = [...(last === undefined ? [] : [write(last.value!)]), ...(target === null ? [] : [writeTick(target)])]
  // Without ticks, as in a sparkline, only the first dot needs room.
  const left = Math.max(4 - GAP, ...scale.ticks.map(tick => widthOf(writeTick(tick)))) + GAP
  const right = Math.max(left + 40, width - Math.max(0, ...ends.map(widthOf)) * 1.12 - GAP - 2)
  const bottom = height - BOTTOM
  const step = (right - left) / Math.max(1, points.length - 1)
  const x = (index: number) =>
    Math.round((points.length === 1 ? (left + right) / 2 : left + 4 + (index * (right - left - 8)) / (points.length - 1)) * 10) / 10
  const yScale = scaleLinear().domain(scale.domain).range([bottom, TOP])
  const y = (value: number) => Math.round(yScale(value) * 10) / 10
  const at = points.map((_, index) => x(index))
  const paths = trendPaths(points, x, y)
  const half = Math.min(step, 40) / 2
  const lettered = marks.map(({ index, letter }) => ({ x: x(index), letter }))
  return (
    <div class="trend" ref={ref}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={describeTrend(props)}>
        {selected !== null && points.length > 1 && (
          <rect
            class="ch-selected"
            x={x(selected[0]) - half}
            y={TOP - 4}
            width={x(selected[1]) - x(selected[0]) + 2 * half}
            height={bottom - TOP + 4}
          />
        )}
        {scale.ticks.map(tick => (
          <g key={tick}>
            <path class="ch-grid" d={`M${left},${y(tick)}H${right}`} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end">
              {writeTick(tick)}
            </text>
          </g>
        ))}
        {points.map(
          ({ actualShare, value, note }, index) =>
            value !== null &&
            ((actualShare > 0 && actualShare < 1) || note !== undefined) && (
              <Hatching key={index} x={x(index) - half} y={TOP - 4} width={2 * half} height={bottom - TOP + 4} />
            ),
        )}
        <path class="ch-band" d={paths.band} />
        {target !== null && <path class="ch-target" d={`M${left},${y(target)}H${right}`} />}
        {lettered.map(({ x: place, letter }) => (
          <g key={letter}>
            <path class="ch-stalk" d={`M${place},${TOP - 4}V${bottom}`} />
            <path class="ch-event" d={`M${place - 4},${bottom + 1}h8l-4,-6z`} />
          </g>
        ))}
        {joinLetters(lettered).map(({ x: place, text }) => (
          <text key={place} class="ch-strong" x={place} y={TOP - 8} text-anchor="middle">
            {text}
          </text>
        ))}
        {points.map(
          ({ first, value }, index) =>
            typeof first === 'number' &&
            value !== null && (
              <path key={index} class="ch-first" d={`M${x(index)},${y(first)}V${y(value)}M${x(index) - 4},${y(first)}h8`} />
            ),
        )}
        <path class="ch-line" d={paths.solid} />
        <path class="ch-line ch-forecast" d={paths.dashed} />
        {points.map(
          ({ value, actualShare, label }, index) =>
            value !== null && (
              <circle
                key={label}
                class={actualShare === 1 ? 'ch-dot' : 'ch-dot ch-hollow'}
                cx={x(index)}
                cy={y(value)}
                r={points[index] === last ? 3.4 : points.length > 31 ? 1.6 : 2.5}
              />
            ),
        )}
        <EndLabels {...{ last: last?.value ?? null, target, y, write, writeTick }} x={right + GAP} top={TOP} bottom={bottom} />
        {thinLabels(
          at,
          points.map(({ label }) => label),
          width,
        ).map(({ index, x: place }) => (
          <text key={index} x={place} y={height - 5}>
            {points[index]!.label}
          </text>
        ))}
      </svg>
      <TrendCursor {...props} {...{ at, left, right, width, focusable }} top={TOP - 4} bottom={bottom} />
    </div>
  )
}

interface EndLabelsProps {
  last: number | null
  target: number | null
  x: number
  y: (value: number) => number
  top: number
  bottom: number
  write: (value: number) => string
  writeTick: (value: number) => string
}

/** Labels the last value and the target beside them. */
function EndLabels({ last, target, x, y, top, bottom, write, writeTick }: EndLabelsProps) {
  const labels = [
    ...(last === null ? [] : [{ at: y(last), text: write(last), strong: true }]),
    ...(target === null ? [] : [{ at: y(target), text: writeTick(target), strong: false }]),
  ]
  const placed = spreadLabels(
    labels.map(({ at }) => at),
    14,
    top,
    bottom,
  )
  return (
    <>
      {labels.map(({ text, strong }, index) => (
        <text key={index} class={strong ? 'ch-value' : undefined} x={x} y={placed[index]! + 4}>
          {text}
        </text>
      ))}
    </>
  )
}

/** Slanted lines in a column. Not a pattern: an SVG of its own, as PNG or on paper, has none of the page's definitions. */
function Hatching({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  let d = ''
  for (let start = y - width; start < y + height; start += 6) {
    // From the left edge, falling at 45 degrees, cut off at top and bottom.
    const [from, to] = [Math.max(0, y - start), Math.min(width, y + height - start)]
    if (to > from) d += `M${x + from},${start + from}L${x + to},${start + to}`
  }
  return <path class="ch-hatch" d={d} />
}
