import type { FileColumn } from '../../core/words/spreadsheet.ts'
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'

export interface Column<Row> extends FileColumn<Row> {
  name: string
  /** Short explanation of the label. */
  hint?: string
  /** Cell content; the value by default. */
  show?: (row: Row) => ComponentChildren
  numeric?: boolean
  /** Background color of the cell, if any. */
  color?: (row: Row) => string | undefined
}

interface Sort {
  column: string
  descending: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Rows shown before "show all", since thousands of cells are slow; all by default. */
  most?: number
}

/** A table with sortable headings. */
export function Table<Row>({ caption, columns, rows, keyOf, most = Infinity }: TableProps<Row>) {
  const [sort, setSort] = useState<Sort>()
  const [all, setAll] = useState(false)
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  const visible = all ? sorted : sorted.slice(0, most)
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label, hint, numeric }) => (
              <th
                key={name}
                scope="col"
                class={numeric === true ? 'numeric' : undefined}
                aria-sort={directionOf(sort, name)}
                title={hint}
              >
                <button
                  onClick={() =>
                    setSort({
                      column: name,
                      descending: sort?.column === name ? !sort.descending : numeric === true,
                    })
                  }
                >
                  {label}
                  <span aria-hidden="true">
                    {sort?.column === name ? (sort.descending ? ' ▾' : ' ▴') : ''}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, numeric, value, show = value, color }) => (
                <td
                  key={name}
                  class={numeric === true ? 'numeric' : undefined}
                  style={color === undefined ? undefined : { background: color(row) }}
                >
                  {numeric === true ? (
                    show(row)
                  ) : (
                    <div class="clamp" dir="auto">
                      {show(row)}
                    </div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {visible.length < sorted.length && (
        <button onClick={() => setAll(true)}>Show all {sorted.length} rows</button>
      )}
    </div>
  )
}

function directionOf(sort: Sort | undefined, name: string): 'ascending' | 'descending' | 'none' {
  return sort?.column !== name ? 'none' : sort.descending ? 'descending' : 'ascending'
}

/** Sorts rows; nulls last, stable. */
function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ name }) => name === sort?.column)
  if (sort === undefined || column === undefined) return rows
  const keyed = rows.map(row => ({ row, value: column.value(row) ?? null }))
  keyed.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order =
      typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b)
    return sort.descending ? -order : order
  })
  return keyed.map(({ row }) => row)
}
