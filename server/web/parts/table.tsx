import type { FileColumn } from '../../core/words/spreadsheet.ts'
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { arrowOf, directionOf, type Sort, sortRows } from './sort.ts'

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
  const [sort, setSort] = useState<Sort>({ by: '', descending: false })
  const [all, setAll] = useState(false)
  const sorted = useMemo(() => {
    const column = columns.find(({ name }) => name === sort.by)
    return column === undefined ? rows : sortRows(rows, column.value, sort.descending)
  }, [rows, columns, sort])
  const visible = all ? sorted : sorted.slice(0, most)
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="l">
        <caption class="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label, hint, numeric }) => (
              <th
                key={name}
                scope="col"
                class={numeric === true ? 'r' : undefined}
                aria-sort={directionOf(sort, name)}
                title={hint}
              >
                <button
                  class="so"
                  onClick={() =>
                    setSort({
                      by: name,
                      descending: sort.by === name ? !sort.descending : numeric === true,
                    })
                  }
                >
                  {label}
                  <span aria-hidden="true">{arrowOf(sort, name)}</span>
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
                  class={numeric === true ? 'r' : undefined}
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
