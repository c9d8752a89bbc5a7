import { useMemo } from 'preact/hooks'
import { type Reading, readingWords } from '../../parts/charts/chart-cursor.tsx'
import { heatOf } from '../../parts/charts/heat.ts'
import { type ChartLine, LineChart } from '../../parts/charts/line-chart.tsx'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { extentOf, trendScale } from '../../parts/charts/trend-shape.ts'
import type { Format } from '../../parts/use-format.ts'
import type { Column } from '../../parts/table.tsx'
import { agesOf, type Cohort, MIN, type Spread, spreadOf } from './cohorts.ts'

interface EstimatesChartProps {
  cohorts: readonly Cohort[]
  dsi: number
  fullFromAge: number
  actualFromAge: number
  target: number | null
  /** The selected cohort. */
  chosen: string | undefined
  format: Format
}

/** ROAS estimates by age: a thin line per cohort, the median and the range of the middle 80 %. */
export function EstimatesChart({
  cohorts,
  dsi,
  fullFromAge,
  actualFromAge,
  target,
  chosen,
  format,
}: EstimatesChartProps) {
  const { ages, byAge, lines, scale, hasBand } = useMemo(() => {
    const ages = agesOf(cohorts)
    const spread = spreadOf(cohorts)
    const cohortLines = cohorts.map(({ key, cohort, estimates }): ChartLine => ({
      name: cohort,
      kind: key === chosen ? 'chosen' : 'one',
      points: estimates.map(({ age, value }) => ({ at: age, value })),
    }))
    // Beyond it, values are actual: the band would show cohorts' differences as uncertainty.
    const median = spread.map(({ age, median, low, high }) => ({
      at: age,
      value: median,
      ...(age <= actualFromAge && { low, high }),
    }))
    return {
      ages,
      byAge: new Map(spread.map(ofAge => [ofAge.age, ofAge])),
      lines: [
        ...cohortLines,
        ...(median.length > 0 ? [{ name: 'median', kind: 'curve' as const, points: median }] : []),
      ],
      scale: trendScale(
        extentOf([
          ...cohorts.flatMap(({ estimates }) => estimates.map(({ value }) => value)),
          target,
        ]) ?? [0, 1],
        5,
      ),
      hasBand: median.filter(({ low }) => low !== undefined).length > 1,
    }
  }, [cohorts, target, actualFromAge, chosen])
  const [least, greatest] = [ages[0] ?? 0, ages.at(-1) ?? 0]
  const read = (index: number): Reading => {
    const age = ages[index]!
    return { title: `Age ${age}`, facts: factsOf(age, byAge.get(age), cohorts, format) }
  }
  return (
    <section class="estimates" aria-labelledby="estimates">
      <h2 id="estimates">ROAS at D{dsi}, as it was estimated by cohort age</h2>
      <TrendKey
        entries={[
          { mark: 'one', words: 'a cohort' },
          byAge.size > 0 && { mark: 'line', words: 'median' },
          hasBand && {
            mark: 'interval',
            words: 'the middle 80% of cohorts while forecast, from five cohorts',
          },
          target !== null && { mark: 'target', words: `target ${format.roas(target)}` },
          least < fullFromAge && {
            mark: 'young',
            words: `cohort still installing, until age ${fullFromAge}`,
          },
          greatest >= actualFromAge && {
            mark: 'settled',
            words: `actual, from age ${actualFromAge}`,
          },
        ]}
      />
      <LineChart
        label="Ages"
        summary={`ROAS at D${dsi} by age of ${cohorts.length} cohorts: ${ages.length > 0 ? `${readingWords(read(0))}. ${readingWords(read(ages.length - 1))}` : 'no values'}`}
        stops={ages.map(age => ({ at: age, label: String(age) }))}
        areas={[
          { from: -Infinity, to: fullFromAge, kind: 'young' },
          ...(greatest >= actualFromAge
            ? [{ from: actualFromAge, to: Infinity, kind: 'settled' as const, label: 'actual' }]
            : []),
        ]}
        title="age of the cohort, in days"
        writeTick={format.share}
        height={300}
        {...{ lines, scale, target, read }}
      />
    </section>
  )
}

function factsOf(
  age: number,
  spread: Spread | undefined,
  cohorts: readonly Cohort[],
  format: Format,
): Reading['facts'] {
  if (spread !== undefined) {
    return [
      { name: 'median', text: format.roas(spread.median) },
      { name: '80%', text: `from ${format.roas(spread.low)} to ${format.roas(spread.high)}` },
      { text: `${format.count(spread.cohorts)} cohorts` },
    ]
  }
  // Too few for a spread: list each.
  return cohorts
    .flatMap(({ cohort, estimates }) => {
      const match = estimates.find(estimate => estimate.age === age)
      return match === undefined
        ? []
        : [{ name: format.day(cohort), text: format.roas(match.value) }]
    })
    .slice(0, MIN)
}

export function estimateColumns(
  cohorts: readonly Cohort[],
  named: boolean,
  target: number | null,
  format: Format,
): Column<Cohort>[] {
  const estimateAt = ({ estimates }: Cohort, age: number) =>
    estimates.find(estimate => estimate.age === age)?.value ?? null
  const heat = heatOf(
    cohorts.flatMap(({ estimates }) => estimates.map(({ value }) => value)),
    target,
  )
  return [
    {
      name: 'cohort',
      label: 'Cohort',
      value: ({ cohort }) => cohort,
      show: ({ cohort }) => format.day(cohort),
    },
    ...(named
      ? [{ name: 'campaign', label: 'Campaign', value: ({ campaign }: Cohort) => campaign }]
      : []),
    ...agesOf(cohorts).map((age): Column<Cohort> => {
      return {
        name: `age ${age}`,
        label: `Age ${age}`,
        value: row => estimateAt(row, age),
        show: row => format.roas(estimateAt(row, age)),
        numeric: true,
        color: row => heat(estimateAt(row, age)),
      }
    }),
  ]
}
