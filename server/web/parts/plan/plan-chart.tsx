import { LineChart } from '../charts/line-chart.tsx'
import { extentOf, roundTicks, trendScale } from '../charts/trend-shape.ts'
import type { Format } from '../use-format.ts'
import type { CurvePoint, Plan } from './plan-question.ts'

export type ValueAxis = 'revenue' | 'roas'

interface PlanChartProps {
  curve: readonly CurvePoint[]
  plan: Plan
  /** The value axis. */
  axis: ValueAxis
  /** `D30 revenue a day` */
  label: string
  targetRoas: number | null
  /** Totals at the edges, those of the slider below. */
  edges: readonly [number, number]
  format: Format
}

/** Space beside the axis, px. The slider below the chart has the same edges (`plan.css`). */
const MARGINS = { left: 58, right: 18 }

/** Total daily spend and its return: the best plans as a line, today's spend, this plan with the interval of its change. */
export function PlanChart({ curve, plan, axis, label, targetRoas, edges, format }: PlanChartProps) {
  const { before, after } = plan
  const [write, writeTick] =
    axis === 'roas' ? [format.roas, format.share] : [format.money, format.shortMoney]
  const covered = after.roas === null || after.roas === 0 ? null : after.revenue / after.roas
  const ofRevenue = (revenue: number) =>
    axis === 'revenue' ? revenue : covered === null ? null : revenue / covered
  const [low, high] = [after.revenueChangeLow, after.revenueChangeHigh].map(change =>
    ofRevenue(before.revenue + change),
  ) as [number | null, number | null]
  const target = axis === 'roas' ? targetRoas : null
  const [bottomValue, topValue] = extentOf([
    ...curve.map(point => point[axis]),
    before[axis],
    after[axis],
    low,
    high,
  ]) ?? [0, 1]
  // A distant target would flatten the curve: then only the words state it.
  const isTargetNear = target !== null && target > bottomValue * 0.8 && target < topValue * 1.25
  const extent = extentOf([bottomValue, topValue, isTargetNear ? target : null])!
  const room = (extent[1] - extent[0]) * 0.08
  const scale = trendScale([Math.max(0, extent[0] - room), extent[1] + room])
  const [from, to] = edges[0] < edges[1] ? edges : [edges[0] * 0.9, edges[1] * 1.1 + 1]
  const [today, now] = [before[axis], after[axis]]
  return (
    <LineChart
      label={label}
      summary={`${label} by total daily spend: today ${format.rate(before.dailySpend)} brings ${write(today)}, the plan ${format.rate(after.dailySpend)} brings ${write(now)}${
        low === null || high === null || low === high
          ? ''
          : `, 80% interval ${write(low)} to ${write(high)}`
      }`}
      stops={roundTicks(from, to, 6)
        .filter(at => at >= from && at <= to)
        .map(at => ({ at, label: format.shortMoney(at) }))}
      lines={[
        {
          name: axis,
          kind: 'curve',
          points: curve.map(point => ({ at: point.dailySpend, value: point[axis] })),
        },
      ]}
      edges={[from, to]}
      margins={MARGINS}
      target={isTargetNear ? target : null}
      height={240}
      {...{ scale, writeTick }}
    >
      {({ x, y, left, right, bottom }) => {
        const within = (spend: number) => x(Math.max(from, Math.min(to, spend)))
        const [todayAt, nowAt] = [within(before.dailySpend), within(after.dailySpend)]
        const isTodayLeft = todayAt <= right - 60
        // The labels are on opposite sides of the line.
        const isLess = today !== null && now !== null && now < today
        return (
          <>
            {isTargetNear && (
              <text x={right} y={y(target) - 5} text-anchor="end">
                target {write(target)}
              </text>
            )}
            {today !== null && (
              <g class="bp-today">
                <path class="ch-stalk" d={`M${todayAt},${y(today)}V${bottom}`} />
                <circle class="ch-step" cx={todayAt} cy={y(today)} r="4.5" />
                <text
                  x={todayAt + (isTodayLeft ? 8 : -8)}
                  y={y(today) + (isLess ? -9 : 16)}
                  text-anchor={isTodayLeft ? 'start' : 'end'}
                >
                  today {write(today)}
                </text>
              </g>
            )}
            {now !== null && (
              <g class="bp-plan">
                {low !== null && high !== null && low < high && (
                  <path
                    class="ch-whisker"
                    d={`M${nowAt},${y(low)}V${y(high)}M${nowAt - 5},${y(low)}h10M${nowAt - 5},${y(high)}h10`}
                  />
                )}
                <circle class="ch-dot" cx={nowAt} cy={y(now)} r="5" />
                <text
                  class="ch-value"
                  x={nowAt}
                  y={isLess ? y(Math.min(now, low ?? now)) + 16 : y(Math.max(now, high ?? now)) - 9}
                  text-anchor={nowAt > right - 60 ? 'end' : nowAt < left + 60 ? 'start' : 'middle'}
                >
                  plan {write(now)}
                </text>
              </g>
            )}
          </>
        )
      }}
    </LineChart>
  )
}
