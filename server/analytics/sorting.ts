import { quoted, sql, type Sql } from '../model/sql.ts'

/** A column to order rows by. */
export interface Sorting {
  column: string
  descending: boolean
}

/** What the parameter `sort` means: a column, ascending, or `-` and a column, descending. */
export function parseSort(sort: string): Sorting {
  const descending = sort.startsWith('-')
  return { column: descending ? sort.slice(1) : sort, descending }
}

/** The ORDER BY term, nulls last. The column is to be one that the query has. */
export function orderBy({ column, descending }: Sorting): Sql {
  return sql`${quoted(column)} ${descending ? sql`DESC` : sql`ASC`} NULLS LAST`
}
