import type { Outcome } from './define-tool.ts'

/** Bytes of UTF-8 JSON that a result's structured content may have: hosts move more out of the model's sight. */
const MAX_BYTES = 48_000

/** What every tool that returns rows says of them. */
interface RowsResult<Cell> {
  totalRows: number
  truncated: boolean
  truncatedBy?: 'limit' | 'size'
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/**
 * As many of the rows as fit. What stands in `head` comes before them, so that it is seen where a host shows only the beginning.
 * @param rows those within the limit; read no further than they fit
 * @param totalRows how many matched
 */
export function rowsOutcome<Head extends object, Cell>(
  head: Head,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
  totalRows: number,
): Required<Outcome<Head & RowsResult<Cell>>> {
  const frame = JSON.stringify({ totalRows, truncated: true, truncatedBy: 'limit', ...head, columns, rows: [] })
  let left = MAX_BYTES - Buffer.byteLength(frame)
  const kept: (readonly Cell[])[] = []
  const texts: string[] = []
  let full = false
  for (const row of rows) {
    const text = JSON.stringify(row)
    left -= Buffer.byteLength(text) + (kept.length === 0 ? 0 : 1)
    if (left < 0) {
      full = true
      break
    }
    kept.push(row)
    texts.push(text)
  }
  const truncated = kept.length < totalRows
  const cut = full ? ('size' as const) : ('limit' as const)
  const summary = { totalRows, truncated, ...(truncated ? { truncatedBy: cut } : {}), ...head, columns }
  // The rows are JSON already.
  const json = `${JSON.stringify(summary).slice(0, -1)},"rows":[${texts.join(',')}]}`
  return { result: { ...summary, rows: kept }, json }
}
