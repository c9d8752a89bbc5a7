import './campaigns.css'
import { Fragment, type ComponentChildren } from 'preact'
import { memo } from '../memo.tsx'
import { arrowOf, directionOf, type Sort } from '../sort.ts'
import type { CampaignColumn, CampaignRow, CellContext } from './campaign-columns.tsx'

interface CampaignTableProps<Row extends CampaignRow> {
  columns: readonly CampaignColumn<Row>[]
  /** In the order in which they are shown. */
  rows: readonly Row[]
  context: CellContext
  /** Undefined: an order that cannot be changed. */
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The name, and what it opens. */
  nameOf: (row: Row) => ComponentChildren
  titleOf: (row: Row) => string
  classOf?: (row: Row) => string | undefined
  /** Drawn below a row, over all columns. */
  under?: (row: Row) => ComponentChildren
}

/** A line per campaign; two lines where that is too narrow. */
export function CampaignTable<Row extends CampaignRow>({
  columns,
  rows,
  context,
  sort = { by: '', descending: false },
  onSort,
  nameOf,
  titleOf,
  classOf,
  under,
}: CampaignTableProps<Row>) {
  const headerOf = ({ name, label, note }: CampaignColumn<Row>) => (
    <>
      {label}
      <span aria-hidden="true">{arrowOf(sort, name)}</span>
      {note !== undefined && <span class="nw dt"> {note}</span>}
    </>
  )
  return (
    <table
      class="l cl"
      role="table"
      style={{ '--tracks': columns.map(({ width }) => width).join(' ') }}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(column => {
            const { name, kind, value, ascending = false } = column
            return (
              <th
                role="columnheader"
                key={name}
                scope="col"
                class={kind}
                aria-sort={value === undefined ? undefined : directionOf(sort, name)}
              >
                {value === undefined || onSort === undefined ? (
                  headerOf(column)
                ) : (
                  <button
                    class="so"
                    onClick={() =>
                      onSort({
                        by: name,
                        descending: name === sort.by ? !sort.descending : !ascending,
                      })
                    }
                  >
                    {headerOf(column)}
                  </button>
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(row => {
          const following = under?.(row)
          return (
            <Fragment key={row.key}>
              <tr role="row" data-row class={classOf?.(row)}>
                <th scope="row" role="rowheader" class="one" title={titleOf(row)}>
                  {nameOf(row)}
                </th>
                <Cells {...{ row, context }} columns={columns} />
              </tr>
              {following !== undefined && following !== null && (
                <tr role="row" class="under">
                  <td role="cell" colSpan={columns.length}>
                    {following}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

interface CellsProps {
  row: CampaignRow
  columns: readonly CampaignColumn<never>[]
  context: CellContext
}

/** The cells after the name: drawn once, however often rows are sorted. */
const Cells = memo(function Cells({ row, columns, context }: CellsProps) {
  return (
    <>
      {columns.slice(1).map(({ name, kind, show, title }) => (
        <td role="cell" key={name} class={kind} title={title?.(row as never, context)}>
          {show(row as never, context)}
        </td>
      ))}
    </>
  )
})
