import '../charts/charts.css'
import { scaleLinear } from 'd3-scale'
import { thinLabels } from '../charts/labels.ts'
import { extentOf, trendScale } from '../charts/trend-shape.ts'
import type { Format } from '../format.ts'
import { useWidth } from '../use-width.ts'
import type { CurvePoint, Plan } from './question.ts'

export type Shown = 'revenue' | 'roas'

interface PlanChartProps {
  curve: readonly CurvePoint[]
  plan: Plan
  /** The value axis. */
  shown: Shown
  /** `D30 revenue a day` */
  label: string
  targetRoas: number | null
  /** Totals at the edges, those of the slider below. */
  edges: readonly [number, number]
  format: Format
}

/** Room for labels of the axes, px. The slider below the chart keeps to the same edges (`plan.css`). */
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [58, 18, 30, 24, 240]

/** Total daily spend against what it brings: the best plans as a line, today's spend, this plan with the interval of its change. */
export function PlanChart({ curve, plan, shown, label, targetRoas, edges, format }: PlanChartProps) {
  const [ref, width] = useWidth(640)
  const { before, after } = plan
  const [write, writeTick] = shown === 'roas' ? [format.roas, format.share] : [format.money, format.shortMoney]
  const covered = after.roas === null || after.roas === 0 ? null : after.revenue / after.roas
  const ofRevenue = (revenue: number) => (shown === 'revenue' ? revenue : covered === null ? null : revenue / covered)
  const [low, high] = [after.revenueChangeLow, after.revenueChangeHigh].map(change => ofRevenue(before.revenue + change)) as [
    number | null,
    number | null,
  ]
  const target = shown === 'roas' ? targetRoas : null
  const [bottomValue, topValue] = extentOf([...curve.map(point => point[shown]), before[shown], after[shown], low, high]) ?? [0, 1]
  // A target far away would flatten the curve: then it is left to words.
  const isTargetNear = target !== null && target > bottomValue * 0.8 && target < topValue * 1.25
  const extent = extentOf([bottomValue, topValue, isTargetNear ? target : null])!
  const room = (extent[1] - extent[0]) * 0.08
  const scale = trendScale([Math.max(0, extent[0] - room), extent[1] + room])
  const bottom = HEIGHT - BOTTOM
  const right = Math.max(LEFT + 60, width - RIGHT)
  const xScale = scaleLinear()
    .domain(edges[0] < edges[1] ? edges : [edges[0] * 0.9, edges[1] * 1.1 + 1])
    .range([LEFT, right])
    .clamp(true)
  const yScale = scaleLinear().domain(scale.domain).range([bottom, TOP])
  const [x, y] = [(value: number) => Math.round(xScale(value) * 10) / 10, (value: number) => Math.round(yScale(value) * 10) / 10]
  const line = curve.flatMap(point => (point[shown] === null ? [] : `${x(point.dailySpend)},${y(point[shown])}`))
  const ticks = xScale.ticks(width < 480 ? 3 : 6)
  const anchorOf = (at: number) => (at > right - 60 ? 'end' : at < LEFT + 60 ? 'start' : 'middle')
  const [today, now] = [before[shown], after[shown]]
  const [todayAt, nowAt] = [x(before.dailySpend), x(after.dailySpend)]
  return (
    <div class="trend" ref={ref}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${label} by total daily spend: today ${format.rate(before.dailySpend)} brings ${write(today)}, the plan ${format.rate(after.dailySpend)} brings ${write(now)}${
          low === null || high === null || low === high ? '' : `, 80% interval ${write(low)} to ${write(high)}`
        }`}
      >
        {scale.ticks.map(tick => (
          <g key={tick}>
            <path class="ch-grid" d={`M${LEFT},${y(tick)}H${right}`} />
            <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
              {writeTick(tick)}
            </text>
          </g>
        ))}
        {thinLabels(ticks.map(x), ticks.map(format.shortMoney), width).map(({ index, x: place }) => (
          <text key={index} x={place} y={HEIGHT - 6}>
            {format.shortMoney(ticks[index])}
          </text>
        ))}
        {isTargetNear && (
          <>
            <path class="ch-target" d={`M${LEFT},${y(target)}H${right}`} />
            <text x={right} y={y(target) - 5} text-anchor="end">
              target {write(target)}
            </text>
          </>
        )}
        <path class="ch-line" d={line.length > 1 ? `M${line.join('L')}` : ''} />
        {today !== null && (
          <g class="bp-today">
            <path class="ch-stalk" d={`M${todayAt},${y(today)}V${bottom}`} />
            <circle class="ch-step" cx={todayAt} cy={y(today)} r="4.5" />
            <text
              x={todayAt + (anchorOf(todayAt) === 'end' ? -8 : 8)}
              y={y(today) + 16}
              text-anchor={anchorOf(todayAt) === 'end' ? 'end' : 'start'}
            >
              today {write(today)}
            </text>
          </g>
        )}
        {now !== null && (
          <g class="bp-plan">
            {low !== null && high !== null && low < high && (
              <path class="ch-whisker" d={`M${nowAt},${y(low)}V${y(high)}M${nowAt - 5},${y(low)}h10M${nowAt - 5},${y(high)}h10`} />
            )}
            <circle class="ch-dot" cx={nowAt} cy={y(now)} r="5" />
            <text class="ch-value" x={nowAt} y={Math.min(y(now), high === null ? bottom : y(high)) - 9} text-anchor={anchorOf(nowAt)}>
              plan {write(now)}
            </text>
          </g>
        )}
      </svg>
    </div>
  )
}

export function PlanKey({ hasTarget }: { hasTarget: boolean }) {
  return (
    <ul class="ch-key" aria-label="Key">
      <li>
        <svg width="26" height="14" aria-hidden="true">
          <path class="ch-line" d="M1,7h24" />
        </svg>
        best plan of each total
      </li>
      <li>
        <svg width="14" height="14" aria-hidden="true">
          <circle class="ch-step" cx="7" cy="7" r="4.5" />
        </svg>
        today
      </li>
      <li>
        <svg class="bp-plan" width="14" height="14" aria-hidden="true">
          <path class="ch-whisker" d="M7,0v14M3,0.9h8M3,13.1h8" />
          <circle class="ch-dot" cx="7" cy="7" r="3.4" />
        </svg>
        this plan, 80% interval of its change
      </li>
      {hasTarget && (
        <li>
          <svg width="26" height="14" aria-hidden="true">
            <path class="ch-target" d="M1,7h24" />
          </svg>
          target
        </li>
      )}
    </ul>
  )
}
