import type { Sql } from '../model/sql.ts'
import type { Dialect } from './dialect.ts'

/** Name in the DATA_DIR of an embedded store. */
export const RECORDS_FILE = 'records/records.sqlite'

export type Value = string | number | Buffer | null
export type Row = Record<string, Value>

export interface Written {
  rows: number
  /** The generated key. */
  id: number
  warnings: number
}

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Waits for everything committed anywhere in a Galera cluster: a server may lag. */
  latest?: boolean
}

export interface WriteOptions {
  /** Takes access or data away: proceeds on a full disk, and no copy of the records keeps the state before it. */
  takesAway?: boolean
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
  /** Some statements cannot be prepared. */
  run(sql: Sql): Promise<Written>
}

export interface Statements {
  readonly dialect: Dialect
  /** DECIMALs and dates are text; texts are bytes. */
  read(statement: Sql, options?: ReadOptions): Promise<Row[]>
  /** Prepared: `statement` must be one of few. */
  readExact(statement: Sql, values?: readonly Value[], options?: ReadOptions): Promise<Row[]>
  /** One write in its own transaction: takes effect once and durably, or rejects. */
  write(statement: Sql, values?: readonly Value[], options?: WriteOptions): Promise<Written>
  /** Changes with each commit of another process, and of this one that takes access or data away. Absent: unknown. */
  version?(): Promise<string | undefined>
  /** After a conflict `use` runs again, so it must have no other effects. */
  transaction<Result>(use: (held: Held) => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

/**
 * A store's records: catalog, keys, users, audit log, locks. SQLite keeps them in a folder's file, for the processes of one machine; MySQL and
 * MariaDB for any number of nodes. Both run the same statements, except for what `dialect` gives.
 */
export interface Records extends Statements {
  /** For statements that end within 5 s whatever else runs. */
  readonly small: Statements
  close(): Promise<void>
}
