import type { Sql } from '../../core/model/sql.ts'
import type { Dialect } from './dialect.ts'

/** Path in the DATA_DIR of an embedded store. */
export const RECORDS_FILE = 'records/records.sqlite'

export type Value = string | number | Buffer | null
export type Row = Record<string, Value>

export interface Written {
  rows: number
  /** The generated key. */
  id: number
  warnings: number
}

/** @throws an Error with this message unless a statement changed a row */
export function requireChange({ rows }: Pick<Written, 'rows'>, message: string): void {
  if (rows === 0) throw new Error(message)
}

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Waits for everything committed in a Galera cluster, where a server may lag. */
  latest?: boolean
}

export interface WriteOptions {
  /** Removes access or data: proceeds on a full disk, and no copy of the records keeps the earlier state. */
  takesAway?: boolean
  /** Maximum wait, ms, for other writers. */
  patience?: number
}

export interface TransactionOptions extends Pick<ReadOptions, 'latest'>, WriteOptions {
  /** Reads one snapshot. */
  readOnly?: boolean
}

/** A transaction's connection. Nothing is retried within it. */
export interface Held {
  readonly dialect: Dialect
  /** DECIMALs and dates are text; texts are bytes. */
  read(sql: Sql): Promise<Row[]>
  /** Prepared. */
  readExact(sql: Sql, values?: readonly Value[]): Promise<Row[]>
  write(sql: Sql, values?: readonly Value[]): Promise<Written>
  /** Not prepared, for statements that cannot be. */
  run(sql: Sql): Promise<Written>
}

export interface Statements {
  readonly dialect: Dialect
  /** DECIMALs and dates are text; texts are bytes. */
  read(statement: Sql, options?: ReadOptions): Promise<Row[]>
  /** Prepared: `statement` must be one of few. */
  readExact(statement: Sql, values?: readonly Value[], options?: ReadOptions): Promise<Row[]>
  /** One write in its own transaction, which takes effect once and durably, or rejects. */
  write(statement: Sql, values?: readonly Value[], options?: WriteOptions): Promise<Written>
  /** Changes with each commit of another process, and with each of this one that removes access or data. Absent if unknown. */
  version?(): Promise<string | undefined>
  /** After a conflict `use` runs again, so it must have no other effects. */
  transaction<Result>(
    use: (held: Held) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
}

/**
 * A store's records: catalog, keys, users, audit log, locks. SQLite keeps them in a file for the processes of one machine; MySQL and
 * MariaDB, for any number of nodes. Both run the same statements, except for the parts in `dialect`.
 */
export interface Records extends Statements {
  /** For statements that end within 5 s under any load. */
  readonly small: Statements
  close(): Promise<void>
}
