import type { Sql } from './sql.ts'

/** What analytics asks of the DuckDB that encodes files. No driver type passes through here. */
export interface Session {
  /** Runs one statement; `values` bind to `$1`, `$2` ... Answers the number of rows it wrote, for COPY. */
  run(sql: Sql, values?: readonly string[]): Promise<number>
  /** Runs a query and answers its rows; BIGINTs come as numbers, timestamps as ISO 8601 text. */
  rows<Row extends Record<string, unknown>>(sql: Sql): Promise<Row[]>
  /** Adds rows to one of the session's temporary tables. */
  append(table: string, rows: readonly (readonly (string | number)[])[]): Promise<void>
}

/** SQL text of a query whose rows are a relation, valid in the session it came with. */
export type Relation = Sql
