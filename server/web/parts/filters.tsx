import { useMemo, useState } from 'preact/hooks'
import { Menu } from './menu.tsx'

export interface Dimension<Row> {
  name: string
  label: string
  value: (row: Row) => string
  /** Words for a value; the value itself by default. */
  words?: (value: string) => string
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
export function useFilters<Row>(
  all: readonly Row[],
  dimensions: readonly Dimension<Row>[],
): Filtering<Row> {
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
export function filterRows<Row>(
  rows: readonly Row[],
  dimensions: readonly Dimension<Row>[],
  chosen: Chosen,
): readonly Row[] {
  const active = dimensions.filter(({ name }) => (chosen[name] ?? []).length > 0)
  if (active.length === 0) return rows
  return rows.filter(row => active.every(({ name, value }) => chosen[name]!.includes(value(row))))
}

interface FilterBarProps<Row> {
  all: readonly Row[]
  dimensions: readonly Dimension<Row>[]
  filtering: Pick<Filtering<Row>, 'chosen' | 'choose' | 'clear'>
}

/** One menu of checkboxes per dimension that has several values. */
export function FilterBar<Row>({ all, dimensions, filtering }: FilterBarProps<Row>) {
  const menus = useMemo(
    () =>
      dimensions.map(({ name, label, words, value }) => ({
        name,
        label,
        ...(words === undefined ? {} : { words }),
        values: countsOf(all, value),
      })),
    [all, dimensions],
  )
  return <FilterMenus menus={menus} {...filtering} />
}

export interface FilterMenu {
  name: string
  label: string
  words?: (value: string) => string
  /** Each with the number of its rows, if known. */
  values: readonly (readonly [value: string, count: number | null])[]
}

interface FilterMenusProps extends Pick<Filtering<never>, 'chosen' | 'choose' | 'clear'> {
  menus: readonly FilterMenu[]
}

/** Menus of checkboxes; a dimension with one value has none, unless that is selected. */
export function FilterMenus({ menus, chosen, choose, clear }: FilterMenusProps) {
  const isChosen = (name: string) => (chosen[name] ?? []).length > 0
  return (
    <div class="row filters" role="group" aria-label="Filters">
      {menus
        .filter(({ name, values }) => values.length > 1 || isChosen(name))
        .map(({ name, label, words = value => value, values }) => {
          const picked = chosen[name] ?? []
          const toggle = (value: string) =>
            choose(
              name,
              picked.includes(value) ? picked.filter(other => other !== value) : [...picked, value],
            )
          const said =
            picked.length === 0
              ? 'all'
              : picked.length === 1
                ? words(picked[0]!)
                : `${picked.length} of ${values.length}`
          return (
            <Menu key={name} label={`${label}: ${said}`}>
              {() => (
                <ul>
                  {values.map(([value, count]) => (
                    <li key={value}>
                      <label>
                        <input
                          type="checkbox"
                          checked={picked.includes(value)}
                          onChange={() => toggle(value)}
                        />{' '}
                        {words(value)} {count !== null && <span class="m">{count}</span>}
                      </label>
                    </li>
                  ))}
                </ul>
              )}
            </Menu>
          )
        })}
      {menus.some(({ name }) => isChosen(name)) && <button onClick={clear}>Clear filters</button>}
    </div>
  )
}

function countsOf<Row>(
  rows: readonly Row[],
  value: (row: Row) => string,
): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(value(row), (counts.get(value(row)) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b))
}
