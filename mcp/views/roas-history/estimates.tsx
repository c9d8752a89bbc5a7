import './estimates.css'
import { useMemo } from 'preact/hooks'
import { PlaceAxis, roomFor, ValueAxis } from '../parts/axes.tsx'
import { Cursor } from '../parts/cursor.tsx'
import { heatOf, round, valueScale } from '../parts/heat.ts'
import { Key, KeyLine, KeyShade } from '../parts/key.tsx'
import { plainPath } from '../parts/line-paths.ts'
import type { Format } from '../parts/format.ts'
import { type Column, Table } from '../parts/table.tsx'
import { useWidth } from '../parts/use-width.ts'
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

const TOP = 18
const BELOW = 36
const HEIGHT = 300

/** ROAS estimates by age: a thin line per cohort, the median and the range of the middle 80 %. */
export function EstimatesChart({ cohorts, dsi, fullFromAge, actualFromAge, target, chosen, format }: EstimatesChartProps) {
  const [ref, width] = useWidth()
  const ages = useMemo(() => agesOf(cohorts), [cohorts])
  const spread = useMemo(() => spreadOf(cohorts), [cohorts])
  const drawn = useMemo(() => {
    const values = cohorts.flatMap(({ estimates }) => estimates.map(({ value }) => value))
    let [least, greatest] = [target ?? Infinity, target ?? -Infinity]
    for (const value of values) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)]
    const scale = valueScale(least, greatest, TOP, HEIGHT - BELOW)
    const left = roomFor(scale.ticks.map(format.share))
    const right = width - 14
    const across = ageScale(ages, left, right)
    // Beyond, values are actual: the band would show cohorts' differences as uncertainty.
    const uncertain = spread.filter(({ age }) => age <= actualFromAge)
    const line = (points: readonly { age: number; value: number }[]) =>
      plainPath(points.map(({ age, value }) => ({ x: across.at(age), y: scale.at(value) })))
    return {
      scale,
      left,
      right,
      across,
      lines: cohorts.map(({ key, cohort, estimates }) => ({ key, cohort, path: line(estimates), alone: estimates.length === 1 })),
      median: line(spread.map(({ age, median }) => ({ age, value: median }))),
      band: bandPath(
        line(uncertain.map(({ age, high }) => ({ age, value: high }))),
        line(uncertain.map(({ age, low }) => ({ age, value: low })).toReversed()),
      ),
    }
  }, [cohorts, target, width, ages, spread, actualFromAge])
  const { scale, left, right, across, lines, median, band } = drawn
  const bottom = HEIGHT - BELOW
  const clamp = (age: number) => Math.max(left, Math.min(right, across.at(age)))
  const [full, actual] = [clamp(fullFromAge), clamp(actualFromAge)]
  const at = ages.map(age => across.at(age))
  const byAge = new Map(spread.map(one => [one.age, one]))
  const words = (index: number) => wordsOf(ages[index]!, byAge.get(ages[index]!), cohorts, format)

  return (
    <section class="estimates" aria-labelledby="estimates" ref={ref}>
      <h2 id="estimates">ROAS at D{dsi}, as it was estimated by cohort age</h2>
      <Key>
        <KeyLine label="a cohort" kind="thin" />
        {spread.length > 0 && <KeyLine label="median" series={0} />}
        {band !== '' && <KeyShade label="the middle 80% of cohorts while forecast, from five cohorts" class="band" />}
        {target !== null && <KeyLine label={`target ${format.roas(target)}`} kind="target" />}
        {across.least < fullFromAge && <KeyShade label={`cohort still installing, until age ${fullFromAge}`} class="young" />}
        {across.greatest >= actualFromAge && <KeyShade label={`actual, from age ${actualFromAge}`} class="settled" />}
      </Key>
      <div class="chart" style={{ width: `${width}px`, height: `${HEIGHT}px` }}>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`ROAS at D${dsi} by age of ${cohorts.length} cohorts: ${ages.length > 0 ? `${words(0)}; ${words(ages.length - 1)}` : 'no values'}`}
        >
          {across.least < fullFromAge && <rect class="young" x={left} y={TOP} width={full - left} height={bottom - TOP} />}
          {across.greatest >= actualFromAge && <rect class="settled" x={actual} y={TOP} width={right - actual} height={bottom - TOP} />}
          <ValueAxis scale={scale} left={left} right={right} write={format.share} />
          {across.greatest >= actualFromAge && right - actual > 40 && (
            <text x={actual + 4} y={TOP - 5}>
              actual
            </text>
          )}
          {band !== '' && <path class="band" d={band} />}
          {lines.map(({ key, cohort, path, alone }) => (
            <path key={key} class={key === chosen ? 'cohort chosen' : 'cohort'} data-cohort={cohort} d={alone ? `${path}h0.1` : path} />
          ))}
          {target !== null && <path class="target-line" data-target={target} d={`M${left},${scale.at(target)}H${right}`} />}
          {median !== '' && <path class="line median series-0" d={median} />}
          <PlaceAxis at={at} write={index => String(ages[index])} y={HEIGHT - 20} width={width} />
          <text x={(left + right) / 2} y={HEIGHT - 4} text-anchor="middle">
            age of the cohort, in days
          </text>
        </svg>
        <Cursor
          label="Ages"
          {...{ at, left, right, width, words }}
          top={TOP}
          bottom={bottom}
          show={index => <Told age={ages[index]!} spread={byAge.get(ages[index]!)} cohorts={cohorts} format={format} />}
        />
      </div>
    </section>
  )
}

function bandPath(above: string, back: string): string {
  return above === '' ? '' : `${above}L${back.slice(1)}Z`
}

function factsOf(age: number, spread: Spread | undefined, cohorts: readonly Cohort[], format: Format): string[] {
  if (spread !== undefined) {
    return [
      `median ${format.roas(spread.median)}`,
      `80% from ${format.roas(spread.low)} to ${format.roas(spread.high)}`,
      `${format.count(spread.cohorts)} cohorts`,
    ]
  }
  // Too few for a spread: list each.
  return cohorts
    .flatMap(({ cohort, estimates }) => {
      const found = estimates.find(estimate => estimate.age === age)
      return found === undefined ? [] : [`${format.day(cohort)}: ${format.roas(found.value)}`]
    })
    .slice(0, MIN)
}

function wordsOf(...given: Parameters<typeof factsOf>): string {
  return `age ${given[0]}: ${factsOf(...given).join(', ')}`
}

function Told({ age, spread, cohorts, format }: { age: number; spread: Spread | undefined; cohorts: readonly Cohort[]; format: Format }) {
  return (
    <>
      <strong>Age {age}</strong>
      {factsOf(age, spread, cohorts, format).map(fact => (
        <p key={fact}>{fact}</p>
      ))}
    </>
  )
}

export function estimateColumns(cohorts: readonly Cohort[], named: boolean, target: number | null, format: Format): Column<Cohort>[] {
  const estimateAt = ({ estimates }: Cohort, age: number) => estimates.find(estimate => estimate.age === age)?.value ?? null
  const heat = heatOf(
    cohorts.flatMap(({ estimates }) => estimates.map(({ value }) => value)),
    target,
  )
  return [
    { name: 'cohort', label: 'Cohort', value: ({ cohort }) => cohort, show: ({ cohort }) => format.day(cohort) },
    ...(named ? [{ name: 'campaign', label: 'Campaign', value: ({ campaign }: Cohort) => campaign }] : []),
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

const MAX = 60

export function EstimatesTable({ cohorts, columns }: { cohorts: readonly Cohort[]; columns: readonly Column<Cohort>[] }) {
  return <Table caption="Estimates by cohort and age" columns={columns} rows={cohorts} keyOf={({ key }) => key} most={MAX} />
}

/** Position of ages, px from the left. */
export interface AgeScale {
  at: (age: number) => number
  least: number
  greatest: number
}

export function ageScale(ages: readonly number[], left: number, right: number): AgeScale {
  const [least, greatest] = [ages[0] ?? 0, ages.at(-1) ?? 1]
  const length = Math.max(1, greatest - least)
  return { at: age => round(left + ((age - least) / length) * (right - left)), least, greatest }
}
