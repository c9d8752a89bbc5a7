import { print, printJson } from '../../server/core/runtime/print.ts'
import { formatTable } from '../../server/core/runtime/table.ts'

/** Prints rows as JSON, or as a table of `columns`; `none` is printed without rows. */
export function printList<Row>(
  rows: readonly Row[],
  json: boolean | undefined,
  {
    none,
    columns,
  }: { none: string; columns: (row: Row) => Record<string, string | number | null> },
): void {
  if (json) printJson(rows)
  else print(...(rows.length === 0 ? [none] : formatTable(rows.map(columns))))
}

export function counted(count: number, singular: string, many: string): string {
  return `${count} ${count === 1 ? singular : many}`
}
