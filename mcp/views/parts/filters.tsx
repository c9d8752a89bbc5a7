import { useMemo, useState } from 'preact/hooks'

export interface Dimension<Row> {
  name: string
  label: string
  value: (row: Row) => string
}

/** The chosen values by dimension; a missing or empty entry means all. */
export type Chosen = Readonly<Record<string, readonly string[]>>

export interface Filtering<Row> {
  rows: readonly Row[]
  chosen: Chosen
  choose: (name: string, values: readonly string[]) => void
  clear: () => void
}

/** Filters the loaded rows locally, without a request. */
export function useFilters<Row>(all: readonly Row[], dimensions: readonly Dimension<Row>[]): Filtering<Row> {
  const [chosen, setChosen] = useState<Chosen>({})
  const rows = useMemo(() => filterRows(all, dimensions, chosen), [all, dimensions, chosen])
  return {
    rows,
    chosen,
    choose: (name, values) => setChosen(before => ({ ...before, [name]: values })),
    clear: () => setChosen({}),
  }
}

/** Rows that match every dimension with chosen values. */
export function filterRows<Row>(rows: readonly Row[], dimensions: readonly Dimension<Row>[], chosen: Chosen): readonly Row[] {
  const active = dimensions.filter(({ name }) => (chosen[name] ?? []).length > 0)
  if (active.length === 0) return rows
  return rows.filter(row => active.every(({ name, value }) => chosen[name]!.includes(value(row))))
}

interface FilterBarProps<Row> {
  all: readonly Row[]
  dimensions: readonly Dimension<Row>[]
  filtering: Filtering<Row>
}

/** One menu of checkboxes per dimension that has several values. */
export function FilterBar<Row>({ all, dimensions, filtering: { chosen, choose, clear } }: FilterBarProps<Row>) {
  const choices = useMemo(() => dimensions.map(dimension => ({ dimension, counts: countsOf(all, dimension) })), [all, dimensions])
  const active = Object.values(chosen).some(values => values.length > 0)
  return (
    <div class="filters" role="group" aria-label="Filters">
      {choices
        .filter(({ counts }) => counts.length > 1)
        .map(({ dimension: { name, label }, counts }) => {
          const values = chosen[name] ?? []
          const toggle = (value: string) =>
            choose(name, values.includes(value) ? values.filter(other => other !== value) : [...values, value])
          return (
            <details key={name} class="filter" name="filter">
              <summary>
                {label}: {values.length === 0 ? 'all' : values.length === 1 ? values[0] : `${values.length} of ${counts.length}`}
              </summary>
              <ul>
                {counts.map(([value, count]) => (
                  <li key={value}>
                    <label>
                      <input type="checkbox" checked={values.includes(value)} onChange={() => toggle(value)} /> {value}{' '}
                      <span class="muted">{count}</span>
                    </label>
                  </li>
                ))}
              </ul>
            </details>
          )
        })}
      {active && <button onClick={clear}>Clear filters</button>}
    </div>
  )
}

function countsOf<Row>(rows: readonly Row[], { value }: Dimension<Row>): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(value(row), (counts.get(value(row)) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b))
}
