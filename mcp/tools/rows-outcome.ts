import type { Outcome } from './define-tool.ts'

/** Bytes of UTF-8 JSON that a result's structured content may have: hosts stop at 25,000 tokens, and tables of numbers have 1.4 to 2 bytes in each. */
export const MAX_BYTES = 36_000

/** What every tool that returns rows says of them. */
interface RowsResult<Cell> {
  totalRows: number
  truncated: boolean
  truncatedBy?: 'limit' | 'size'
  nextOffset?: number
  note?: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Which of the rows that matched they are. */
export interface Page<Cell> {
  /** How many matched. */
  total: number
  /** How many of them come before. */
  offset: number
  /** What is to be said of the rows. */
  notes?: readonly string[]
  /** What is to be said when some are left out. */
  cutNote?: string
  /** What the rows to keep are the greatest of where not all fit; the first rows unless given. */
  keepGreatest?: (row: readonly Cell[]) => string
}

/**
 * As many of the rows as fit. What stands in `head` comes before them, so that it is seen where a host shows only the beginning.
 * @param rows those of the page; read no further than they fit, unless it is not the first ones that are kept
 */
export function rowsOutcome<Head extends object, Cell>(
  head: Head,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
  { total, offset, notes = [], cutNote, keepGreatest }: Page<Cell>,
): Required<Outcome<Head & RowsResult<Cell>>> {
  const noteOf = (cut: boolean) => [...notes, ...(cut && cutNote !== undefined ? [cutNote] : [])].join(' ')
  const summaryOf = (page: { truncated: boolean; truncatedBy?: 'limit' | 'size'; nextOffset?: number }) => {
    const note = noteOf(page.truncated)
    return { totalRows: total, ...page, ...(note === '' ? {} : { note }), ...head, columns }
  }
  const frame = JSON.stringify({ ...summaryOf({ truncated: true, truncatedBy: 'limit', nextOffset: total }), rows: [] })
  const { kept, full } = fitting(rows, MAX_BYTES - Buffer.byteLength(frame), keepGreatest)

  const truncated = offset + kept.length < total
  const inOrder = keepGreatest === undefined || !full
  const summary = summaryOf({
    truncated,
    ...(truncated ? { truncatedBy: full ? ('size' as const) : ('limit' as const) } : {}),
    ...(truncated && inOrder && kept.length > 0 ? { nextOffset: offset + kept.length } : {}),
  })
  // The rows are JSON already.
  const json = `${JSON.stringify(summary).slice(0, -1)},"rows":[${kept.map(({ text }) => text).join(',')}]}`
  return { result: { ...summary, rows: kept.map(({ row }) => row) }, json }
}

interface Written<Cell> {
  row: readonly Cell[]
  text: string
}

/** The rows that fit into so many bytes, in their order, and whether some do not. */
function fitting<Cell>(
  rows: Iterable<readonly Cell[]>,
  bytes: number,
  keepGreatest: ((row: readonly Cell[]) => string) | undefined,
): { kept: Written<Cell>[]; full: boolean } {
  if (keepGreatest === undefined) return firstOf(written(rows), bytes)
  const all = [...written(rows)].map((one, place) => ({ ...one, place, rank: keepGreatest(one.row) }))
  const { kept, full } = firstOf(
    all.toSorted((a, b) => (a.rank === b.rank ? a.place - b.place : a.rank < b.rank ? 1 : -1)),
    bytes,
  )
  return { kept: kept.toSorted((a, b) => a.place - b.place), full }
}

function* written<Cell>(rows: Iterable<readonly Cell[]>): Iterable<Written<Cell>> {
  for (const row of rows) yield { row, text: JSON.stringify(row) }
}

function firstOf<Row extends { text: string }>(rows: Iterable<Row>, bytes: number): { kept: Row[]; full: boolean } {
  const kept: Row[] = []
  let left = bytes
  for (const row of rows) {
    left -= Buffer.byteLength(row.text) + (kept.length === 0 ? 0 : 1)
    if (left < 0) return { kept, full: true }
    kept.push(row)
  }
  return { kept, full: false }
}
