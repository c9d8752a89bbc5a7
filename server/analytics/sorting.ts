/** The column that `sort` names, and which way: `-` before it means descending. */
export function parseSort(sort: string): { column: string; descending: boolean } {
  return sort.startsWith('-') ? { column: sort.slice(1), descending: true } : { column: sort, descending: false }
}
