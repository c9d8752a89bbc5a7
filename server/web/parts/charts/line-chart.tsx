import './charts.css'
import type { ComponentChildren } from 'preact'
import { useWidth } from '../use-width.ts'
import { ChartCursor, type Read, type Reading } from './chart-cursor.tsx'
import { joinLetters, placeLabel, spreadLabels, thinLabels, widthOf } from './labels.ts'
import {
  type ChartMark,
  isCut,
  type LinePoint,
  linePaths,
  round,
  type TrendScale,
} from './trend-shape.ts'

/** A position of the cursor and of a possible axis label: a period, an age, an amount. */
export interface Stop {
  at: number
  label: string
  /** Length of an incomplete period: `2 days`. */
  part?: string | undefined
}

export interface ChartLine {
  name: string
  /** Values have dots; a curve, and one line of many, do not. */
  kind?: 'values' | 'curve' | 'one' | 'chosen'
  /** Index of its color; the accent by default. */
  series?: number
  points: readonly LinePoint[]
  /** Writes the label of its last dot. */
  end?: (value: number) => string
}

/** A stretch of the horizontal axis. */
interface Area {
  from: number
  to: number
  kind: 'selected' | 'young' | 'settled'
  label?: string
}

/** Space beside the horizontal axis, px. */
export interface Margins {
  left: number
  right: number
}

/** Where values are in a chart, px. */
interface Plot {
  x: (at: number) => number
  y: (value: number) => number
  left: number
  right: number
  bottom: number
}

interface LineChartProps extends Read {
  /** The chart in a sentence, for screen readers. */
  summary: string
  /** Writes the cursor's text at a stop. Omitted: the chart has no cursor. */
  read?: (index: number) => Reading
  /** Ascending. */
  stops: readonly Stop[]
  lines: readonly ChartLine[]
  scale: TrendScale
  writeTick: (value: number) => string
  target?: number | null
  /** Events. */
  marks?: readonly ChartMark[]
  areas?: readonly Area[]
  /** Below the horizontal axis. */
  title?: string
  height?: number
  /** Unit of the ticks, if they do not have it: `installs`. */
  unit?: string | undefined
  /** Space beside the horizontal axis; by default, that of the labels. */
  margins?: Margins | undefined
  /** Ends of the horizontal axis, if a control below has the same; then the right has no labels. */
  edges?: readonly [number, number]
  /** Drawn on top. */
  children?: (plot: Plot) => ComponentChildren
}

const TOP = 20
const BOTTOM = 22
const TITLE = 15
const GAP = 8
/** Distance of labels of one column. */
const LINE = 14

/** Dots closer than this, px, are omitted. */
const DOTS_APART = 5

/** Lines over a horizontal axis: solid and filled where actual, dashed and hollow where forecast; with target, events, areas and a cursor. */
export function LineChart(props: LineChartProps) {
  const {
    summary,
    stops,
    lines,
    scale,
    writeTick,
    target = null,
    marks = [],
    areas = [],
    title,
    height = 136,
    unit,
    edges,
    read,
    children,
  } = props
  const [ref, width] = useWidth(280)
  const bottom = height - BOTTOM - (title === undefined ? 0 : TITLE)
  const [low, high] = scale.domain
  const y = (value: number) =>
    round(
      bottom - (low === high ? 0.5 : Math.min(1, (value - low) / (high - low))) * (bottom - TOP),
    )
  const ends = edges === undefined ? endsOf(lines, target, writeTick) : []
  const { left, right: rightMargin } = props.margins ?? marginsOf(props)
  const right = Math.max(left + 40, width - rightMargin)
  const pad = edges === undefined ? 4 : 0
  const [from, to] = edges ?? [stops[0]?.at ?? 0, stops.at(-1)?.at ?? 0]
  const x = (at: number) =>
    round(
      from === to
        ? (left + right) / 2
        : left + pad + ((at - from) / (to - from)) * (right - left - 2 * pad),
    )
  const at = stops.map(stop => x(stop.at))
  const step = (right - left) / Math.max(1, stops.length - 1)
  const half = Math.min(step, 40) / 2
  /** The column of a stop, within the axis. */
  const column = (at: number) => {
    const [start, end] = [Math.max(left, at - half), Math.min(right, at + half)]
    return { x: start, y: TOP - 4, width: end - start, height: bottom - TOP + 4 }
  }
  const lettered = marks.map(({ index, letter }) => ({ x: at[index]!, letter }))
  // Values stay at their dots; the target's label, which comes last, makes room.
  const placed = spreadLabels(
    ends.flatMap(({ value, at }) => (at === undefined ? [] : y(value))),
    LINE,
    TOP,
    bottom,
  )
  return (
    <div class="trend" ref={ref}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary}
      >
        {areas.map(area => (
          <AreaMark key={area.kind} {...area} {...{ x, left, right, bottom }} />
        ))}
        {stops.map(
          ({ part, label }, index) =>
            part !== undefined && (
              <rect key={label} class="ch-part" data-stop={label} {...column(at[index]!)} />
            ),
        )}
        {scale.ticks.map(tick => (
          <g key={tick}>
            <path class="ch-grid" d={`M${left},${y(tick)}H${right}`} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end" data-tick={tick}>
              {writeTick(tick)}
            </text>
          </g>
        ))}
        {lines.length === 1 &&
          lines[0]!.points.map(
            ({ actualShare = 1, value, at }) =>
              value !== null &&
              actualShare > 0 &&
              actualShare < 1 && <Hatching key={at} {...column(x(at))} />,
          )}
        {target !== null && (
          <path class="ch-target" data-target={target} d={`M${left},${y(target)}H${right}`} />
        )}
        {lettered.map(({ x: position, letter }) => (
          <g key={letter}>
            <path class="ch-stalk" d={`M${position},${TOP - 4}V${bottom}`} />
            <path class="ch-event" d={`M${position - 4},${bottom + 1}h8l-4,-6z`} />
          </g>
        ))}
        {joinLetters(lettered).map(({ x: position, text }) => (
          <text key={position} class="ch-strong" x={position} y={TOP - 8} text-anchor="middle">
            {text}
          </text>
        ))}
        {lines.map((line, index) => (
          <Line key={index} {...line} {...{ x, y, scale }} />
        ))}
        {ends.map(({ text, kind, value, at }, index) => (
          <text
            key={index}
            class={kind}
            x={at === undefined ? right + GAP : x(at) + pad + GAP}
            y={(placed[index] ?? placeLabel(y(value), placed, LINE, TOP, bottom)) + 4}
          >
            {text}
          </text>
        ))}
        {thinLabels(
          at,
          stops.map(({ label }) => label),
          width,
        ).map(({ index, x: position }) => (
          <text key={index} x={position} y={bottom + BOTTOM - 5}>
            {stops[index]!.label}
          </text>
        ))}
        {unit !== undefined && (
          <text transform="rotate(-90)" x={-(TOP + bottom) / 2} y="10" text-anchor="middle">
            {unit}
          </text>
        )}
        {title !== undefined && (
          <text x={(left + right) / 2} y={height - 4} text-anchor="middle">
            {title}
          </text>
        )}
        {children?.({ x, y, left, right, bottom })}
      </svg>
      {read !== undefined && at.length > 0 && (
        <ChartCursor
          {...props}
          {...{ read, at, left, right, width }}
          top={TOP - 4}
          bottom={bottom}
        />
      )}
    </div>
  )
}

/** The space that a chart's labels need beside its axis. */
export function marginsOf({
  lines,
  target = null,
  scale,
  writeTick,
  unit,
}: Pick<LineChartProps, 'lines' | 'target' | 'scale' | 'writeTick' | 'unit'>): Margins {
  const ends = endsOf(lines, target, writeTick)
  return {
    // Without ticks, as in a sparkline, only the first dot needs space.
    left:
      Math.max(4 - GAP, ...scale.ticks.map(tick => widthOf(writeTick(tick)))) +
      GAP +
      (unit === undefined ? 0 : TITLE),
    right: Math.max(0, ...ends.map(({ text }) => widthOf(text))) * 1.12 + GAP + 2,
  }
}

/** Labels beside the last dots, and last, at the right edge, beside the target. */
function endsOf(
  lines: readonly ChartLine[],
  target: number | null,
  writeTick: (value: number) => string,
): { value: number; text: string; at?: number; kind?: string }[] {
  const ends = lines.flatMap(({ end, series, points }) => {
    const last = points.findLast(({ value }) => value !== null)
    if (end === undefined || last === undefined) return []
    const value = last.value!
    return {
      value,
      at: last.at,
      text: end(value),
      kind: series === undefined ? 'ch-value' : `ch-named series-${series}`,
    }
  })
  return target === null ? ends : [...ends, { value: target, text: writeTick(target) }]
}

function Line({
  name,
  kind = 'values',
  series,
  points,
  x,
  y,
  scale,
}: ChartLine & Pick<Plot, 'x' | 'y'> & Pick<LineChartProps, 'scale'>) {
  const { solid, dashed, band } = linePaths(points, x, y)
  const [first, second] = points
  const alone =
    second === undefined && typeof first?.value === 'number'
      ? `M${x(first.at)},${y(first.value)}h0.1`
      : ''
  const last = points.findLast(({ value }) => value !== null)
  const apart =
    points.length < 2 ? Infinity : (x(points.at(-1)!.at) - x(points[0]!.at)) / (points.length - 1)
  const isAlone = (index: number) =>
    (points[index - 1]?.value ?? points[index + 1]?.value ?? null) === null
  return (
    <g class={series === undefined ? undefined : `series-${series}`} data-line={name}>
      {band !== '' && <path class="ch-band" d={band} />}
      {points.map(
        ({ at, first, value }) =>
          typeof first === 'number' &&
          value !== null && (
            <path
              key={at}
              class="ch-first"
              d={`M${x(at)},${y(first)}V${y(value)}M${x(at) - 4},${y(first)}h8`}
            />
          ),
      )}
      <path class={`ch-line ch-${kind}`} d={kind === 'values' ? solid : solid || alone} />
      {dashed !== '' && <path class="ch-line ch-forecast" d={dashed} />}
      {points.map(
        ({ at, value }) =>
          isCut(value, scale) && (
            <path key={at} class="ch-cut" d={`M${x(at) - 4},${y(value!) - 2}l4,-7l4,7z`} />
          ),
      )}
      {kind === 'values' &&
        points.map(
          (point, index) =>
            point.value !== null &&
            !isCut(point.value, scale) &&
            (apart >= DOTS_APART || point === last || isAlone(index)) && (
              <circle
                key={point.at}
                class={(point.actualShare ?? 1) >= 1 ? 'ch-dot' : 'ch-dot ch-hollow'}
                cx={x(point.at)}
                cy={y(point.value)}
                r={point === last ? 3.4 : apart < 9 ? 1.6 : 2.5}
              />
            ),
        )}
    </g>
  )
}

function AreaMark({ from, to, kind, label, x, left, right, bottom }: Area & Omit<Plot, 'y'>) {
  const within = (at: number) => Math.max(left, Math.min(right, x(at)))
  const [start, width] = [within(from), within(to) - within(from)]
  if (width <= 0) return null
  return (
    <>
      <rect class={`ch-${kind}`} x={start} y={TOP - 4} height={bottom - TOP + 4} {...{ width }} />
      {label !== undefined && width > widthOf(label) && (
        <text x={start + 4} y={TOP - 8}>
          {label}
        </text>
      )}
    </>
  )
}

/** Slanted lines in a column. Not a pattern, whose id would have to differ in each chart of the page. */
function Hatching({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>) {
  let d = ''
  for (let start = y - width; start < y + height; start += 6) {
    // From the left edge, falling at 45 degrees, clipped at top and bottom.
    const [from, to] = [Math.max(0, y - start), Math.min(width, y + height - start)]
    if (to > from) d += `M${x + from},${start + from}L${x + to},${start + to}`
  }
  return <path class="ch-hatch" d={d} />
}
