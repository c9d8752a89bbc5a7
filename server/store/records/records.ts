import { joined, plain, plainList, type Sql, sql } from '../../core/model/sql.ts'

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

/** All differences between the SQL of the two drivers. */
export interface Dialect {
  name: 'mysql' | 'sqlite'
  createTable(table: Table): Sql[]
  /** Skips rows whose key exists. */
  insertIgnore: Sql
  /** Follows an INSERT; assignments follow. */
  onDuplicate(key: readonly string[]): Sql
  /** In such an assignment, the value from the INSERT. */
  inserted(column: string): Sql
  greatest: Sql
  /** Follows a SELECT in a transaction that writes the rows it read. */
  forUpdate: Sql
  /** The 1-based position of lower-case ASCII bytes in a column of any case; 0 if absent. */
  find(column: string, bytes: Sql): Sql
}

export const MYSQL: Dialect = {
  name: 'mysql',
  createTable({ name, columns, primary, numbered, unique = [], indexes = [] }) {
    const lines = [
      ...Object.entries(columns).map(
        ([column, kind]) =>
          sql`${plain(column)} ${mysqlType(kind)}${numbered ? notNumbered(column, kind, primary) : notNull(kind)}`,
      ),
      sql`PRIMARY KEY (${plainList(primary)})`,
      ...unique.map(key => sql`UNIQUE KEY ${plain(key[0]!)} (${plainList(key)})`),
      ...indexes.map(key => sql`KEY ${plain(key[0]!)} (${plainList(key)})`),
    ]
    return [
      sql`CREATE TABLE IF NOT EXISTS ${plain(name)} (${joined(lines)}) ENGINE = InnoDB, ROW_FORMAT = DYNAMIC`,
    ]
  },
  insertIgnore: sql`INSERT IGNORE INTO`,
  onDuplicate: () => sql`ON DUPLICATE KEY UPDATE`,
  inserted: column => sql`VALUES(${plain(column)})`,
  greatest: sql`GREATEST`,
  forUpdate: sql`FOR UPDATE`,
  find: (column, bytes) => sql`INSTR(LOWER(CONVERT(${plain(column)} USING latin1)), ${bytes})`,
}

function notNull({ nullable }: Column): Sql {
  return nullable ? sql`` : sql` NOT NULL`
}

function mysqlType({ type }: Column): Sql {
  if (type === 'integer') return sql`BIGINT`
  return type === 'body'
    ? sql`LONGBLOB`
    : sql`VARBINARY(${'text' in type ? type.text : type.bytes})`
}

function notNumbered(column: string, kind: Column, primary: readonly string[]): Sql {
  return primary.includes(column) ? sql` NOT NULL AUTO_INCREMENT` : notNull(kind)
}

/** Each row ends with its seal. */
export const SQLITE: Dialect = {
  name: 'sqlite',
  createTable({ name, columns, primary, unique = [], indexes = [] }) {
    const isNumber = primary.length === 1 && columns[primary[0]!]!.type === 'integer'
    const lines = [
      ...Object.entries(columns).map(
        ([column, kind]) =>
          sql`${plain(column)} ${sqliteType(kind)}${isNumber && column === primary[0] ? sql` PRIMARY KEY` : notNull(kind)}`,
      ),
      sql`seal BLOB`,
      ...(isNumber ? [] : [sql`PRIMARY KEY (${plainList(primary)})`]),
      ...unique.map(key => sql`UNIQUE (${plainList(key)})`),
    ]
    const indexed = indexes.map(
      key =>
        sql`CREATE INDEX IF NOT EXISTS ${plain(`${name}_${key[0]!}`)} ON ${plain(name)} (${plainList(key)})`,
    )
    return [sql`CREATE TABLE IF NOT EXISTS ${plain(name)} (${joined(lines)}) STRICT`, ...indexed]
  },
  insertIgnore: sql`INSERT OR IGNORE INTO`,
  onDuplicate: key => sql`ON CONFLICT (${plainList(key)}) DO UPDATE SET`,
  inserted: column => sql`excluded.${plain(column)}`,
  greatest: sql`MAX`,
  forUpdate: sql``,
  find: (column, bytes) =>
    sql`INSTR(LOWER(CAST(${plain(column)} AS TEXT)), CAST(${bytes} AS TEXT))`,
}

function sqliteType({ type }: Column): Sql {
  if (type === 'integer') return sql`INTEGER`
  return typeof type === 'object' && 'bytes' in type ? sql`BLOB` : sql`TEXT`
}

/** In MySQL and MariaDB all but integers are bytes, so no character set or collation changes or merges texts. A `body` is a text of any length. */
type ColumnType = 'integer' | 'body' | { text: number } | { bytes: number }

export interface Column {
  type: ColumnType
  nullable?: true
}

/** A table of records, in every dialect. */
export interface Table {
  name: string
  columns: Readonly<Record<string, Column>>
  primary: readonly string[]
  /** Whether the primary key numbers rows in the order of insertion. */
  numbered?: true
  /** Named by their first columns. */
  unique?: readonly (readonly string[])[]
  indexes?: readonly (readonly string[])[]
}

export const integer: Column = { type: 'integer' }
export const body: Column = { type: 'body' }
/** ISO 8601, UTC. */
export const time = text(24)

/** At most `bytes` bytes. */
export function text(bytes: number): Column {
  return { type: { text: bytes } }
}

/** At most `most` bytes, for example a hash. */
export function bytes(most: number): Column {
  return { type: { bytes: most } }
}

export function optional(column: Column): Column {
  return { ...column, nullable: true }
}

const MYSQL_DUPLICATE = 1062
/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE_DUPLICATES = [1555, 2067]

/** The row's key exists. */
export function isDuplicate(error: unknown): boolean {
  const { errno, rawCode } = (error ?? {}) as { errno?: number; rawCode?: number }
  return errno === MYSQL_DUPLICATE || SQLITE_DUPLICATES.includes(rawCode ?? 0)
}
