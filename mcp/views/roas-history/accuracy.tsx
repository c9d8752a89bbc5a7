import { PlaceAxis, roomFor, ValueAxis } from '../parts/axes.tsx'
import { Cursor } from '../parts/cursor.tsx'
import { Key, KeyLine } from '../parts/key.tsx'
import { plainPath } from '../parts/line-paths.ts'
import { valueScale } from '../parts/heat.ts'
import type { Format } from '../parts/format.ts'
import { Table, type Column } from '../parts/table.tsx'
import { useWidth } from '../parts/use-width.ts'
import type { Answer } from '../parts/read-result.ts'
import { ageScale } from './estimates.tsx'

type AtAge = Answer<'svc_get_roas_history'>['context']['accuracy'][number]

const TOP = 10
const HEIGHT = 190
const BELOW = 36

/** Forecast error by the age of the cohort at forecast time. */
export function Accuracy({ accuracy, dsi, format }: { accuracy: readonly AtAge[]; dsi: number; format: Format }) {
  const known = accuracy.filter(({ wape }) => wape !== null)
  const columns: Column<AtAge>[] = [
    { name: 'age', label: 'Age', value: ({ age }) => age, numeric: true },
    { name: 'cohorts', label: 'Cohorts', value: ({ cohorts }) => cohorts, numeric: true },
    ...(['wape', 'p50', 'p90', 'bias'] as const).map((name): Column<AtAge> => {
      return { name, label: LABELS[name], value: row => row[name], show: row => format.roas(row[name]), numeric: true }
    }),
  ]
  return (
    <section class="accuracy" aria-labelledby="accuracy">
      <h2 id="accuracy">How far forecasts of D{dsi} were off</h2>
      {known.length === 0 ? (
        <p class="muted">Not known yet: fewer than five cohorts are old enough to compare.</p>
      ) : (
        <>
          <Chart accuracy={known} format={format} />
          <Table caption="Forecast error by age" columns={columns} rows={known} keyOf={({ age }) => String(age)} />
        </>
      )}
    </section>
  )
}

const LABELS = { wape: 'Average error', p50: 'Half within', p90: '90% within', bias: 'Bias' }

function Chart({ accuracy, format }: { accuracy: readonly AtAge[]; format: Format }) {
  const [ref, width] = useWidth()
  const greatest = Math.max(...accuracy.flatMap(({ wape, p90 }) => [wape ?? 0, p90 ?? 0]))
  const scale = valueScale(0, greatest, TOP, HEIGHT - BELOW)
  const write = scale.greatest < 0.05 ? format.roas : format.share
  const left = roomFor(scale.ticks.map(write))
  const right = width - 14
  const ages = accuracy.map(({ age }) => age)
  const across = ageScale(ages, left, right)
  const line = (name: 'wape' | 'p50' | 'p90') =>
    accuracy.flatMap(one => (one[name] === null ? [] : [{ x: across.at(one.age), y: scale.at(one[name]) }]))
  const lines = (['p90', 'wape', 'p50'] as const).map((name, index) => ({ name, index, points: line(name) }))
  const at = ages.map(age => across.at(age))
  return (
    <div ref={ref}>
      <Key>
        {lines.map(({ name, index }) => (
          <KeyLine key={name} label={NAMES[name]} series={index} />
        ))}
      </Key>
      <div class="chart" style={{ width: `${width}px`, height: `${HEIGHT}px` }}>
        <svg width={width} height={HEIGHT} role="img" aria-label="Forecast error by age; the table below has its values">
          <ValueAxis scale={scale} left={left} right={right} write={write} />
          {lines.map(({ name, index, points }) => (
            <g key={name} class={`series-${index}`} data-measure={name}>
              <path class="line solid" d={plainPath(points)} />
              {points.length < 40 && <path class="dots" d={points.map(({ x, y }) => `M${x},${y}h0`).join('')} />}
            </g>
          ))}
          <PlaceAxis at={at} write={index => String(ages[index])} y={HEIGHT - 20} width={width} />
          <text x={(left + right) / 2} y={HEIGHT - 4} text-anchor="middle">
            age of the cohort at forecast time, in days
          </text>
        </svg>
        <Cursor
          label="Forecast error by age"
          {...{ at, left, right, width }}
          top={TOP}
          bottom={HEIGHT - BELOW}
          words={index => accuracyWords(accuracy[index]!, format)}
          show={index => (
            <>
              <strong>Age {ages[index]}</strong>
              {lines.map(({ name, index: place }) => (
                <p key={name}>
                  <b class={`series-${place}`}>{NAMES[name]}</b> {format.roas(accuracy[index]![name])}
                </p>
              ))}
              <p>{format.count(accuracy[index]!.cohorts)} cohorts</p>
            </>
          )}
        />
      </div>
    </div>
  )
}

const NAMES = { p90: '90% of spend within', wape: 'average error', p50: 'half of spend within' }

/** `At age 13, forecasts of 11 cohorts were off by 1.3% on average; 90% of spend was within 3.0%; overall 0.2% too low.` */
function accuracyWords({ age, cohorts, wape, p90, bias }: AtAge, format: Format): string {
  const within = p90 === null ? '' : `; 90% of spend was within ${format.roas(p90)}`
  const side =
    bias === null || Math.abs(bias) < 0.0005
      ? 'overall unbiased'
      : `overall ${format.roas(Math.abs(bias))} too ${bias > 0 ? 'high' : 'low'}`
  return `At age ${age}, forecasts of ${format.count(cohorts)} cohorts were off by ${format.roas(wape)} on average${within}; ${side}.`
}
