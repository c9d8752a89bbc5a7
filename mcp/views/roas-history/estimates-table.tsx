import { heatOf } from '../charts/heat.ts'
import type { Format } from '../parts/format.ts'
import { Table, type Column } from '../parts/table.tsx'
import { agesOf, type Cohort } from './cohorts.ts'

/** A column per age. */
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
        colour: row => heat(estimateAt(row, age)),
      }
    }),
  ]
}

export function EstimatesTable({ cohorts, columns }: { cohorts: readonly Cohort[]; columns: readonly Column<Cohort>[] }) {
  return <Table caption="Estimates by cohort and age" columns={columns} rows={cohorts} keyOf={({ key }) => key} />
}
