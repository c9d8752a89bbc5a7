import type { ComponentChildren } from 'preact'
import { keyOf, TrendKey } from '../charts/trend-key.tsx'
import { type ChartMark, extentOf, type TrendPoint, trendScale } from '../charts/trend-shape.ts'
import { Trend } from '../charts/trend.tsx'
import type { Format } from '../use-format.ts'

/** A cohort's ROAS at the target DSI as the runs estimated it. */
interface EstimatedCohort {
  /** First install date. */
  cohort: string
  /** Ascending by age, days after that date. */
  estimates: readonly { age: number; value: number }[]
}

/** The latest and the first estimate of each cohort; the first one that has all installs. */
export function estimatePoints(
  cohorts: readonly EstimatedCohort[],
  { fullFromAge: full, dsi }: { fullFromAge: number; dsi: number },
  format: Format,
): TrendPoint[] {
  return cohorts.map(({ cohort, estimates }) => {
    const label = format.day(cohort)
    const latest = estimates.at(-1)
    if (latest === undefined) return { label, value: null, actualShare: 0 }
    return {
      label,
      value: latest.value,
      actualShare: Math.max(0, Math.min(1, (latest.age - dsi + 1) / (full + 1))),
      first: estimates.find(({ age }) => age >= full)?.value ?? null,
      ...(latest.age < full && { note: 'installs not complete' }),
    }
  })
}

interface EstimatesTrendProps {
  label: string
  points: readonly TrendPoint[]
  target: number | null
  marks: readonly ChartMark[]
  format: Format
  /** Below the chart. */
  children?: ComponentChildren
}

/** ROAS by cohort, as first estimated and as currently known: whether new installs get better. */
export function EstimatesTrend({
  label,
  points,
  target,
  marks,
  format,
  children,
}: EstimatesTrendProps) {
  const extent = extentOf([...points.flatMap(({ value, first }) => [value, first]), target])
  if (extent === null || points.length === 0)
    return <p class="m">No run kept estimates of this campaign’s last cohorts.</p>
  const trend = { lines: [{ name: label, points }], target, marks }
  return (
    <>
      <Trend
        {...{ label, ...trend }}
        scale={trendScale(extent)}
        write={format.roas}
        writeTick={format.share}
        height={220}
      />
      <TrendKey entries={keyOf([trend])} />
      {children}
    </>
  )
}
