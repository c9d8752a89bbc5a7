import { LineChart } from '../../parts/charts/line-chart.tsx'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { trendScale } from '../../parts/charts/trend-shape.ts'
import type { Format } from '../../parts/use-format.ts'
import { Table, type Column } from '../../parts/table.tsx'
import type { Answer } from '../../parts/read-result.ts'

type AtAge = Answer<'svc_get_roas_history'>['context']['accuracy'][number]

/** Forecast error by the age of the cohort at forecast time. */
export function Accuracy({
  accuracy,
  dsi,
  format,
}: {
  accuracy: readonly AtAge[]
  dsi: number
  format: Format
}) {
  const known = accuracy.filter(({ wape }) => wape !== null)
  const columns: Column<AtAge>[] = [
    { name: 'age', label: 'Age', value: ({ age }) => age, numeric: true },
    { name: 'cohorts', label: 'Cohorts', value: ({ cohorts }) => cohorts, numeric: true },
    ...(['wape', 'p50', 'p90', 'bias'] as const).map((name): Column<AtAge> => {
      return {
        name,
        label: LABELS[name],
        value: row => row[name],
        show: row => format.roas(row[name]),
        numeric: true,
      }
    }),
  ]
  return (
    <section class="accuracy" aria-labelledby="accuracy">
      <h2 id="accuracy">How far forecasts of D{dsi} were off</h2>
      {known.length === 0 ? (
        <p class="m">Not known yet: fewer than five cohorts are old enough to compare.</p>
      ) : (
        <>
          <Chart accuracy={known} format={format} />
          <Table
            caption="Forecast error by age"
            columns={columns}
            rows={known}
            keyOf={({ age }) => String(age)}
          />
        </>
      )}
    </section>
  )
}

const LABELS = { wape: 'Average error', p50: 'Half within', p90: '90% within', bias: 'Bias' }

function Chart({ accuracy, format }: { accuracy: readonly AtAge[]; format: Format }) {
  const greatest = Math.max(...accuracy.flatMap(({ wape, p90 }) => [wape ?? 0, p90 ?? 0]))
  const lines = (['p90', 'wape', 'p50'] as const).map((name, series) => ({
    name,
    series,
    points: accuracy.map(point => ({ at: point.age, value: point[name] })),
  }))
  return (
    <div>
      <TrendKey
        entries={lines.map(({ name, series }) => ({ mark: 'line', words: NAMES[name], series }))}
      />
      <LineChart
        label="Forecast error by age"
        summary="Forecast error by age; the table below has its values"
        stops={accuracy.map(({ age }) => ({ at: age, label: String(age) }))}
        scale={trendScale([0, greatest], 5)}
        writeTick={greatest < 0.04 ? format.roas : format.share}
        title="age of the cohort at forecast time, in days"
        height={190}
        read={index => {
          const point = accuracy[index]!
          return {
            title: `Age ${point.age}`,
            facts: [
              ...lines.map(({ name, series }) => ({
                name: NAMES[name],
                series,
                text: format.roas(point[name]),
              })),
              { name: 'bias', text: format.roas(point.bias) },
              { text: `${format.count(point.cohorts)} cohorts` },
            ],
          }
        }}
        {...{ lines }}
      />
    </div>
  )
}

const NAMES = { p90: '90% of spend within', wape: 'average error', p50: 'half of spend within' }
