export interface Sort {
  /** Name of a column. */
  by: string
  descending: boolean
}

const names = new Intl.Collator('en', { numeric: true })

/** Rows sorted by a value; nulls last, stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => unknown,
  isDescending: boolean,
): Row[] {
  const keyed = rows.map(row => ({ row, value: valueOf(row) ?? null }))
  keyed.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order =
      typeof a === 'string' && typeof b === 'string' ? names.compare(a, b) : Number(a) - Number(b)
    return isDescending ? -order : order
  })
  return keyed.map(({ row }) => row)
}

/** For `aria-sort`. */
export function directionOf(
  { by, descending }: Sort,
  column: string,
): 'ascending' | 'descending' | 'none' {
  return by !== column ? 'none' : descending ? 'descending' : 'ascending'
}

/** ` ▾` after the label of the sorted column. */
export function arrowOf({ by, descending }: Sort, column: string | null): string {
  return by !== column ? '' : descending ? ' ▾' : ' ▴'
}
