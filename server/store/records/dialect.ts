import { joined, plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import type { Column, Table } from './record-tables.ts'

/** All differences between the SQL of the two drivers. */
export interface Dialect {
  name: 'mysql' | 'sqlite'
  createTable(table: Table): Sql[]
  addColumn(name: string, column: Column): Sql
  /** Skips rows whose key exists. */
  insertIgnore: Sql
  /** Follows an INSERT; assignments follow. */
  onDuplicate(key: readonly string[]): Sql
  /** In such an assignment, the value from the INSERT. */
  given(column: string): Sql
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
  addColumn: (name, kind) => sql`ADD COLUMN ${plain(name)} ${mysqlType(kind)}${notNull(kind)}`,
  insertIgnore: sql`INSERT IGNORE INTO`,
  onDuplicate: () => sql`ON DUPLICATE KEY UPDATE`,
  given: column => sql`VALUES(${plain(column)})`,
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
  addColumn: (name, kind) => sql`ADD COLUMN ${plain(name)} ${sqliteType(kind)}`,
  insertIgnore: sql`INSERT OR IGNORE INTO`,
  onDuplicate: key => sql`ON CONFLICT (${plainList(key)}) DO UPDATE SET`,
  given: column => sql`excluded.${plain(column)}`,
  greatest: sql`MAX`,
  forUpdate: sql``,
  find: (column, bytes) =>
    sql`INSTR(LOWER(CAST(${plain(column)} AS TEXT)), CAST(${bytes} AS TEXT))`,
}

function sqliteType({ type }: Column): Sql {
  if (type === 'integer') return sql`INTEGER`
  return typeof type === 'object' && 'bytes' in type ? sql`BLOB` : sql`TEXT`
}
